import { phoneNumber } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";

/** Sets the time of the last update, also when no field changed (gap `unchanged-update`). */
export function phoneNumberHandlers(context: Context): Handlers {
  const now = () => context.clock.now();
  return collectionHandlers(context, phoneNumber, {
    whenUpdated: () => ({ updated_at: timestamp(now()) }),
    shown: (_, { created_at: created, next_billed_at: billed }) => {
      const next = billed === undefined ? monthAfter(String(created), 1, now()) : monthAfter(String(billed), 0, now());
      return { next_billed_at: timestamp(next) };
    },
  });
}

/** Returns the first time after `now` that is whole months after `start`, and at least so many. */
function monthAfter(start: string, least: number, now: number): number {
  const time = Date.parse(start);
  const [from, to] = [new Date(time), new Date(now)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const count = Math.max(months, least);
  const candidate = monthsAfter(time, count);
  return candidate > now ? candidate : monthsAfter(time, count + 1);
}

/** Returns the same time of day and month that many months later; the last day of a shorter month. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // 31 January plus one month is the last day of February, not 3 March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
