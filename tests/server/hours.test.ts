// The times at which a condition holds, their names, and the times that a user names.

import { expect, test } from "vitest";
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

const scope = {
  vars: { holidays: ["07-04", "12-25"], open: "08:30" },
  timed: { hour: "new Date().getHours()" },
  groups: {},
};

async function spansOf(condition: string) {
  const expressions = new Expressions(60_000);
  const known = await valuesByTime(timesFrom(TUESDAY), condition, Boolean, (times) =>
    expressions.evaluate(condition, scope, times),
  );
  if (!("byTime" in known)) throw new Error(JSON.stringify(known));
  const of = (value: boolean): Times => known.byTime.find((each) => Boolean(each.value) === value)?.times ?? [];
  return { zones: known.zones, spans: [of(true), of(false)] as const };
}

const within = (zone: string) => `new Date(new Date().toLocaleString("en-US", { timeZone: "${zone}" }))`;
const office = (date: string) =>
  `(d => d.getDay() >= 1 && d.getDay() <= 5 && d.getHours() >= 9 && d.getHours() < 17)(${date})`;
const part = (zone: string, options: object, locale = "en-US") =>
  `new Date().toLocaleString("${locale}", ${JSON.stringify({ timeZone: zone, ...options })})`;

/** The number of spans of the next 366 days, their minutes in all, and the name of the spans. */
test.each<[condition: string, found: string]>([
  [office(within("America/New_York")), "263 × 126240 min: Mon–Fri 09:00–17:00 America/New_York"],
  [office(within("Australia/Lord_Howe")), "264 × 126240 min: Mon–Fri 09:00–17:00 Australia/Lord_Howe"],
  [
    `[22, 23, 0, 1, 2, 3].includes(${within("America/Chicago")}.getHours())`,
    "367 × 132120 min: Mon–Sun 00:00–04:00 and 22:00–24:00 America/Chicago",
  ],
  [
    `["2027-12-24", "2027-12-25"].includes(new Date().toISOString().slice(0, 10))`,
    "1 × 2880 min: 2027-12-24, 2027-12-25",
  ],
  [
    `["2027-12-24", "2027-12-25", "2027-12-26"].includes(new Date().toISOString().slice(0, 10))`,
    "1 × 4320 min: 2027-12-24 to 2027-12-26",
  ],
  [`${within("America/New_York")}.getHours() == 2`, "366 × 21960 min: Mon–Sun 02:00–03:00 America/New_York"],
  [`${within("Europe/Berlin")}.getHours() == 2`, "366 × 22020 min: Mon–Sun 02:00–03:00 Europe/Berlin"],
  [
    `["Sat", "Sun"].includes(${part("America/Los_Angeles", { weekday: "short" })})`,
    "52 × 149760 min: Sat–Sun America/Los_Angeles",
  ],
  [
    `(t => t >= open && t < "17:45")(new Date().toLocaleTimeString("en-GB", { timeZone: "Europe/Paris", hour: "2-digit", minute: "2-digit" }))`,
    "367 × 203685 min: Mon–Sun 08:30–17:45 Europe/Paris",
  ],
  [
    `Number(new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Tokyo", hour: "numeric" }).format(new Date())) < 9`,
    "367 × 198180 min: Mon–Sun 00:00–09:00 Asia/Tokyo",
  ],
  [
    `holidays.includes(${part("America/New_York", { month: "2-digit", day: "2-digit" })}.replace("/", "-"))`,
    "2 × 2880 min: 2027-07-04, 2027-12-25 America/New_York",
  ],
  [
    `${within("America/New_York")}.getHours() >= 9 && ${within("America/Los_Angeles")}.getHours() < 17`,
    "367 × 242220 min: Mon–Sun 09:00–20:00 America/New_York",
  ],
  [office("new Date(Date.now() + 5.5 * 3600e3)"), "263 × 126240 min: Mon–Fri 03:30–11:30"],
  [
    office("new Date(new Date().setHours(new Date().getHours() - 8))"),
    "264 × 126240 min: Mon 17:00–24:00, Tue–Fri 00:00–01:00 and 17:00–24:00, Sat 00:00–01:00",
  ],
  [
    "(d => d.getHours() * 60 + d.getMinutes() >= 510 && d.getHours() < 17)(new Date())",
    "367 × 187170 min: Mon–Sun 08:30–17:00",
  ],
  // One of the two hours that these clocks show alike.
  [
    `new Date().toISOString().slice(0, 13) == '2027-11-07T05' && ${within("America/New_York")}.getHours() == 1`,
    "1 × 60 min: 2027-11-07 05:00–06:00",
  ],
  ["new Date().toLocaleTimeString('en-GB') < '09:00:00'", "367 × 198180 min: Mon–Sun 00:00–09:00"],
  ["new Date().toLocaleDateString('en-CA') == '2027-07-05'", "1 × 1440 min: 2027-07-05"],
  [
    "new Date().toLocaleDateString('en-GB') == '05/07/2027' && new Date().toLocaleTimeString('en-GB') < '09:00:00'",
    "1 × 540 min: 2027-07-05 00:00–09:00",
  ],
  ["hour < 9 && vars.hour > 7", "367 × 22020 min: Mon–Sun 08:00–09:00"],
  [
    "new Date().toString() < 'Mon Jul 05 2027 10:00:00 GMT+0000 (Coordinated Universal Time)' && new Date().toDateString() == 'Mon Jul 05 2027'",
    "1 × 600 min: 2027-07-05 00:00–10:00",
  ],
  ["/^Tue.* 10:17:/.test(new Date().toUTCString())", "53 × 53 min: Tue 10:17–10:18"],
  ["(Date.now() / 36e5) % 24 < 9.25", "367 × 203685 min: Mon–Sun 00:00–09:15"],
  [
    "(d => d.getDay() % 6 == 0 || d.toISOString().slice(0, 10) === '2027-06-15')(new Date())",
    "53 × 151200 min: Sat–Sun, 2027-06-15",
  ],
  ["new Date().getMonth() == 6", "1 × 44640 min: Mon–Sun from 2027-07-01 to 2027-07-31"],
  ["new Date().toISOString().slice(5, 10) == '02-29'", "1 × 1440 min: 2028-02-29"],
  [
    "(t => t >= '2027-12-31T23:30' && t < '2028-01-01T00:30')(new Date().toISOString())",
    "1 × 60 min: 2027-12-31 23:30–24:00, 2028-01-01 00:00–00:30",
  ],
  [
    "/^2027-09-03T10:(1\\d|2[0-4])/.test(new Date().toISOString()) || '2027-09-03T10:10' == 0",
    "1 × 15 min: 2027-09-03 10:10–10:25",
  ],
  ["(d => d.getDay() == 1 && d.getDate() <= 7 && d.getHours() < 12)(new Date())", "12 × 8640 min"],
  ["Math.floor(Date.now() / 6048e5) % 2 == 0", "27 × 263520 min"],
  [
    "new Date().getDate() == 15",
    "13 × 18720 min: 2027-06-15, 2027-07-15, 2027-08-15, 2027-09-15, 2027-10-15, 2027-11-15, 2027-12-15, 2028-01-15, 2028-02-15, 2028-03-15, 2028-04-15, 2028-05-15 and 1 more",
  ],
  [
    "(d => d.getHours() < (d.getMonth() > 5 && d.getMonth() < 8 ? 16 : 17))(new Date())",
    "367 × 370620 min: Mon–Sun 00:00–17:00 to 2027-06-30, Mon–Sun 00:00–16:00 from 2027-07-01 to 2027-08-31, Mon–Sun 00:00–17:00 from 2027-09-01",
  ],
])("the times of %s", async (written, found) => {
  const { zones, spans } = await spansOf(written.replace("office(", `(${office("_").replace("(_)", "")})(`));
  const [minutes = 0, others = 0] = spans.map((each) => each.reduce((sum, [from, to]) => sum + to - from + 1, 0));
  const { short } = new HourNames(timesFrom(TUESDAY)).of(spans[0], zones);
  const all = `${spans[0].length} × ${minutes} min: ${short}`;
  expect(all.slice(0, found.length)).toBe(found);
  const [[first, last] = [0, 0]] = timesFrom(TUESDAY);
  expect(minutes + others).toBe(last - first + 1);
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

test("a time is a day of the week or a date, and a possible minute in UTC", () => {
  const times = { "Wed 11:59": "2031-12-24T11:59", "tue 00:00": "2031-12-30T00:00" };
  const all = { ...times, " 2031-02-28 10:00 ": "2031-02-28T10:00" };
  expect(Object.keys(all).map((text) => timeIn(text, NOON))).toEqual(Object.values(all).map(at));
  const days = ["", "Sat–Sun 10:00", "Wen 10:00", "Wed 24:00", "Wed 10:00 UTC", "Wed 10:61", "Wednesday 9"];
  const dates = ["2031-02-29 10:00", "2031-04-31 00:00", "2031-13-01 00:00", "2031-00-10 00:00", "2031-12-24 24:00"];
  const none = [...days, ...dates, "2031-12-24 9:00", "2031-12-24 09:00x", "Wed 09:00–17:00"];
  expect(none.filter((text) => timeIn(text, NOON) !== undefined)).toEqual([]);
});
