// The times of calls, as minutes since 1970. All times are UTC (gap `condition-time-zone`).

import { type CallTimes, timesIn } from "../../contract/calling.ts";
import { joined, type Span, type Times } from "./spans.ts";

const DAY = 24 * 60;
const MINUTE_IN_MS = 60_000;
/** A call is tried at each minute of the next 366 days, and of the day that has begun. */
const DAYS = 367;

/** Returns the times that an exploration tries, from the midnight before `now` on. */
export function timesFrom(now: number): Times {
  const midnight = Math.floor(now / MINUTE_IN_MS / DAY) * DAY;
  return [[midnight, midnight + DAYS * DAY - 1]];
}

/** Returns the times that a text names: of each of these days in this horizon, or of a date. */
export function timesOf({ days, date, first, last }: CallTimes, horizon: Times): Span[] {
  const minutesOf = (midnight: number): Span => [midnight + first, midnight + last];
  if (date !== undefined) return [minutesOf(Date.parse(`${date}T00:00:00Z`) / MINUTE_IN_MS)];
  const midnights = horizon.flatMap(([from, to]) =>
    Array.from({ length: Math.ceil((to - from) / DAY) }, (_, at) => from + at * DAY),
  );
  // The first day of 1970 was a Thursday.
  return joined(midnights.filter((midnight) => days.includes((midnight / DAY + 3) % 7)).map(minutesOf));
}

/** The form of one time, as the end of a sentence. */
export const TIME_RULE = 'must be a possible time in UTC, as "Mon 10:00" or "2026-12-25 10:00"';

/** Returns the time that a text names, in milliseconds since 1970: the next such day from today on, or a date. Undefined for any other text. */
export function timeIn(text: string, now: number): number | undefined {
  const times = timesIn(text);
  if (times === undefined || times.first !== times.last || times.days.length > 1) return undefined;
  const [[minute] = []] = timesOf(times, timesFrom(now));
  return minute && minute * MINUTE_IN_MS;
}
