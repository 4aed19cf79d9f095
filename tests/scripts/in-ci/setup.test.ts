import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runNode, temporaryFolder, writeFiles } from "../machine.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

/** Runs Node in a project. Offline, so that no test waits for a registry. */
const nodeIn = (cwd: string, ...args: string[]) =>
  runNode(args, { ...process.env, npm_config_offline: "true" }, { cwd });
const setUp = (root: string, ...script: string[]) => nodeIn(root, join("scripts", "setup.mjs"), ...script);

/** Creates a project without node_modules and with a build that only says so. npm finds its dependencies in the project itself. */
function newClone(): string {
  const root = join(temporaryFolder(), "a checkout");
  for (const file of ["setup.mjs", "engine/lock.mjs"])
    cpSync(join(repository, "scripts", file), join(root, "scripts", file), { recursive: true });
  const devDependencies = { node: "file:local/node" };
  writeFiles(root, {
    "package.json": JSON.stringify({ scripts: manifest.scripts, devDependencies }),
    "package-lock.json": JSON.stringify({
      lockfileVersion: 3,
      packages: {
        "": { devDependencies },
        "local/node": { version: "24.0.0", bin: { node: "bin/node" }, dev: true },
        "node_modules/node": { resolved: "local/node", link: true },
      },
    }),
    "local/node/package.json": JSON.stringify({ name: "node", version: "24.0.0", bin: { node: "bin/node" } }),
    "local/node/bin/node": `#!/bin/sh\nNODE_OF=package exec "${process.execPath}" "$@"\n`,
    "scripts/build.ts": 'console.error("· Building …");\n',
    "scripts/with-engine.ts":
      "console.log(process.argv.slice(2).join(), process.env.NODE_OF);\nprocess.exitCode = 7;\n",
  });
  return root;
}

it("installs when node_modules is missing, and only then or when other versions are locked", async () => {
  const root = newClone();
  const installed = expect.stringMatching(/· Installing the locked dependencies …\n[\s\S]*· Building …/);
  expect(await setUp(root)).toEqual({ code: 0, stdout: expect.any(String), stderr: installed });
  expect(await setUp(root)).toEqual({ code: 0, stdout: "", stderr: "· Building …\n" });
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  lock.packages["node_modules/other"] = { version: "1.0.0" };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  expect((await setUp(root)).stderr).toContain("· Installing the locked dependencies …");
});

it("runs the script it is given, with its arguments, and hands the exit code back", async () => {
  const root = newClone();
  const first = await setUp(root, "scripts/with-engine.ts", "up", "--stack");
  expect(first).toMatchObject({ code: 7, stdout: "up,--stack undefined\n" });
  expect(first.stderr).toMatch(/^· The first run takes some minutes: .*\n· Installing/);
  const again = { code: 7, stdout: "up undefined\n", stderr: "· Building …\n" };
  expect(await setUp(root, "scripts/with-engine.ts", "up")).toEqual(again);
});

it("runs it under the Node of the package `node` where this machine's is too old", async () => {
  const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });';
  const option = `--import=data:text/javascript,${encodeURIComponent(old)}`;
  const { code, stdout } = await nodeIn(newClone(), option, "scripts/setup.mjs", "scripts/with-engine.ts");
  expect({ code, stdout }).toEqual({ code: 7, stdout: " package\n" });
});
