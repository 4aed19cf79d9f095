// Decides that a benchmark leaves nothing behind, however it ends: no process, no folder.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";

const ends = new Set<() => void>();
const removals = new Set<() => void>();
process.once("exit", () => {
  // Whoever still runs may be writing.
  for (const work of [...ends, ...removals]) {
    try {
      work();
    } catch (error) {
      console.error(`Something is left behind: ${(error as Error).message}`);
    }
  }
});
// A signal's own effect would skip that.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

/** Ends the process when this one ends, unless it ended before; one that was started detached with all that it started. */
export function endWithUs(child: ChildProcess, { detached = false } = {}): void {
  const end = () => {
    if (detached && child.pid !== undefined) process.kill(-child.pid);
    else child.kill();
  };
  ends.add(end);
  child.once("exit", () => ends.delete(end));
}

/** Removes the folder when this process ends, or when the function it gives is called. */
export function removeWithUs(folder: string): () => void {
  const remove = () => {
    removals.delete(remove);
    // The engine takes a moment to end, and writes until then.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  removals.add(remove);
  return remove;
}

/** Resolves once it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
