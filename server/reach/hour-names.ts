// Names the times of a path as opening hours: "Mon–Fri 09:00–17:00 America/New_York, 2026-12-25".

import { common, joined, type Span, type Times, without } from "../calls/spans.ts";

const DAY = 24 * 60;
const MINUTE_IN_MS = 60_000;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** Parts of a short name. */
const MOST_PARTS = 12;

export interface HourName {
  readonly whole: string;
  /** Without the later ones of many parts. */
  readonly short: string;
}

/** Names times within one horizon. The same times have the same name. */
export class HourNames {
  readonly #horizon: Times;
  readonly #names = new Map<string, HourName>();
  readonly #clocks = new Map<string, readonly Clock[]>();

  constructor(horizon: Times) {
    this.#horizon = horizon;
  }

  /**
   * Returns the name of times in the zone with the shortest one: one of `zones`, or UTC. A date that is named does not belong to its
   * day of the week. The other paths of the caller name the rest of that date.
   */
  of(times: Times, zones: readonly string[]): HourName {
    const key = JSON.stringify([zones, times]);
    const known = this.#names.get(key);
    if (known) return known;
    const all = [...new Set([...zones.filter((zone) => zone !== "UTC"), "UTC"])].flatMap((zone) => {
      const parts = this.#partsIn(zone, times);
      return parts ? [{ parts, suffix: zone === "UTC" ? "" : ` ${zone}` }] : [];
    });
    const { parts, suffix } = all.reduce((best, each) => (each.parts.length < best.parts.length ? each : best));
    const more = parts.length - MOST_PARTS;
    const name = {
      whole: `${parts.join(", ")}${suffix}`,
      short: `${parts.slice(0, MOST_PARTS).join(", ")}${more > 0 ? ` and ${more} more` : ""}${suffix}`,
    };
    this.#names.set(key, name);
    return name;
  }

