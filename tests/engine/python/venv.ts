// A Python environment with the packages for programs and their checks, made once for each user, like the engine.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { engineCache, fingerprint, publish } from "../../../scripts/engine/cache.ts";
import { withLock } from "../../../scripts/engine/lock.mjs";
import { findOnPath, isExecutable, run } from "../../../scripts/engine/process.ts";

/** What is installed: for programs and their checks, or the service's own SDK. */
const REQUIREMENTS = {
  programs: fileURLToPath(new URL("requirements.txt", import.meta.url)),
  sdk: fileURLToPath(new URL("requirements-sdk.txt", import.meta.url)),
};
const { env } = process;

/** Checks for missing parts of Python: environments, as on a new Debian, or features for the type checker. */
const PROBE = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10) and 'it is older than 3.10')";

/** Returns why this machine cannot make one. */
export async function whyNoPython(): Promise<string | undefined> {
  const [python] = findOnPath("python3", env);
  if (!python) return "there is no python3 on the PATH";
  const { code, stderr } = await run(python, ["-c", PROBE], { env });
  return code === 0 ? undefined : `${python} cannot be used: ${stderr.trim().split("\n").at(-1)}`;
}

/**
 * Returns the Python executable.
 *
 * @throws Error when the environment cannot be made.
 */
export async function obtainPython(purpose: keyof typeof REQUIREMENTS = "programs"): Promise<string> {
  const requirements = REQUIREMENTS[purpose];
  const folder = join(engineCache(env), `python-${fingerprint([requirements])}`);
  const python = join(folder, "bin/python");
  await withLock(`${folder}.lock`, async () => {
    if (isExecutable(python)) return;
    await publish(folder, async (draft) => {
      await succeed(requirements, "python3", "-m", "venv", draft);
      await succeed(requirements, join(draft, "bin/python"), "-m", "pip", "install", "--requirement", requirements);
    });
  });
  return python;
}

async function succeed(requirements: string, command: string, ...args: string[]): Promise<void> {
  const { code, stderr, problem } = await run(command, args, { env, cwd: dirname(requirements) });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${problem ?? stderr}`);
}
