// The times at which calls are tried, and their description.

import { expect, test } from "vitest";
import { datesIn, hoursOf, minutesToTry, timeIn } from "../../server/calls/hours.ts";

const at = (time: string) => Date.parse(`${time}Z`);
const NOON = at("2031-12-24T12:00"); // a Wednesday
const MONDAY = at("2031-12-22T00:00");
const from = (start: string, minutes: number) => Array.from({ length: minutes }, (_, n) => at(start) + n * 60_000);

test.each<[text: string, dates: string[]]>([
  ["on 2031-12-24 or 12-25, not 2031-13-01, 12-32 or 1-2031-12-26", ["2031-12-24", "12-25"]],
  ["d.getMonth() == 11 && d.getDate() >= 25", ["12-24", "12-25", "12-26"]],
  ["d.getUTCMonth() === 6", ["07-01"]],
  ["d.getDate() != 3", ["01-03"]],
  ["'12/25/2031', \"7/4\", '25.12.2031', '1.5.'", ["2031-12-25", "07-04", "05-01"]],
  ["timeZone 2032-02-29", ["2032-02-29", "2032-02-28", "2032-03-01"]],
  ["timeZone 12-31", ["12-31", "12-30", "01-01"]],
  ["9:30, 555-0101 and version 1.5", []],
])("the dates in %s", (text, dates) => {
  expect(datesIn(text)).toEqual(dates);
});

test("days to try are the next ones from today on, and the week is one without them", () => {
  const days = (...dates: string[]) => {
    const { week, days } = minutesToTry(NOON, dates);
    const shown = days.filter((_, n) => n % 1_440 === 0).map((day) => new Date(day).toISOString().slice(0, 16));
    return [(week[0] ?? 0) - MONDAY, week.length, days.length, ...shown];
  };
  const aWeek = 7 * 86_400_000;
  expect(days()).toEqual([0, 10_080, 0]);
  expect(days("2031-12-24")).toEqual([aWeek, 10_080, 1_440, "2031-12-24T00:00"]);
  expect(days("2031-12-23", "12-23")).toEqual([0, 10_080, 1_440, "2032-12-23T00:00"]);
  expect(days("2032-01-01", "12-24")).toEqual([2 * aWeek, 10_080, 2_880, "2031-12-24T00:00", "2032-01-01T00:00"]);
  expect(days("2032-02-30", "2031-12-29", "2031-12-28")).toEqual([
    ...[2 * aWeek, 10_080, 2_880],
    ...["2031-12-28T00:00", "2031-12-29T00:00"],
  ]);
});

test("hours are described by days of the week and dates, whole days without hours", () => {
  const nine = [0, 1, 2, 3, 4].flatMap((day) => from(`2031-12-${22 + day}T09:00`, 480));
  const described = (...times: number[][]) => hoursOf(times.flat(), [MONDAY]);
  expect(described(nine)).toBe("Mon–Fri 09:00–17:00");
  expect(described(nine, from("2031-12-27T10:00", 60), from("2031-12-27T22:00", 120))).toBe(
    "Mon–Fri 09:00–17:00, Sat 10:00–11:00 and 22:00–24:00",
  );
  expect(described(from("2031-12-22T00:00", 1_440), from("2031-12-24T00:00", 1_440))).toBe("Mon, Wed");
  expect(described(from("2031-12-28T23:59", 1), from("2031-12-29T00:00", 1_440), from("2032-01-01T00:00", 1))).toBe(
    "Sun 23:59–24:00, 2031-12-29, 2032-01-01 00:00–00:01",
  );
});

test.each<[text: string, time: string | undefined]>([
  ["Wed 11:59", "2031-12-24T11:59"],
  ["tue 00:00", "2031-12-30T00:00"],
  [" 2031-02-28 10:00 ", "2031-02-28T10:00"],
  ["2031-02-29 10:00", undefined],
  ["Wed 24:00", undefined],
  ["Wen 10:00", undefined],
  ["Wed 10:00 UTC", undefined],
])("the time %s", (text, time) => {
  expect(timeIn(text, NOON)).toBe(time && at(time));
});
