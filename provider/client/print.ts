// Lines for the user while an operation is under way: what goes to standard error, and that a request waits to be sent again.

/** Standard error of the dynamic provider host appears as it is written; what a plugin writes there, the engine hides (docs/decisions/0016). */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Ends the process when its standard error breaks, because the engine is gone. Without this, Pulumi's host would report the
 * broken pipe on the broken pipe for ever.
 */
export function endWithStandardError(): void {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => process.exit(1));
}

/** Milliseconds. */
const SHORTEST_SHOWN = 1_000;

export type ShowWait = (reason: string, milliseconds: number, waiting: number) => void;

/** Prints that requests wait, why, and how many wait behind this one; once for all that wait for the same thing. */
export function showingWaits(print: (line: string) => void): ShowWait {
  let shownUntil = 0;
  return (reason, milliseconds, waiting) => {
    const now = Date.now();
    if (milliseconds < SHORTEST_SHOWN || now + milliseconds <= shownUntil + SHORTEST_SHOWN) return;
    shownUntil = now + milliseconds;
    const others = waiting > 0 ? `, ${waiting} more waiting behind it` : "";
    print(`Waiting ${(milliseconds / 1_000).toFixed(1)} s: ${reason}${others}.`);
  };
}
