// Finds the times at which a condition has each of its values: an evaluation each half hour, and then where two of them differ.

import type { Evaluated, Known, Problem, TimedValue } from "./expressions.ts";
import { common, type Span, type Times } from "./spans.ts";

const [HALF_HOUR, DAY] = [30, 24 * 60];
const MINUTE_IN_MS = 60_000;
/** Changes of a value in these days. A value that changes more often has no hours that a reader could use. */
const MOST_CHANGES = 24 * 366;
/** Times of the day at which each day is tried, because the value changes there on other days. */
const MOST_CLOCK_TIMES = 24;
/** Dates with a time of day that an expression names. */
const MOST_MOMENTS = 50;

/** Returns what an expression is evaluated to at these times, in milliseconds since 1970. */
type Evaluate = (times: readonly number[]) => Promise<Evaluated | Problem>;

/**
 * Returns the times of each value. It finds a change that repeats weekly, and one that lasts half an hour or longer. A shorter change
 * on a single day is found when the expression names its time: "2027-03-03T10:10".
 *
 * @param text - The expression, and the values that it reads.
 * @param classOf - Returns the same for values between which the script makes no difference.
 */
export async function valuesByTime(
  horizon: Times,
  text: string,
  classOf: (value: unknown) => unknown,
  evaluate: Evaluate,
): Promise<Known> {
  const values = new Map<string, unknown>();
  const known = new Map<number, string>();
  const zones = new Set<string>();
  const isOpen = (minute: number) => !known.has(minute) && common(horizon, [[minute, minute]]).length > 0;
  let changes: ValueChange[] = [];
  let wanted = [...gridOf(horizon), ...momentsIn(text)];
  for (;;) {
    const minutes = [...new Set(wanted)].filter(isOpen);
    if (minutes.length === 0) break;
    const result = await evaluate(minutes.map((minute) => minute * MINUTE_IN_MS));
    if ("problem" in result) return result;
    for (const zone of result.zones) zones.add(zone);
    const keys = result.values.map((value) => JSON.stringify(classOf(value)) ?? "");
    for (const [at, key] of keys.entries()) values.set(key, values.get(key) ?? result.values[at]);
    for (const [at, minute] of minutes.entries()) known.set(minute, keys[result.at[at] ?? 0] ?? "");
    changes = changesIn(known);
    if (changes.length > MOST_CHANGES) return TOO_MANY;
    wanted = changes.flatMap(minutesBetween).filter(isOpen);
    if (wanted.length === 0) wanted = onEachDay(horizon, changes);
  }
  const unsteady = await unsteadyBy(known, horizon, text, (value) => JSON.stringify(classOf(value)) ?? "", evaluate);
  if (unsteady) return unsteady;
  const byTime = [...spansByKey(horizon, known, changes)].map(([key, times]) => ({ value: values.get(key), times }));
  const [only] = byTime;
  return only && byTime.length === 1 ? { value: only.value } : { byTime: fromMonday(byTime), zones: [...zones] };
}

/** Returns why the minutes of the horizon do not show all values: the seconds matter, or a year after the horizon. */
async function unsteadyBy(
  known: ReadonlyMap<number, string>,
  horizon: Times,
  text: string,
  keyOf: (value: unknown) => string,
  evaluate: Evaluate,
): Promise<Problem | undefined> {
  const keysAt = async (times: readonly number[]) => {
    const result = times.length === 0 ? { values: [], at: [] } : await evaluate(times);
    return "problem" in result ? [] : result.at.map((at) => keyOf(result.values[at]));
  };
  const minutes = [...known.keys()].filter((_, at) => at % SAMPLE === 0);
  const later = await keysAt(minutes.map((minute) => minute * MINUTE_IN_MS + SECONDS_IN_MS));
  const other = minutes.filter((minute, at) => later[at] !== undefined && later[at] !== known.get(minute));
  if (other.length > minutes.length * SHARE_OF_SECONDS) return { problem: "it depends on the seconds" };
  const values = new Set(known.values());
  const end = (horizon.at(-1)?.[1] ?? 0) * MINUTE_IN_MS;
  const years = [...new Set(text.match(/\b20\d\d\b/g))].flatMap((year) => [`${year}-01-01`, `${year}-07-01`]);
  const dates = text.match(/\b20\d\d-\d\d-\d\d\b/g) ?? [];
  const far = [...years, ...dates].map((date) => Date.parse(`${date}T12:00:00Z`)).filter((time) => time > end);
  const isNew = (await keysAt(far)).some((key) => !values.has(key));
  return isNew ? { problem: "it changes after the days that are tried" } : undefined;
}

