// Prints lines for the user during an operation, for example that a request waits for its retry.

/**
 * Prints to standard error. The engine shows it at once for the dynamic provider host, but hides it for plugins
 * (docs/decisions/0016).
 */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Ends the process when its standard error breaks, because the engine is gone. Otherwise, Pulumi's host would endlessly report
 * the broken pipe on the broken pipe.
 */
export function endWithStandardError(): void {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => process.exit(1));
}

/** Milliseconds; shorter waits are not printed. */
const SHORTEST_SHOWN = 1_000;

export type ShowWait = (reason: string, milliseconds: number, waiting: number) => void;

/** Returns a function that prints the reason of a wait and the number of waiting requests, once for each reason. */
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
