// Lines for the user while an operation is under way.

/** What the dynamic provider host's standard error shows appears as it happens; what a plugin writes there, the engine hides (engine.md §7). */
let show = (line: string): void => void process.stderr.write(`${line}\n`);

export function tell(line: string): void {
  show(line);
}

/** Has lines shown otherwise. */
export function tellBy(way: (line: string) => void): void {
  show = way;
}
