// How people write a call: its keys, its time, and what they expect of it. The page in the browser reads this file too.

/** One call or message, and what its caller gets. Names are those of the service or of the program. */
export type Expectation = ExpectedCall & Expected;

interface ExpectedCall {
  /** The keys that the caller presses, as `call --digits`: "1", "42#". Default: none. */
  readonly keys?: string | undefined;
  /** When the call comes, in UTC: "Mon 10:00", "Mon–Fri 09:00–17:00", "2026-12-25". Default: any time. */
  readonly at?: string | undefined;
  /** The caller's number; for a domain application, also the IP address. Default: a caller outside that is let in. */
  readonly from?: string | undefined;
  /** The text of a message. Default: a call. */
  readonly message?: string | undefined;
}

/** Exactly one of four outcomes. */
export type Expected =
  | Only<"rings">
  | Only<"answeredBy">
  | Only<"handedTo">
  | (Omit<Only<"reaches">, "reaches"> & { readonly reaches: "nobody" });

type Only<Name extends Outcome> = { readonly [name in Name]: string } & {
  readonly [name in Exclude<Outcome, Name>]?: undefined;
};

export type Outcome = "rings" | "answeredBy" | "handedTo" | "reaches";

/** The keys of a call, as a caller presses them in order. */
export const KEYS = /^[0-9*#w]{1,64}$/;

/** The rule of `KEYS`, as the end of a sentence. */
export const KEYS_RULE =
  "must be 1 to 64 of the characters 0-9 * # w, where w waits until the menu that listens times out";

export const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** Times of a usual week, or of one date. All times are UTC. */
export interface CallTimes {
  /** Days of the week, from 0 for Monday. Empty with `date`. */
  readonly days: readonly number[];
  /** "2026-12-25". */
  readonly date?: string;
  /** The first and the last minute of each day. */
  readonly first: number;
  readonly last: number;
}

export const TIMES_RULE =
  'must be times in UTC, as "Mon 10:00", "Mon–Fri 09:00–17:00", "Sat", "2026-12-25" or "2026-12-25T10:00Z"';

/** Returns the times that a text names, as reports print hours. Undefined for any other text. */
export function timesIn(text: string): CallTimes | undefined {
  const moment = momentIn(text);
  const [, named = "", other, from, to] = PARTS.exec(moment ?? text.trim()) ?? [];
  const [first, end] = [minuteOf(from ?? "00:00"), to === undefined ? undefined : minuteOf(to)];
  if (first === undefined || (to !== undefined && (end === undefined || end <= first))) return undefined;
  const last = from === undefined ? DAY - 1 : end === undefined ? first : end - 1;
  if (last >= DAY) return undefined;
  if (/^\d/.test(named))
    return isDate(named) && other === undefined ? { days: [], date: named, first, last } : undefined;
  const [begin, stop] = [dayOf(named), dayOf(other ?? named)];
  if (begin < 0 || stop < 0) return undefined;
  const count = ((stop - begin + DAYS.length) % DAYS.length) + 1;
  return { days: Array.from({ length: count }, (_, at) => (begin + at) % DAYS.length), first, last };
}

const PARTS = /^(\d{4}-\d\d-\d\d|[a-z]{3})(?:\s?[–-]\s?([a-z]{3}))?(?:,? (\d\d:\d\d)(?:\s?[–-]\s?(\d\d:\d\d))?)?$/i;
const DAY = 24 * 60;

/** Returns a moment of ISO 8601 as `2026-12-25 10:00`, in UTC. */
function momentIn(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

function minuteOf(clock: string): number | undefined {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return minutes < 60 ? hours * 60 + minutes : undefined;
}

/** False for 31 February, which `Date` takes for the next month. */
function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function dayOf(name: string): number {
  return DAYS.findIndex((each) => each.toLowerCase() === name.toLowerCase());
}
