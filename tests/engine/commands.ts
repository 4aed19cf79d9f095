// Runs a command that uses a registry. It ends in time with all its child processes, so that the test can repeat it.

import { type RunOptions, run } from "../../scripts/engine/process.ts";

/**
 * By default, npm waits five minutes for a download. With these settings, a stalled one fails early enough for another attempt.
 */
export const patientNpm = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
  npm_config_fetch_timeout: "30000",
  npm_config_fetch_retries: "4",
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "5000",
} as const;

/**
 * Returns the standard output. After `timeoutMs`, ends the command and its process group.
 *
 * @throws with the command's output when it fails.
 */
export async function succeed(
  command: string,
  args: readonly string[],
  options: RunOptions & { readonly timeoutMs: number },
): Promise<string> {
  const { code, stdout, stderr, problem } = await run(command, args, options);
  if (code !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${problem ?? `exit code ${code}`}\n${stdout}${stderr}`);
  return stdout;
}
