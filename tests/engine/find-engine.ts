// Finds an engine for the tests. Without one, they are skipped with the reason, but fail in CI.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { EngineUnavailable, obtainEngine } from "../../scripts/engine/obtain.ts";

export interface FoundEngine {
  readonly command: string;
  readonly env: { readonly [name: string]: string };
  /** A project with an empty stack `test` to copy: half a second faster for each test than `pulumi stack init`. */
  readonly emptyProject: string;
  /** The folder for what the first test that needs it makes for all files of this run (packed-file.ts). */
  readonly shared: string;
}

/** The passphrase of every test stack. */
export const PASSPHRASE = "test";

declare module "vitest" {
  interface ProvidedContext {
    engine: FoundEngine | { readonly missing: string };
  }
}

export default async function findEngine(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const { command, env } = await obtainEngine();
    const folder = await mkdtemp(join(tmpdir(), "signalwire-engine-"));
    const emptyProject = await makeEmptyProject(join(folder, "empty"), command, env);
    project.provide("engine", { command, env, emptyProject, shared: folder });
    return () => rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof EngineUnavailable) || process.env.CI === "true") throw error;
    project.provide("engine", { missing: error.message });
    return undefined;
  }
}

async function makeEmptyProject(
  folder: string,
  command: string,
  env: { readonly [name: string]: string },
): Promise<string> {
  await mkdir(join(folder, "state"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "name": "tested", "type": "module" }');
  await writeFile(
    join(folder, "Pulumi.yaml"),
    "name: tested\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.ts\n",
  );
  await promisify(execFile)(command, ["stack", "init", "test", "--non-interactive"], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      PULUMI_HOME: join(folder, "home"),
    },
  });
  return folder;
}
