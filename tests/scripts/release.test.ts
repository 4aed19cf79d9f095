// A release of a copy of this checkout: every mention of the version is updated.

import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { commands, path, runNode, temporaryFolder, writeFiles } from "./machine.ts";

const repository = join(import.meta.dirname, "..", "..");
const execute = promisify(execFile);
const AUTHOR = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@b" };

/** Copies the files that are or would be committed, as the first commit of a repository. */
async function checkout(): Promise<string> {
  const root = temporaryFolder();
  const listed = await execute("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: repository,
  });
  const gone = await execute("git", ["ls-files", "--deleted", "-z"], { cwd: repository });
  const deleted = new Set(gone.stdout.split("\0"));
  for (const file of new Set(listed.stdout.split("\0"))) {
    if (file === "" || deleted.has(file)) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(repository, file), join(root, file));
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"), "junction");
  writeFileSync(join(root, ".gitignore"), "node_modules\n");
  await run(root, "git", "init", "--quiet", "--initial-branch=main");
  await commit(root);
  return root;
}

async function commit(root: string): Promise<void> {
  await run(root, "git", "add", "--all");
  await run(root, "git", "commit", "--quiet", "--message", "A change");
}

async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(command, args, {
    cwd,
    env: { ...process.env, ...AUTHOR, npm_config_offline: "true" },
  });
  return stdout;
}

/** Adds the repository's address, as before the first release. */
function nameRepository(root: string): void {
  const file = join(root, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const url = "git+https://github.com/some-owner/pulumi-signalwire.git";
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository: { type: "git", url } }, undefined, 2)}\n`);
  execFileSync(process.execPath, ["scripts/generate.ts"], { cwd: root });
}

/** Adds the hashes that `npm run lock` would fetch. */
function giveHashes(root: string): void {
  const file = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  for (const [path, entry] of Object.entries<{ link?: boolean; integrity?: string }>(lock.packages))
    if (path.includes("node_modules/") && !entry.link) entry.integrity ??= "sha512-0";
  writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`);
}

function json(root: string, file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

it("becomes a version, a CHANGELOG and a tag, and leaves nothing generated behind", { timeout: 120_000 }, async () => {
  const root = await checkout();
  const release = () => run(root, process.execPath, "scripts/release.ts", "--no-push");
  await expect(release()).rejects.toThrow("has no `repository`");
  nameRepository(root);
  await expect(release()).rejects.toThrow("changes that are not committed");
  await commit(root);
  await expect(release()).rejects.toThrow("no integrity hash for node_modules/");
  giveHashes(root);
  await commit(root);

  const before = json(root, "package.json").version;
  const first = await release();
  const { version } = json(root, "package.json");
  expect(first).toContain(`v${version} is committed and tagged.`);
  if (before === "0.0.0") expect(version).toBe("0.1.0");
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  expect(changelog.startsWith(`# pulumi-signalwire\n\n## ${version}\n\n### Minor Changes\n\n- `)).toBe(true);
  await expectOneVersion(root, version);

  writeFileSync(join(root, ".changeset/more.md"), '---\n"pulumi-signalwire": minor\n---\n\nMore.\n');
  await commit(root);
  await release();
  expect(json(root, "package.json").version).not.toBe(version);
  await expectOneVersion(root, json(root, "package.json").version);
  expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toContain("### Minor Changes\n\n- More.");
});

async function expectOneVersion(root: string, version: string): Promise<void> {
  expect(await run(root, process.execPath, "scripts/generate.ts", "--check")).toBe("");
  const lock = json(root, "package-lock.json");
  const named = ["provider/plugin/schema.json", "policy/package.json", "policy/strict/package.json"].map(
    (file) => json(root, file).version,
  );
  expect([lock.version, lock.packages[""].version, ...named]).toEqual(Array(5).fill(version));
  expect(await run(root, "git", "status", "--porcelain")).toBe("");
  expect(await run(root, "git", "tag", "--points-at", "HEAD")).toBe(`v${version}\n`);
}

it("refuses to tag a release without a changeset", { timeout: 60_000 }, async () => {
  const root = await checkout();
  nameRepository(root);
  giveHashes(root);
  rmSync(join(root, ".changeset"), { recursive: true });
  cpSync(join(repository, ".changeset/config.json"), join(root, ".changeset/config.json"));
  await commit(root);
  await expect(run(root, process.execPath, "scripts/release.ts", "--no-push")).rejects.toThrow("There is no changeset");
  expect(await run(root, "git", "tag")).toBe("");
});

it("fetches the hashes that the lock file lacks, each in npm's own place, and names those that cannot be had", async () => {
  const root = temporaryFolder();
  const lock = {
    lockfileVersion: 3,
    packages: {
      "": { name: "a" },
      "node_modules/b": { version: "1.0.0", dev: true, os: ["win32"] },
      "node_modules/b/node_modules/@c/d": { version: "2.0.0", optional: true },
      "node_modules/e": { resolved: "examples/e", link: true },
    },
  };
  writeFiles(root, { "package-lock.json": JSON.stringify(lock) });
  cpSync(join(repository, "scripts/lock.ts"), join(root, "scripts/lock.ts"));
  const npm = commands({ npm: `[ "$2" = b@1.0.0 ] && echo sha512-b= || exit 1` });
  const { code, stdout, stderr } = await runNode([join(root, "scripts/lock.ts")], { PATH: path(npm) });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "1 hashes were added.\n" });
  expect(stderr).toBe(
    "package-lock.json has no integrity hash for node_modules/b/node_modules/@c/d, and the registry gave none\n",
  );
  expect(Object.keys(json(root, "package-lock.json").packages["node_modules/b"])).toEqual([
    ...["version", "integrity", "dev", "os"],
  ]);
});

it("names the repository's owner in one place", async () => {
  const { repository: own, homepage, bugs } = json(repository, "package.json");
  // Until the repository's address is known, the manifest names none, and a release refuses.
  const page = own && /^git\+(https:\/\/github\.com\/[\w-]+\/pulumi-signalwire)\.git$/.exec(own.url)?.[1];
  expect([homepage, bugs?.url]).toEqual(own ? [`${page}#readme`, `${page}/issues`] : [undefined, undefined]);
  const others = await run(
    repository,
    "git",
    "grep",
    "--line-number",
    "--extended-regexp",
    "github\\.com/[^/]+/pulumi-signalwire",
    "--",
    ":!package.json",
    ":!tests",
  ).catch(() => "");
  expect(others).toBe("");
});
