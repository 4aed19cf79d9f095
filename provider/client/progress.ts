// Decides what is shown while a request waits to be sent again. What a provider writes to standard error appears to the
// user as it happens (engine.md §7).

const SHORTEST_SHOWN = 1_000;
let shownUntil = 0;

export interface Outlook {
  /** Requests that wait behind this one. */
  readonly waiting: number;
  /** Requests that may start within a second afterwards; infinite when nothing holds them back. */
  readonly perSecond: number;
}

/** Says that requests wait, why, and how it goes on; once for all that wait for the same thing. */
export function showWait(
  reason: string,
  milliseconds: number,
  { waiting, perSecond }: Outlook,
  now = Date.now(),
): void {
  if (milliseconds < SHORTEST_SHOWN || now + milliseconds <= shownUntil + SHORTEST_SHOWN) return;
  shownUntil = now + milliseconds;
  const others = waiting > 0 ? `, ${waiting} more waiting behind it` : "";
  const pace = Number.isFinite(perSecond) ? `; then at most ${perSecond.toFixed(1)} such requests a second` : "";
  process.stderr.write(`Waiting ${(milliseconds / 1_000).toFixed(1)} s: ${reason}${others}${pace}.\n`);
}
