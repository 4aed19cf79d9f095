// The times at which calls are tried, and their description as opening hours. All times are UTC (gap `condition-time-zone`).

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Dates in an expression that are tried, at most. */
const MOST_DATES = 20;

/**
 * Returns the dates that a text names: "2026-12-25", and "12-25" for each year, which `getMonth() == 11 && getDate() == 25` names too. A
 * month without a day is its first day; a day without a month is that of January.
 */
export function datesIn(text: string): string[] {
  const found = text.match(/(?<![\d-])(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d-])/g) ?? [];
  const months = comparedWith("Month", text).map((month) => month + 1);
  const days = comparedWith("Date", text);
  const isNamed = months.length + days.length > 0;
  const compared = (months.length > 0 ? months : [1]).flatMap((month) =>
    (days.length > 0 ? days : [1]).map((day) => `${twoDigits(month)}-${twoDigits(day)}`),
  );
  const all = [...found, ...localDatesIn(text), ...(isNamed ? compared : [])];
  // In another time zone, a date begins or ends on another day of UTC.
  return [
    ...new Set(/timeZone|3_?600|36e5|\*\s*60/.test(text) ? all.flatMap((date) => [date, ...besides(date)]) : all),
  ];
}

/** Returns the dates that a text names as Americans and Germans write them: "12/25/2026", "12/25", "25.12.2026". */
function localDatesIn(text: string): string[] {
  const american = [...text.matchAll(/["'`](\d{1,2})\/(\d{1,2})(?:\/(\d{4})?)?["'`,]/g)];
  const german = [...text.matchAll(/["'`](\d{1,2})\.(\d{1,2})\.(\d{4})?["'`,]/g)];
  const dates = [
    ...american.map(([, month, day, year]) => [year, month, day]),
    ...german.map(([, day, month, year]) => [year, month, day]),
  ];
  return dates.map((parts) => parts.flatMap((each) => (each === undefined ? [] : each.padStart(2, "0"))).join("-"));
}

/** Returns the days before and after a date. */
function besides(date: string): string[] {
  const isYearly = date.length === 5;
  const time = Date.parse(`${isYearly ? `2024-${date}` : date}T00:00:00Z`);
  if (Number.isNaN(time)) return [];
  return [time - DAY, time + DAY].map((each) => new Date(each).toISOString().slice(isYearly ? 5 : 0, 10));
}

/** Returns the numbers with which a condition compares a field of a date. After `>` and `<`, also the next ones. */
function comparedWith(field: "Month" | "Date", text: string): number[] {
  const found = [...text.matchAll(new RegExp(`\\bget(?:UTC)?${field}\\(\\)\\s*([=!<>]+)\\s*(\\d{1,2})\\b`, "g"))];
  return found.flatMap(([, operator = "", digits]) => {
    const value = Number(digits);
    return /[<>]/.test(operator) ? [value - 1, value, value + 1] : [value];
  });
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * Returns the first millisecond of each minute: of a week, from Monday on, and then of the next days with one of the dates. The week is
 * the first one from `now` on without any of them.
 */
export function minutesToTry(now: number, dates: Iterable<string> = []): { week: number[]; days: number[] } {
  const midnight = now - (now % DAY);
  const days = [...dates]
    .flatMap((date) => nextDay(date, midnight) ?? [])
    .sort((a, b) => a - b)
    .slice(0, MOST_DATES);
  const isNamed = (monday: number) => days.some((day) => day >= monday && day < monday + WEEK);
  let monday = midnight - dayOf(midnight) * DAY;
  while (isNamed(monday)) monday += WEEK;
  const minutesFrom = (start: number, count: number) => Array.from({ length: count }, (_, at) => start + at * MINUTE);
  return { week: minutesFrom(monday, WEEK / MINUTE), days: days.flatMap((day) => minutesFrom(day, DAY / MINUTE)) };
}

/** Returns the midnight that begins the date; undefined for one in the past, or none of a calendar. */
function nextDay(date: string, today: number): number | undefined {
  const year = new Date(today).getUTCFullYear();
  const candidates = date.length > 5 ? [date] : [`${year}-${date}`, `${year + 1}-${date}`];
  return candidates.map((each) => timeOf(`${each}T00:00`)).find((day) => day !== undefined && day >= today);
}

/** Describes minutes of a week and of single days: "Mon–Fri 09:00–17:00, Sat 10:00–12:00, 2026-12-25". */
export function hoursOf(times: readonly number[], [monday = 0]: readonly number[]): string {
  const isInWeek = (time: number) => time >= monday && time < monday + WEEK;
  const byHours = (inOneWeek: readonly number[]) => {
    const days = new Map<string, number[]>();
    for (const [day, hours] of hoursByDay(inOneWeek)) days.set(hours, [...(days.get(hours) ?? []), day]);
    return [...days];
  };
  const withHours = (days: string, hours: string) => `${days}${hours === "" ? "" : ` ${hours}`}`;
  const weekly = byHours(times.filter(isInWeek)).map(([hours, days]) => withHours(daysOf(days.map(dayOf)), hours));
  const dated = byHours(times.filter((time) => !isInWeek(time))).map(([hours, days]) =>
    withHours(days.map((day) => new Date(day).toISOString().slice(0, 10)).join(", "), hours),
  );
  return [...weekly, ...dated].join(", ");
}

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

/** Midnight of a day → its hours; empty for the whole day. */
function hoursByDay(times: readonly number[]): Map<number, string> {
  const minutes = new Map<number, number[]>();
  for (const time of times) {
    const day = time - (time % DAY);
    const known = minutes.get(day) ?? [];
    known.push((time % DAY) / MINUTE);
    minutes.set(day, known);
  }
  return new Map([...minutes].map(([day, each]) => [day, clockSpansOf(each)]));
}

/** Returns the first and the last minute since 1970 of times that follow each other. */
export function spansOf(times: readonly number[]): [first: number, last: number][] {
  return runsOf(times.map((time) => time / MINUTE));
}

function clockSpansOf(minutes: readonly number[]): string {
  if (minutes.length === 24 * 60) return "";
  return runsOf(minutes)
    .map(([from, to]) => `${clockOf(from)}–${clockOf(to + 1)}`)
    .join(" and ");
}

function daysOf(days: readonly number[]): string {
  return runsOf(days)
    .map(([from, to]) => (from === to ? DAYS[from] : `${DAYS[from]}–${DAYS[to]}`))
    .join(", ");
}

/** Returns the first and the last of numbers that follow each other. */
function runsOf(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [from: number, to: number][] = [];
  for (const each of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === each - 1) last[1] = each;
    else runs.push([each, each]);
  }
  return runs;
}

function clockOf(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}
