// `node scripts/with-engine.ts <command> …` runs a command with a Pulumi engine on the PATH: the user's own, or one that can be had.
// The command gets Ctrl-C itself, and its exit code is this one's.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { EngineUnavailable, obtainEngine } from "./engine/obtain.ts";

/** The passphrase of the state that `npm start` makes. It is not a secret: that state holds values of a reference server only. */
const PASSPHRASE = "nothing here is secret";

process.exitCode = await main(process.argv.slice(2));

async function main([command = "pulumi", ...args]: readonly string[]): Promise<number> {
  try {
    const engine = await obtainEngine();
    const env = { ...process.env, ...engine.env };
    if (env.PULUMI_CONFIG_PASSPHRASE_FILE === undefined) env.PULUMI_CONFIG_PASSPHRASE ??= PASSPHRASE;
    return await run(command === "pulumi" ? engine.command : command, args, env);
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { env, stdio: "inherit" });
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code, signal] = await once(child, "close");
  return signal ? 128 + constants.signals[signal as NodeJS.Signals] : code;
}
