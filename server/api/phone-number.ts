import { type Body, phoneNumber } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";

export function phoneNumberHandlers(context: Context): Handlers {
  const now = () => context.clock.now();
  return collectionHandlers(context, phoneNumber, {
    // Merged from the stored number, the document still has the time of the update before.
    computed: (document) => registered(document, now()),
    shown: (_, document) => {
      const { created_at: created, next_billed_at: billed } = document;
      // A number that was never billed shows the time of its purchase (gap `fresh-number-handler`).
      const next = billed === undefined ? created : timestamp(monthAfter(String(billed), now()));
      const country_code = String(document.number).startsWith("+1") ? "US" : null;
      return { ...registered(document, now()), next_billed_at: next, country_code };
    },
  });
}

/** Milliseconds that the registration of an emergency address takes, less the fraction that `updated_at` lacks. */
const REGISTRATION = 2_000;

/** As specified, and as the live service's types have it. */
const TOLL_FREE = new Set(["toll-free", "tollfree"]);

/** Returns how far the emergency registration of a stored number is (gap `emergency-address-assignment`). */
export function registered(document: Body, now: number): Body {
  const { e911_address_id, e911_status, number_type, updated_at } = document;
  const isUnderWay = e911_status === "pending" || e911_status === "pending_removal";
  if (!isUnderWay || now < Date.parse(String(updated_at)) + REGISTRATION)
    return e911_status === undefined ? {} : { e911_address_id: e911_address_id ?? null, e911_status };
  if (e911_status === "pending_removal") return { e911_address_id: null, e911_status: "unregistered" };
  return { e911_address_id, e911_status: TOLL_FREE.has(String(number_type)) ? "failed" : "active" };
}

/** Returns the first time after `now` that is whole months after `start`. */
function monthAfter(start: string, now: number): number {
  const time = Date.parse(start);
  const [from, to] = [new Date(time), new Date(now)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const candidate = monthsAfter(time, Math.max(months, 0));
  return candidate > now ? candidate : monthsAfter(time, Math.max(months, 0) + 1);
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
