// Counts how often a run of the tests runs the engine, which takes most of its time. tests/engine/find-engine.ts gives the tests an
// engine that adds each of its commands to the file of the variable ENGINE_COMMANDS.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The commands that start the program or the providers. The others only read or write files of the stack. */
const RUNS = ["up", "preview", "refresh", "destroy", "import", "do"];

/** Begins to count. The returned function ends it, and returns a line with the counts; empty without commands. */
export function countEngineCommands(): () => string {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-commands-"));
  const file = join(folder, "commands");
  process.env.ENGINE_COMMANDS = file;
  return () => {
    const names = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(folder, { recursive: true, force: true });
    const parts = RUNS.map((run) => [names.filter((name) => name === run).length, run] as const)
      .filter(([count]) => count > 0)
      .map(([count, run]) => `${count} ${run}`);
    const runs = names.filter((name) => RUNS.includes(name)).length;
    return runs === 0
      ? ""
      : `${runs} runs of the engine (${parts.join(", ")}) and ${names.length - runs} other commands of its CLI\n`;
  };
}
