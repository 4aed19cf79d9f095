import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, runNode, temporaryFolder, writeFiles } from "../machine.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

/** Runs setup.mjs with the given script. Offline, so that no test waits for a registry. */
function setUp(root: string, env: NodeJS.ProcessEnv = {}, ...script: string[]): Promise<Ended> {
  const args = [join(root, "scripts", "setup.mjs"), ...script];
  return runNode(args, { ...process.env, npm_config_offline: "true", ...env }, { cwd: root });
}

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

describe("setup", () => {
  it("installs when node_modules is missing, and only then or when other versions are locked", async () => {
    const root = newClone();
    const first = await setUp(root);
    expect(first.stderr).toMatch(/· Installing the locked dependencies …\n[\s\S]*· Building …/);
    expect(first.code).toBe(0);
    expect(await setUp(root)).toMatchObject({ code: 0, stderr: "· Building …\n" });

    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    lock.packages["node_modules/other"] = { version: "1.0.0" };
    writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
    expect((await setUp(root)).stderr).toContain("· Installing the locked dependencies …");
  });

  it("runs the script it is given, with its arguments, and hands the exit code back", async () => {
    const root = newClone();
    const first = await setUp(root, {}, "scripts/with-engine.ts", "up", "--stack");
    expect(first).toMatchObject({ code: 7, stdout: "up,--stack undefined\n" });
    expect(first.stderr).toMatch(/^· The first run takes some minutes: .*\n· Installing/);
    expect(await setUp(root, {}, "scripts/with-engine.ts", "up")).toMatchObject({ code: 7, stderr: "· Building …\n" });
  });

  it("runs it under the Node of the package `node` where this machine's is too old", async () => {
    const root = newClone();
    const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });';
    const args = [
      `--import=data:text/javascript,${encodeURIComponent(old)}`,
      "scripts/setup.mjs",
      "scripts/with-engine.ts",
    ];
    const { code, stdout } = await runNode(args, { ...process.env, npm_config_offline: "true" }, { cwd: root });
    expect({ code, stdout }).toEqual({ code: 7, stdout: " package\n" });
  });
});
