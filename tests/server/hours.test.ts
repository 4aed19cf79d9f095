// The times at which a condition holds, their names, and the times that a user names.

import { describe, expect, test } from "vitest";
import { valuesByTime } from "../../server/calls/changes-of-time.ts";
import { Expressions } from "../../server/calls/expressions.ts";
import { timeIn, timesFrom } from "../../server/calls/hours.ts";
import { assumedAt } from "../../server/calls/running-call.ts";
import type { Times } from "../../server/calls/spans.ts";
import { Variables } from "../../server/calls/variables.ts";
import { HourNames } from "../../server/reach/hour-names.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const NOON = at("2031-12-24T12:00"); // a Wednesday

/** The year that follows has a leap day. */
const TUESDAY = at("2027-06-15T12:00");
const MINUTE = 60_000;
/** Minutes between two times at which a condition is compared with its spans, besides the ends of these. */
const STEP = 389;

const scope = { vars: { holidays: ["07-04", "12-25"], open: "08:30" }, timed: {}, groups: {} };

async function spansOf(condition: string) {
  const expressions = new Expressions(60_000);
  const known = await valuesByTime(timesFrom(TUESDAY), condition, Boolean, (times) =>
    expressions.evaluate(condition, scope, times),
  );
  if (!("byTime" in known)) throw new Error(JSON.stringify(known));
  const of = (value: boolean): Times => known.byTime.find((each) => Boolean(each.value) === value)?.times ?? [];
  return { zones: known.zones, spans: [of(true), of(false)] as const };
}

/** `Date` at one time, as the service is assumed to have it, without this package's sandbox. */
class Then extends Date {
  static at = 0;
  static formats = new Map<string, Intl.DateTimeFormat>();

  constructor(...given: (number | string | Date)[]) {
    const [first = Then.at, ...more] = given as number[];
    super(
      typeof first === "string"
        ? `${first} UTC`.replace("Z UTC", "Z")
        : more.length
          ? Date.UTC(first, ...(more as [number]))
          : first,
    );
  }

  static override now = () => Then.at;
  override getFullYear = () => this.getUTCFullYear();
  override getMonth = () => this.getUTCMonth();
  override getDate = () => this.getUTCDate();
  override getDay = () => this.getUTCDay();
  override getHours = () => this.getUTCHours();
  override getMinutes = () => this.getUTCMinutes();

  override toLocaleString(locales = "en-US", options: Intl.DateTimeFormatOptions = {}): string {
    const key = JSON.stringify([locales, options]);
    const { timeZone, ...parts } = options;
    const all = Object.keys(parts).some((part) => part !== "hour12") ? {} : { ...Then.date, ...Then.time };
    const format = Then.formats.get(key) ?? new Intl.DateTimeFormat(locales, { timeZone: "UTC", ...all, ...options });
    Then.formats.set(key, format);
    return format.format(this);
  }

  static readonly date = { year: "numeric", month: "numeric", day: "numeric" } as const;
  static readonly time = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
  override toLocaleTimeString = (locales?: string, options?: Intl.DateTimeFormatOptions): string =>
    this.toLocaleString(locales, { ...Then.time, ...options });
  override toLocaleDateString = (locales?: string, options?: Intl.DateTimeFormatOptions): string =>
    this.toLocaleString(locales, { ...Then.date, ...options });
}
const ThenIntl = {
  DateTimeFormat: class {
    readonly given: [string, Intl.DateTimeFormatOptions];
    constructor(...given: [string, Intl.DateTimeFormatOptions]) {
      this.given = given;
    }
    format = (date = new Then()) => new Then(date).toLocaleString(...this.given);
  },
};

const within = (zone: string) => `new Date(new Date().toLocaleString("en-US", { timeZone: "${zone}" }))`;
const office = (date: string) =>
  `(d => d.getDay() >= 1 && d.getDay() <= 5 && d.getHours() >= 9 && d.getHours() < 17)(${date})`;
const part = (zone: string, options: object, locale = "en-US") =>
  `new Date().toLocaleString("${locale}", ${JSON.stringify({ timeZone: zone, ...options })})`;
