// Checks whether an existing pulumi can be used: the user's own or one from the cache.
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import coerce from "semver/functions/coerce.js";
import lt from "semver/functions/lt.js";
import { findOnPath, isExecutable, run } from "./process.ts";

/** The oldest supported Pulumi CLI: the start of the `@pulumi/pulumi` peer range. */
export const MINIMUM_PULUMI = "3.227.0";

/** Returns the user's own CLI when it is recent enough and can run Node programs. */
export async function findOwn(
  env: NodeJS.ProcessEnv,
  reasons: string[],
  log: (line: string) => void,
): Promise<{ readonly command: string; readonly version: string } | undefined> {
  const found = findOnPath("pulumi", env);
  if (found.length === 0) reasons.push("PATH: there is no pulumi command on it");
  for (const command of found) {
    const version = await versionOf(command, env);
    const problem = ownProblem(command, version, env);
    if (version !== undefined && !problem) return { command, version };
    reasons.push(`PATH: ${command} ${problem}`);
    log(`· Not using ${command}: it ${problem}.`);
  }
  return undefined;
}

function ownProblem(command: string, version: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  const parsed = coerce(version);
  if (!parsed) return "does not answer `pulumi version` with a version";
  if (lt(parsed, MINIMUM_PULUMI)) return `is version ${parsed}, and ${MINIMUM_PULUMI} or newer is needed`;
  const host = process.platform === "win32" ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
  const beside = [dirname(command), dirname(realpathSync(command))].some((folder) => isExecutable(join(folder, host)));
  if (!beside && findOnPath("pulumi-language-nodejs", env).length === 0)
    return "has no pulumi-language-nodejs beside it or on the PATH";
  return undefined;
}

export async function versionOf(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!isExecutable(command)) return undefined;
  const outcome = await run(command, ["version"], {
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeoutMs: 20_000,
  });
  const version = outcome.stdout.trim();
  return outcome.code === 0 && coerce(version) ? version : undefined;
}