/** One of so many minutes is tried at another second too. */
const SAMPLE = 43;
const SECONDS_IN_MS = 31_337;
/** Of a condition that compares seconds with a full hour, one minute in a day differs. */
const SHARE_OF_SECONDS = 0.02;

const TOO_MANY: Problem = {
  problem: `it changes more than ${MOST_CHANGES.toLocaleString("en-US")} times in the next 366 days`,
  isFatal: true,
};

/** A time, and the next one that was tried, at which the value is another one. */
type ValueChange = readonly [before: number, after: number];

/** Returns two minutes of each hour, others each day: each minute of a week is among them within thirty weeks. */
function gridOf(horizon: Times): number[] {
  return horizon.flatMap(([first, last]) => {
    const minutes = [first, last];
    for (let start = first; start <= last; start += HALF_HOUR)
      minutes.push(start + ((Math.floor(start / DAY) * 11) % HALF_HOUR));
    return minutes;
  });
}

/** Returns the moments that a text names, as a date with a time, in any time zone. */
function momentsIn(text: string): number[] {
  const found = text.match(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d/g) ?? [];
  const moments = [...new Set(found)].map((each) => Date.parse(`${each.replace(" ", "T")}Z`) / MINUTE_IN_MS);
  const offsets = Array.from({ length: 113 }, (_, at) => (at - 56) * 15);
  return moments
    .filter((moment) => !Number.isNaN(moment))
    .slice(0, MOST_MOMENTS)
    .flatMap((moment) => offsets.flatMap((offset) => [moment + offset - 1, moment + offset]));
}

function changesIn(known: ReadonlyMap<number, string>): ValueChange[] {
  const minutes = Float64Array.from(known.keys()).sort();
  const changes: ValueChange[] = [];
  for (let at = 1; at < minutes.length; at += 1) {
    const [before = 0, after = 0] = [minutes[at - 1], minutes[at]];
    if (known.get(before) !== known.get(after)) changes.push([before, after]);
  }
  return changes;
}

/** Returns the minutes to try between two: around a half hour, a quarter or five minutes of the clock, or in the middle. */
function minutesBetween([before, after]: ValueChange): number[] {
  const isBetween = (minute: number) => minute > before && minute < after;
  for (const step of [30, 15, 5]) {
    const round = Math.floor(after / step) * step;
    const minutes = [round - 1, round].filter(isBetween);
    if (minutes.length > 0) return minutes;
  }
  return [Math.floor((before + after) / 2)].filter(isBetween);
}

/** Returns the times of day of these changes, on each day. */
function onEachDay(horizon: Times, changes: readonly ValueChange[]): number[] {
  const counts = Map.groupBy(changes, ([, after]) => after % DAY);
  const clockTimes = [...counts].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_CLOCK_TIMES);
  return horizon.flatMap(([first, last]) =>
    Array.from({ length: Math.ceil((last - first) / DAY) }, (_, day) =>
      clockTimes.flatMap(([time]) => [first + day * DAY + time - 1, first + day * DAY + time]),
    ).flat(),
  );
}

function spansByKey(
  horizon: Times,
  known: ReadonlyMap<number, string>,
  changes: readonly ValueChange[],
): Map<string, Span[]> {
  const found = new Map<string, Span[]>();
  for (const [first, last] of horizon) {
    const starts = [first, ...changes.map(([, after]) => after).filter((start) => start > first && start <= last)];
    for (const [at, start] of starts.entries()) {
      const key = known.get(start) ?? "";
      const spans = found.get(key) ?? [];
      spans.push([start, (starts[at + 1] ?? last + 1) - 1]);
      found.set(key, spans);
    }
  }
  return found;
}

/** Sorts values by their first time from a Monday on, so that the day of the exploration does not matter. */
function fromMonday(values: readonly TimedValue[]): TimedValue[] {
  const start = values.reduce((least, { times }) => Math.min(least, times[0]?.[0] ?? least), Number.POSITIVE_INFINITY);
  const monday = start + ((8 - new Date(start * MINUTE_IN_MS).getUTCDay()) % 7) * DAY;
  const firstOf = ({ times }: TimedValue) =>
    Math.max(times.find(([, last]) => last >= monday)?.[0] ?? Number.POSITIVE_INFINITY, monday);
  return values.toSorted((a, b) => firstOf(a) - firstOf(b));
}
