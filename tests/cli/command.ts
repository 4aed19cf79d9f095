// Runs a command of this package in a process of its own, as a shell does.

import { fileURLToPath } from "node:url";
import { compiled } from "../compiled.ts";
import { runNode } from "../scripts/machine.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

/** The command sees no variable of this process but those that Node needs. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const { PATH } = process.env;
  const ended = await runNode([PROGRAM, ...args], { PATH, ...compiled, ...env }, cwd === undefined ? {} : { cwd });
  return { code: ended.code, out: ended.stdout, err: ended.stderr };
}
