// Decides how a test gets what a release would publish: packed once for all files of a run. PACKED_FILE names the file that a release
// is about to publish.

import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { withLock } from "../../scripts/engine/lock.mjs";
import { patientNpm, succeed } from "./commands.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The environment of a user who has the Pulumi CLI: without what this test run and the npm that started it have set. */
export function userEnvironment(folder: string): NodeJS.ProcessEnv {
  const engine = inject("engine");
  if ("missing" in engine) throw new Error(engine.missing);
  // A company's certificates remain, because npm needs them for a registry.
  const foreign = /^(PULUMI|SIGNALWIRE|VITEST|NODE_(?!EXTRA_CA_CERTS)|npm_)/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    ...engine.env,
    ...patientNpm,
    PULUMI_HOME: join(folder, "home"),
  };
}

/** Returns the path of the packed file. The first caller of a run packs it. */
export async function packedFile(env: NodeJS.ProcessEnv): Promise<string> {
  if (process.env.PACKED_FILE) return resolve(process.env.PACKED_FILE);
  const engine = inject("engine");
  if ("missing" in engine) throw new Error(engine.missing);
  const { packed } = engine;
  await withLock(`${packed}.lock`, async () => {
    if (existsSync(packed)) return;
    const draft = await mkdtemp(`${packed}-`);
    await succeed("npm", ["pack", root, "--ignore-scripts", "--pack-destination", draft], { env, timeoutMs: 120_000 });
    await rename(draft, packed);
  });
  const [file = ""] = await readdir(packed);
  return join(packed, file);
}

/** Returns the program of README. */
export async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, program = ""] = /<!-- program: begin -->\n```ts\n([^`]+)```/.exec(readme) ?? [];
  return program;
}

/** The version of Pulumi's SDK that this repository is tested with. */
export async function pulumiVersion(): Promise<string> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")).devDependencies["@pulumi/pulumi"];
}
