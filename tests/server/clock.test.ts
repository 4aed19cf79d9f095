import { expect, test } from "vitest";
import { Clock, type Duration } from "../../server/index.ts";
import { given } from "./support.ts";

function machine(start = 0) {
  const time = { now: start };
  return { time, clock: new Clock(() => time.now) };
}

test("a clock stands still when frozen and runs on from there, and moves by a span, frozen or running", () => {
  const { time, clock } = machine(1000);
  clock.freeze();
  time.now = 9000;
  expect(clock.now()).toBe(1000);
  clock.resume();
  time.now = 9100;
  clock.resume();
  expect([clock.now(), clock.frozen]).toEqual([1100, false]);
  clock.advance({ minutes: 1, seconds: 1 });
  time.now = 9105;
  expect(clock.now()).toBe(1105 + 61_000);
  clock.freeze();
  clock.advance({ days: 1, hours: 1, milliseconds: 1 });
  expect(clock.now()).toBe(1105 + 61_000 + 25 * 3_600_000 + 1);
});

test("a clock refuses a time that is none, and a span without its units", () => {
  const { clock } = machine();
  for (const time of ["tomorrow", null, {}]) expect(() => clock.set(time as string)).toThrow("is not a date and time.");
  for (const time of ["+010000-01-01T00:00:00.000Z", "-000001-12-31T23:59:59.999Z"])
    expect(() => clock.set(time)).toThrow(`${time} is not within the years 0 to 9999.`);
  for (const span of [undefined, null, "16m", { weeks: 1 }, { days: "1" }, { days: Number.NaN }])
    expect(() => clock.advance(span as Duration)).toThrow("days, hours, minutes, seconds, milliseconds");
});

test("an alarm goes off once, when the clock is moved past it", () => {
  const { clock } = machine(0);
  clock.freeze();
  const rung: string[] = [];
  clock.at(2000, () => rung.push("second"));
  const cancel = clock.at(1500, () => rung.push("cancelled"));
  clock.at(1000, () => rung.push("first"));
  clock.at(1200, cancel);
  clock.advance({ milliseconds: 999 });
  expect(rung).toStrictEqual([]);
  clock.advance({ seconds: 5 });
  clock.advance({ seconds: 5 });
  expect(rung).toStrictEqual(["first", "second"]);
});

test("a clock that stands at the end of the year 9999 goes no further", async () => {
  const { server, get, put } = await given();
  server.clock.set("9999-12-31T23:59:59.999Z");
  await get("/api/relay/rest/phone_numbers");
  expect(new Date(server.clock.now()).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  const [number] = (await get("/api/relay/rest/phone_numbers")).body.data;
  const { body } = await put(`/api/relay/rest/phone_numbers/${number.id}`, { name: "x" });
  expect(body.updated_at).toBe("9999-12-31T23:59:59Z");
  expect(() => server.clock.advance({ seconds: 1 })).toThrow("is not within the years 0 to 9999.");
});
