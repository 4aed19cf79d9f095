// The time of a call, as a user names it. All times are UTC (gap `condition-time-zone`).

import { DAYS } from "../../contract/calling.ts";

const DAY = 24 * 60 * 60_000;

/** The form of a time, as the end of a sentence. */
export const TIME_RULE = 'must be a possible time in UTC, as "Mon 10:00" or "2026-12-25 10:00"';

/** Returns the time that a text names: the next such day from today on, or a date. Undefined for any other text. */
export function timeIn(text: string, now: number): number | undefined {
  const [, name, clock] = /^(\w{3}|\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const midnight = now - (now % DAY);
  const day = DAYS.findIndex((each) => each.toLowerCase() === name.toLowerCase());
  const date = day < 0 ? name : new Date(midnight + ((day - dayOf(midnight) + 7) % 7) * DAY).toISOString().slice(0, 10);
  return timeOf(`${date}T${clock}`);
}

/** Returns the time of `2026-12-25T10:00`. Undefined for 31 February and 24:00, which `Date` takes for the next day. */
function timeOf(text: string): number | undefined {
  const time = Date.parse(`${text}:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}

/** Returns the day of the week, from 0 for Monday. */
function dayOf(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7;
}
