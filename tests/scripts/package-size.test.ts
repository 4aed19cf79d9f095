// The files of the published package, as npm packs it: their number of bytes, and that a run leaves none there.

import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { runNode, temporaryFolder, writeFiles } from "./machine.ts";
import { packed, packedIn, root } from "./pages.ts";

/** Compressed and unpacked bytes. A third of both are the pages of docs with their pictures, so that the package explains itself. */
const MOST_PACKED = 1_080_000;
const MOST_UNPACKED = 3_300_000;
/** Unpacked bytes of the reference server's page. */
const MOST_OF_THE_INSPECTOR = 150_000;

it("the published package is small", async () => {
  const { size, unpackedSize, files } = await packed();
  const largest = files
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 5)
    .map((file) => `${file.path} (${file.size})`);
  const advice = `The largest files are ${largest.join(", ")}. Leave out of \`files\` in package.json what no user runs, or raise the limit with a reason.`;
  expect(files.map(({ path }) => path)).toContain("dist/provider/index.js");
  const inspector = files.filter(({ path }) => path.startsWith("dist/inspector/"));
  expect(inspector.map(({ path }) => path)).toContain("dist/inspector/inspector.js");
  expect(inspector.reduce((sum, file) => sum + file.size, 0)).toBeLessThanOrEqual(MOST_OF_THE_INSPECTOR);
  expect(size, `${size} bytes to download. ${advice}`).toBeLessThanOrEqual(MOST_PACKED);
  expect(unpackedSize, `${unpackedSize} bytes on disk. ${advice}`).toBeLessThanOrEqual(MOST_UNPACKED);
});

/** Files that people and runs leave in a clone. */
const STRAYS = [
  ".env",
  ".dev/service.db",
  ".dev/state/.pulumi/history/phones/dev/dev-1.history.json",
  ".pulumi/stacks/phones/dev.json",
  "Pulumi.dev.yaml",
  "Pulumi.qa.yaml",
  "debug.log",
  "id_ed25519",
  "key.pem",
  "notes.md",
  "secret.ts",
  "left.js",
  "state.json",
  "state/.pulumi/stacks/dev.json",
  "a new folder/index.ts",
];

it("the package, and a project of an example, hold what git tracks and the build wrote, and no file of a run", async () => {
  const published = (await packed()).files.map(({ path }) => path);
  const tracked = spawnSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8" }).stdout.split("\0");
  expect(published.filter((path) => !path.startsWith("dist/") && !tracked.includes(path))).toEqual([]);

  const clone = temporaryFolder();
  for (const path of [...published, "dist/.npmignore"]) cpSync(join(root, path), join(clone, path));
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const folders = [...new Set(published.map(dirname))].filter((folder) => folder !== ".");
  for (const folder of folders)
    writeFiles(join(clone, folder), Object.fromEntries(STRAYS.map((name) => [name, "a secret"])));
  writeFiles(join(clone, "examples/unknown"), { "package.json": "{}" });
  expect((await packedIn(clone)).files.map(({ path }) => path)).toEqual(published);

  // Their files come from one list, by the same code for each example.
  for (const example of ["starter", "environments"]) {
    const project = join(clone, "projects", example);
    const args = [join(clone, "dist/cli/main.js"), "init", "--no-install", "--example", example, project];
    expect(await runNode(args, { PATH: process.env.PATH })).toMatchObject({ code: 0 });
    const files = readdirSync(project, { recursive: true, encoding: "utf8" });
    const own = published.map((path) => path.replace(`examples/${example}/`, ""));
    const added = files.filter((name) => !own.includes(name) && !own.some((path) => path.startsWith(`${name}/`)));
    expect(added.filter((name) => !/^\.git(hub.*|ignore)$/.test(name))).toEqual([]);
  }
});

it("git ignores what the commands of a new project, and of its pages, write there", async () => {
  const project = join(temporaryFolder(), "phones");
  const args = [join(root, "dist/cli/main.js"), "init", "--no-install", "--example", "menu", project];
  expect(await runNode(args, { PATH: process.env.PATH })).toMatchObject({ code: 0 });
  const git = (...given: string[]) => spawnSync("git", ["-C", project, ...given], { encoding: "utf8" }).stdout;
  git("init", "--quiet");
  const files = git("ls-files", "--others", "--exclude-standard");
  const left = ["a/.env", "node_modules/a/index.js", "dev.db", "dev.db-wal", "sdk/python/setup.py", "venv/bin/python"];
  const secret = STRAYS.filter((name) => !/notes|secret\.ts|left|new folder|qa|id_/.test(name));
  writeFiles(project, Object.fromEntries([...secret, ...left].map((name) => [name, "a secret"])));
  expect(git("ls-files", "--others", "--exclude-standard")).toBe(files);
});
