// Counts the commands that tests give to the engine: they take most of the time of a whole run.

import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Engine } from "../../scripts/engine/obtain.ts";

type Callable = Pick<Engine, "command" | "env">;

/**
 * Returns the engine behind a script in `folder` that appends the name of each command to `file`. The engine still finds its
 * language hosts beside its executable. Windows has no such scripts, so there the engine stays as it is.
 */
export async function countedEngine({ command, env }: Callable, folder: string, file: string): Promise<Callable> {
  if (process.platform === "win32") return { command, env };
  await mkdir(folder, { recursive: true });
  const counting = join(folder, "pulumi");
  const script = `#!/bin/sh\necho "\${1:-help}" >> ${quoted(file)}\nexec ${quoted(command)} "$@"\n`;
  await writeFile(counting, script, { mode: 0o755 });
  return { command: counting, env: { ...env, PATH: [folder, env.PATH].join(delimiter) } };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
