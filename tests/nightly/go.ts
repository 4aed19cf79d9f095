// Runs suites written in Go, which are packages of the module in this folder.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { findGo, recipeOf } from "../../scripts/engine/build.ts";
import { run } from "../../scripts/engine/process.ts";

/** Compiling takes minutes the first time: these suites contain Pulumi's engine. */
export const FIRST_TIME = 900_000;

/** Why suites in Go cannot run here. */
export const withoutGo = await findGo(recipeOf("sdk"), process.env).then(
  () => undefined,
  (error: Error) => error.message,
);

/** Runs tests, separated by `|`, of a package. Throws their output unless they pass. */
export async function goTest(suite: string, tests: string, env: NodeJS.ProcessEnv): Promise<void> {
  const gopath = await mkdtemp(join(tmpdir(), "signalwire-gopath-"));
  const modules = await run("go", ["env", "GOMODCACHE"], { env });
  const { code, stdout, stderr } = await run("go", ["test", "-count=1", "-v", "-run", `^(${tests})$`, `./${suite}`], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    env: {
      ...env,
      // The flags of the engine's build, of which Go keeps the compiled packages.
      CGO_ENABLED: "0",
      GOFLAGS: "-trimpath",
      GOMODCACHE: modules.stdout.trim(),
      // ProgramTest puts Go programs there.
      GOPATH: gopath,
    },
    timeoutMs: FIRST_TIME,
  });
  await rm(gopath, { recursive: true, force: true });
  expect(code, stdout.slice(-12_000) + stderr).toBe(0);
  for (const name of tests.split("|")) expect(stdout).toContain(`--- PASS: ${name}`);
}