  /** Returns undefined when two minutes that the zone's clocks show alike differ. */
  #partsIn(zone: string, times: Times): string[] | undefined {
    const clocks = this.#clocks.get(zone) ?? clocksOf(zone, this.#horizon);
    this.#clocks.set(zone, clocks);
    const shown = shownBy(clocks, times);
    if (common(shown, shownBy(clocks, without(this.#horizon, times))).length > 0) return undefined;
    return partsOf(daysOf(shownBy(clocks, this.#horizon), shown));
  }
}

/** Minutes in which the clocks of a zone are ahead of UTC by the same number of minutes. */
interface Clock {
  readonly during: Span;
  readonly ahead: number;
}

function clocksOf(zone: string, horizon: Times): Clock[] {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const aheadAt = (minute: number) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(minute * MINUTE_IN_MS)) ?? [];
    return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  };
  const found: Clock[] = [];
  const add = ([first, last]: Span, ahead: number) => {
    const before = found.at(-1);
    const isSame = before?.ahead === ahead && before.during[1] === first - 1;
    if (isSame) found[found.length - 1] = { ahead, during: [before.during[0], last] };
    else found.push({ ahead, during: [first, last] });
  };
  /** Halves the span until its ends show the same. No zone changes its clocks twice a day. */
  const split = (first: number, last: number) => {
    const ahead = aheadAt(first);
    if (ahead === aheadAt(last)) add([first, last], ahead);
    else {
      const middle = Math.floor((first + last) / 2);
      split(first, middle);
      split(middle + 1, last);
    }
  };
  for (const [first, last] of horizon)
    for (let day = first; day <= last; day += DAY) split(day, Math.min(day + DAY - 1, last));
  return found;
}

/** Returns times as the zone's clocks show them. */
function shownBy(clocks: readonly Clock[], times: Times): Span[] {
  return joined(
    clocks.flatMap(({ during, ahead }) =>
      common(times, [during]).map(([first, last]): Span => [first + ahead, last + ahead]),
    ),
  );
}

interface Day {
  /** Days since 1970. */
  readonly date: number;
  /** Its minutes within the horizon: not all at the horizon's ends, and where clocks are put forward. */
  readonly all: Times;
  /** Its minutes among the times. */
  readonly hours: Times;
}

function daysOf(horizon: Times, times: Times): Day[] {
  const hours = byDay(times);
  return [...byDay(horizon)].map(([date, all]) => ({ date, all, hours: hours.get(date) ?? [] }));
}

/** Returns the minutes of each day, by the days since 1970. */
function byDay(times: Times): Map<number, Span[]> {
  const days = new Map<number, Span[]>();
  for (const [first, last] of times)
    for (let date = Math.floor(first / DAY); date * DAY <= last; date += 1) {
      const [from, to] = [Math.max(first - date * DAY, 0), Math.min(last - date * DAY, DAY - 1)];
      days.set(date, [...(days.get(date) ?? []), [from, to]]);
    }
  return days;
}

/** Days from a date on that repeat weekly. */
interface Season {
  readonly first: number;
  last: number;
  /** Hours of each day of the week, from Monday on. */
  readonly week: readonly Times[];
}

/** More seasons, or dates that differ from them, follow no week. Each date is named then. */
const [MOST_SEASONS, MOST_DATES] = [6, 60];

/** Returns "Mon–Fri 09:00–17:00", for one season or for several, and then the dates that differ. */
function partsOf(days: readonly Day[]): string[] {
  const seasons: Season[] = [];
  const dated: Day[] = [];
  for (const [at, day] of days.entries()) {
    let season = seasons.at(-1);
    if (!season || !(isUsual(day, season) || isException(days, at, season))) {
      season = { first: day.date, last: day.date, week: weekFrom(days.slice(at, at + 28)) };
      seasons.push(season);
    }
    // The first day of a season may be an exception too: today may be a holiday.
    if (isUsual(day, season)) season.last = day.date;
    else dated.push(day);
  }
  if (seasons.length > MOST_SEASONS || dated.length > MOST_DATES) return datedParts(days);
  return [...seasonParts(seasons), ...datedParts(dated)];
}

function isUsual({ date, all, hours }: Day, { week }: Season): boolean {
  return textOf(common(week[weekdayOf(date)] ?? [], all)) === textOf(hours);
}

/** True when most of the next three same days of the week are as usual again. */
function isException(days: readonly Day[], at: number, season: Season): boolean {
  const next = [7, 14, 21].flatMap((ahead) => days[at + ahead] ?? []);
  return next.filter((day) => isUsual(day, season)).length * 2 >= next.length;
}

/** Returns the hours that most of the same days of the week have. */
function weekFrom(days: readonly Day[]): Times[] {
  return WEEKDAYS.map((_, weekday) => {
    const same = days.filter(({ date, all }) => weekdayOf(date) === weekday && textOf(all) === WHOLE_DAY);
    const alike = [...Map.groupBy(same, ({ hours }) => textOf(hours)).values()];
    return alike.toSorted((a, b) => b.length - a.length)[0]?.[0]?.hours ?? [];
  });
}

function seasonParts(seasons: readonly Season[]): string[] {
  return seasons.flatMap(({ first, last, week }, at) => {
    const from = at === 0 ? "" : ` from ${dateOf(first)}`;
    const to = at === seasons.length - 1 ? "" : ` to ${dateOf(last)}`;
    return byHours(week.map((hours, day) => ({ day, hours }))).map(([hours, days]) => {
      const names = runsOf(days).map(([start, end]) =>
        start === end ? WEEKDAYS[start] : `${WEEKDAYS[start]}–${WEEKDAYS[end]}`,
      );
      return `${names.join(hours === "" ? ", " : " and ")}${hours}${from}${to}`;
    });
  });
}

function datedParts(days: readonly Day[]): string[] {
  return byHours(days.map(({ date, hours }) => ({ day: date, hours }))).flatMap(([hours, dates]) => {
    const names = runsOf(dates).flatMap(([first, last]) =>
      last - first < 2
        ? Array.from({ length: last - first + 1 }, (_, at) => dateOf(first + at))
        : [`${dateOf(first)} to ${dateOf(last)}`],
    );
    return names.map((name) => `${name}${hours}`);
  });
}

/** Returns the days with the same hours, in the order of their first one. Empty hours are the whole day. */
function byHours(days: readonly { readonly day: number; readonly hours: Times }[]): [hours: string, days: number[]][] {
  const alike = Map.groupBy(
    days.filter(({ hours }) => hours.length > 0),
    ({ hours }) => (textOf(hours) === WHOLE_DAY ? "" : ` ${clockSpansOf(hours)}`),
  );
  return [...alike].map(([hours, each]) => [hours, each.map(({ day }) => day)]);
}

function clockSpansOf(hours: Times): string {
  return hours.map(([from, to]) => `${clockOf(from)}–${clockOf(to + 1)}`).join(" and ");
}

function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((value) => String(value).padStart(2, "0")).join(":");
}

/** Returns the first and the last of numbers that follow each other. */
function runsOf(numbers: readonly number[]): Span[] {
  return joined(numbers.map((each): Span => [each, each]));
}

/** Returns the day of the week, from 0 for Monday: the first day of 1970 was a Thursday. */
function weekdayOf(date: number): number {
  return (((date + 3) % 7) + 7) % 7;
}

function dateOf(date: number): string {
  return new Date(date * DAY * MINUTE_IN_MS).toISOString().slice(0, 10);
}

function textOf(times: Times): string {
  return times.join(" ");
}

const WHOLE_DAY = textOf([[0, DAY - 1]]);
