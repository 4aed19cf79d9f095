// Decides that no process outlives the benchmark that started it.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends the process when this one ends, unless it ended before. */
export function endWithUs(child: ChildProcess): void {
  const end = () => child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

/** Resolves once it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
