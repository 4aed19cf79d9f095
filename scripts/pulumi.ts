// Runs the engine for `npm run pulumi -- <arguments>`: any engine that can be obtained, with the quickstart's passphrase unless
// the caller sets one.
import { spawn } from "node:child_process";
import { EngineUnavailable, obtainEngine } from "./engine/obtain.ts";

/** Encrypts the secrets of the quickstart's local state. It is not a secret: that state holds only reference-server values. */
const quickstartPassphrase = "quickstart";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const engine = await obtainEngine();
    const env = { ...process.env, ...engine.env };
    if (env.PULUMI_CONFIG_PASSPHRASE === undefined && env.PULUMI_CONFIG_PASSPHRASE_FILE === undefined) {
      env.PULUMI_CONFIG_PASSPHRASE = quickstartPassphrase;
    }
    return await runThrough(engine.command, args, env);
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    console.error(error.message);
    return 2;
  }
}

function runThrough(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: "inherit" });
    // Ctrl-C in a terminal reaches the whole group. The engine handles it, and this process waits for its end.
    process.on("SIGINT", () => undefined);
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(signal ? 128 + (signal === "SIGINT" ? 2 : 15) : (code ?? 1)));
  });
}
