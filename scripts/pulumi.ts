// Decides how `npm run pulumi -- <arguments>` reaches an engine: any engine that can be had, with the quickstart project's
// passphrase unless the caller has one.
import { spawn } from "node:child_process";
import { EngineUnavailable, obtainEngine } from "./engine/obtain.ts";

/** What encrypts the secrets of the quickstart's local state. Not a secret itself: that state holds reference-server values only. */
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
    // The terminal sends Ctrl-C to the whole group: the engine decides what it means, and we stay until it has ended.
    process.on("SIGINT", () => undefined);
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(signal ? 128 + (signal === "SIGINT" ? 2 : 15) : (code ?? 1)));
  });
}
