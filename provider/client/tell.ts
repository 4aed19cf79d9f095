// Lines for the user while an operation is under way.

/** What the dynamic provider host's standard error shows appears as it happens; what a plugin writes there, the engine hides (engine.md §7). */
let show = (line: string): void => void process.stderr.write(`${line}\n`);

export function tell(line: string): void {
  show(line);
}

/**
 * Ends a provider's process that has something to tell when the engine is gone. Pulumi's host would try to print that it cannot
 * print, and then that it cannot print that, for ever.
 */
export function endWithEngine(): void {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => process.exit(1));
}

/** Has lines shown otherwise. */
export function tellBy(way: (line: string) => void): void {
  show = way;
}
