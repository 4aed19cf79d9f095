// What is shown while a request waits to be sent again.

import { tell } from "./tell.ts";

const SHORTEST_SHOWN = 1_000;
let shownUntil = 0;

/** Says that requests wait, why, and how many wait behind this one; once for all that wait for the same thing. */
export function showWait(reason: string, milliseconds: number, waiting: number, now = Date.now()): void {
  if (milliseconds < SHORTEST_SHOWN || now + milliseconds <= shownUntil + SHORTEST_SHOWN) return;
  shownUntil = now + milliseconds;
  const others = waiting > 0 ? `, ${waiting} more waiting behind it` : "";
  tell(`Waiting ${(milliseconds / 1_000).toFixed(1)} s: ${reason}${others}.`);
}