const hour = { hour: "2-digit", hourCycle: "h23" };

describe("each minute of the next 366 days is in the span of its own value, of", () => {
  test.each<[what: string, condition: string, name?: string | RegExp]>([
    ["a zone with summer time", office(within("America/New_York")), "Mon–Fri 09:00–17:00 America/New_York"],
    ["a zone of quarter hours", office(within("Asia/Kathmandu")), "Mon–Fri 09:00–17:00 Asia/Kathmandu"],
    ["a summer time of half an hour", office(within("Australia/Lord_Howe")), /^Mon–Fri 09:00–17:00 Australia/],
    ["a zone across the date line", office(within("Pacific/Auckland")), "Mon–Fri 09:00–17:00 Pacific/Auckland"],
    ["a night of a zone", `[22, 23, 0, 1, 2, 3].includes(${within("America/Chicago")}.getHours())`],
    ["the hour that summer time leaves out", `${within("America/New_York")}.getHours() == 2`],
    ["the hour that winter time repeats", `${within("Europe/Berlin")}.getHours() == 2`],
    [
      "a week of a zone by its names",
      `["Sat", "Sun"].includes(${part("America/Los_Angeles", { weekday: "short" })})`,
      "Sat–Sun America/Los_Angeles",
    ],
    [
      "an hour in a format",
      `Number(${part("Europe/London", hour, "en-GB")}) >= 9`,
      "Mon–Sun 09:00–24:00 Europe/London",
    ],
    [
      "a time in a format",
      `(t => t >= open && t < "17:45")(new Date().toLocaleTimeString("en-GB", { timeZone: "Europe/Paris", hour: "2-digit", minute: "2-digit" }))`,
      "Mon–Sun 08:30–17:45 Europe/Paris",
    ],
    [
      "Intl.DateTimeFormat",
      `Number(new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Tokyo", hour: "numeric" }).format(new Date())) < 9`,
      "Mon–Sun 00:00–09:00 Asia/Tokyo",
    ],
    [
      "holidays of a zone",
      `holidays.includes(${part("America/New_York", { month: "2-digit", day: "2-digit" })}.replace("/", "-"))`,
      /^2027-07-04, 2027-12-25 America\/New_York$/,
    ],
    ["two zones", `${within("America/New_York")}.getHours() >= 9 && ${within("America/Los_Angeles")}.getHours() < 17`],
    ["an offset of half hours", office("new Date(Date.now() + 5.5 * 3600e3)"), "Mon–Fri 03:30–11:30"],
    [
      "an offset by setHours",
      office("new Date(new Date().setHours(new Date().getHours() - 8))"),
      "Mon 17:00–24:00, Tue–Fri 00:00–01:00 and 17:00–24:00, Sat 00:00–01:00",
    ],
    [
      "minutes",
      "(d => d.getHours() * 60 + d.getMinutes() >= 510 && d.getHours() < 17)(new Date())",
      "Mon–Sun 08:30–17:00",
    ],
    ["one minute a week", "/^Tue.* 10:17:/.test(new Date().toUTCString())", "Tue 10:17–10:18"],
    ["milliseconds", "(Date.now() / 36e5) % 24 < 9.25", "Mon–Sun 00:00–09:15"],
    ["a year's end", "new Date().getFullYear() == 2027", "Mon–Sun to 2027-12-31"],
    ["a month", "new Date().getMonth() == 6", "Mon–Sun from 2027-07-01 to 2027-07-31"],
    ["a leap day", "new Date().toISOString().slice(5, 10) == '02-29'", "2028-02-29"],
    ["a fixed date", "new Date().toISOString().startsWith('2027-12-24')", "2027-12-24"],
    ["a date of the last week", "new Date().toISOString().startsWith('2028-06-12')", "2028-06-12"],
    [
      "fixed times over midnight",
      "(t => t >= '2027-12-31T23:30' && t < '2028-01-01T00:30')(new Date().toISOString())",
      "2027-12-31 23:30–24:00, 2028-01-01 00:00–00:30",
    ],
    [
      "a quarter of an hour once",
      "/^2027-09-03T10:(1\\d|2[0-4])/.test(new Date().toISOString()) || '2027-09-03T10:10' == 0",
    ],
    ["a time since 1970", "Date.now() < 1830297600000", "Mon–Sun to 2027-12-31"],
    ["the first Monday of a month", "(d => d.getDay() == 1 && d.getDate() <= 7 && d.getHours() < 12)(new Date())"],
    ["every second week", "Math.floor(Date.now() / 6048e5) % 2 == 0"],
    ["an hour less in a summer", "(d => d.getHours() < (d.getMonth() > 5 && d.getMonth() < 8 ? 16 : 17))(new Date())"],
  ])("%s", { timeout: 60_000 }, async (_, written, name) => {
    const condition = written.replace("office(", `(${office("_").replace("(_)", "")})(`);
    const { zones, spans } = await spansOf(condition);
    const [[first, last] = [0, 0]] = timesFrom(TUESDAY);
    const ends = spans.flatMap((each) => each.flatMap(([from, to]) => [from - 1, from, to, to + 1]));
    const tried = new Set([...Array.from({ length: (last - first) / STEP }, (_, n) => first + n * STEP), ...ends]);
    const [yes = new Uint8Array(), no = new Uint8Array()] = spans.map((each) => {
      const counts = new Uint8Array(last - first + 1);
      for (const [from, to] of each)
        for (let minute = from; minute <= to; minute += 1) counts[minute - first] = (counts[minute - first] ?? 0) + 1;
      return counts;
    });
    expect(yes.findIndex((count, at) => count + Number(no[at]) !== 1)).toBe(-1);
    const holds = new Function("Date", "Intl", "holidays", "open", `return () => Boolean(${condition});`);
    const isTrue = holds(Then, ThenIntl, scope.vars.holidays, scope.vars.open);
    const wrong = [...tried].filter((minute) => {
      if (minute < first || minute > last) return false;
      Then.at = minute * MINUTE;
      const found = [yes[minute - first], no[minute - first]];
      return found.join() !== (isTrue() ? "1,0" : "0,1");
    });
    expect(wrong.map((minute) => new Date(minute * MINUTE).toISOString())).toEqual([]);
    const names = new HourNames(timesFrom(TUESDAY));
    if (name !== undefined)
      expect(names.of(spans[0], zones).whole).toMatch(name instanceof RegExp ? name : new RegExp(`^${name}$`));
  });
});

