// Counts the commands of the engine in a run of the tests. tests/engine/find-engine.ts gives the tests an engine that adds each of
// its commands to the file of the variable ENGINE_COMMANDS.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Begins to count. The returned function ends it, and returns a line with the counts; empty without commands. */
export function countEngineCommands(): () => string {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-commands-"));
  const file = join(folder, "commands");
  process.env.ENGINE_COMMANDS = file;
  return () => {
    const names = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(folder, { recursive: true, force: true });
    if (names.length === 0) return "";
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const parts = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
    return `${names.length} commands of the engine: ${parts.join(", ")}\n`;
  };
}
