// Looks at the service again after a wait.

import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds before each further look: an answer may come from a copy of the service that lags, and a request may be carried
 * out after its answer was lost. Longer waits would delay each real failure.
 */
export const LAGS: readonly number[] = [500, 1_500];

/** Looks until the wanted result is there, once more after each of these waits, in milliseconds. Returns the last result. */
export async function lookUntil<T>(
  first: T,
  isThere: (seen: T) => boolean,
  look: (seen: T) => Promise<T>,
  waits: Iterable<number>,
  pause: (milliseconds: number, seen: T) => Promise<unknown> = (milliseconds) => sleep(milliseconds),
): Promise<T> {
  let seen = first;
  for (const each of waits) {
    if (isThere(seen)) break;
    await pause(each, seen);
    seen = await look(seen);
  }
  return seen;
}