test("a condition is evaluated once for all values of variables that it does not read", async () => {
  const assumed = assumedAt(TUESDAY, { horizon: timesFrom(TUESDAY) });
  const variables = new Variables({ call: {} }, assumed, () => {});
  const countFor = async (condition: string) => {
    assumed.evaluated.clear();
    for (const key of [1, 2, 3]) {
      variables.set({ key });
      await variables.condition(condition, {});
    }
    return assumed.evaluated.size;
  };
  expect(await countFor("new Date().getHours() < 9")).toBe(1);
  expect(await countFor("new Date().getHours() < key")).toBe(3);
  expect(await countFor("new Date().getHours() < vars['k' + 'ey']")).toBe(3);
});

test("a value that changes too often has no hours", async () => {
  await expect(spansOf("new Date().getMinutes() % 2")).rejects.toThrow("changes more than 8,784 times");
});

test.each<[text: string, time: string | undefined]>([
  ["Wed 11:59", "2031-12-24T11:59"],
  ["tue 00:00", "2031-12-30T00:00"],
  [" 2031-02-28 10:00 ", "2031-02-28T10:00"],
  ["2031-02-29 10:00", undefined],
  ["Wed 24:00", undefined],
  ["Wen 10:00", undefined],
  ["Wed 10:00 UTC", undefined],
  ["Wed 10:61", undefined],
  ["Wednesday 9", undefined],
  ["2031-04-31 00:00", undefined],
  ["2031-13-01 00:00", undefined],
  ["2031-00-10 00:00", undefined],
  ["2031-12-24 24:00", undefined],
  ["2031-12-24 9:00", undefined],
  ["2031-12-24 09:00x", undefined],
  ["", undefined],
])("the time %s", (text, time) => {
  expect(timeIn(text, NOON)).toBe(time && at(time));
});
