// How fast writes go on when the service refuses some, against simulated limits; seconds are those of the simulation.

import { describe, expect, it } from "vitest";
import { Pace } from "../../provider/client/pace.ts";
import { fixedWindow, only, play, slidingWindow } from "./simulated.ts";

/** An engine as it was measured: 50 resources a second at first, 7 after 500, because its state grows. */
const engine = (request: number) => 15 + request / 4;
const ENGINE = 39;

describe("a limit of 20 writes a second", () => {
  it.each([
    ["fixed windows", fixedWindow],
    ["a sliding window", slidingWindow],
  ])("of %s costs 500 writes at most a fifth more than 25 s, and few refusals", async (_, windowOf) => {
    const { seconds, refused, started } = await play(windowOf(20, 1), { requests: 500 });
    expect(seconds).toBeLessThan(25 * 1.2);
    // What is under way when the limit is met, twice until it is known, and later one at a time.
    expect(refused.length).toBeLessThan(2 * 16 + 5);
    expect(started).toHaveLength(500 + refused.length);
  });

  it("costs an engine that is slower on average hardly anything", async () => {
    const demand = { requests: 500, preparing: engine };
    expect((await play(() => undefined, demand)).seconds).toBeCloseTo(ENGINE, 0);
    const { seconds, refused } = await play(fixedWindow(20, 1), demand);
    expect(seconds).toBeLessThan(ENGINE * 1.1);
    expect(refused.length).toBeLessThan(5);
  });

  it("is approached again and again, and never knocked at", async () => {
    const { seconds, refused } = await play(fixedWindow(20, 1), { requests: 4_000 });
    expect(seconds).toBeLessThan(200 * 1.2);
    const episodes = new Set(refused.map(Math.floor));
    expect(episodes.size).toBeLessThan(20);
  });
});

describe("other limits", () => {
  it.each([
    { writes: 13_800, seconds: 10, requests: 41_400 },
    { writes: 100, seconds: 10, requests: 500 },
    { writes: 60, seconds: 60, requests: 300 },
    { writes: 5, seconds: 1, requests: 100 },
    { writes: 2, seconds: 1, requests: 50 },
  ])("of $writes in $seconds s are kept as well", async ({ writes, seconds, requests }) => {
    const played = await play(fixedWindow(writes, seconds), { requests });
    expect(played.seconds).toBeLessThan((requests / writes) * seconds * 1.35);
    expect(played.refused.length).toBeLessThan(60);
  });
});

describe("a refusal that comes alone", () => {
  it.each([1_000, 60_000])("after which the service asks for %i ms is waited for, and slows nothing", async (wait) => {
    const demand = { requests: 500, preparing: engine };
    const { seconds, refused, started } = await play(only([200], wait), demand);
    const [first = 0] = refused;
    expect(refused).toHaveLength(1);
    // Only what was on its way already.
    expect(started.filter((moment) => moment > first + 0.1 && moment < first + wait / 1_000)).toEqual([]);
    expect(seconds).toBeLessThan(ENGINE + wait / 1_000 + 1);
  });
});

describe("refusals that have nothing to do with the pace", () => {
  it("two at the very start are forgotten within the minute", async () => {
    const { seconds, refused } = await play(only([4, 6], 1_000), { requests: 500, preparing: engine });
    expect(refused).toHaveLength(2);
    expect(seconds).toBeLessThan(ENGINE + 30);
  });

  it("all of them for two minutes cost two minutes", async () => {
    const away = (now: number) => (now < 120_000 ? 1_000 : undefined);
    const { seconds } = await play(away, { requests: 500, preparing: engine });
    expect(seconds).toBeLessThan(120 + ENGINE + 1);
  });

  it("one in twenty leaves most of it", async () => {
    const numbers = Array.from({ length: 17 }, (_, at) => 20 * at + ((at * 7) % 13));
    const demand = { requests: 300, preparing: engine };
    const { seconds, refused } = await play(only(numbers, 1_000), demand);
    expect(refused).toHaveLength(15);
    expect(seconds).toBeLessThan(60);
  });
});

describe("the rate given by the user", () => {
  it("is never exceeded, and kept when the service takes more", async () => {
    const { seconds, refused } = await play(fixedWindow(20, 1), { requests: 150, limits: { requestsPerSecond: 15 } });
    expect(refused).toEqual([]);
    expect(seconds).toBeCloseTo(150 / 15, 0);
  });

  it("does not keep a lower limit of the service from being learnt", async () => {
    const { started, refused } = await play(fixedWindow(10, 1), { requests: 200, limits: { requestsPerSecond: 15 } });
    expect(refused.length).toBeLessThan(15);
    const last = started.at(-1) ?? 0;
    expect(last).toBeLessThan(20 * 1.25);
  });
});

describe("a pace", () => {
  /** A service that took 20 writes and refused the 21st, twice. */
  function refusedTwice(): Pace {
    const pace = new Pace();
    for (const second of [0, 2]) {
      for (let each = 0; each < 20; each += 1) pace.taken(second * 1_000 + each);
      pace.refused(second * 1_000 + 20, { started: second * 1_000 + 19, retryAfter: 1_000 });
    }
    return pace;
  }

  it("is unlimited until a refusal follows another", () => {
    const pace = new Pace();
    pace.refused(20, { started: 10, retryAfter: 1_000 });
    expect(pace.perSecond(20)).toBe(Number.POSITIVE_INFINITY);
    expect(refusedTwice().perSecond(2_020)).toBeCloseTo(18);
  });

  it("counts what had started before a refusal to that refusal", () => {
    const pace = refusedTwice();
    pace.refused(2_030, { started: 2_020, retryAfter: 1_000 });
    expect(pace.perSecond(2_030)).toBeCloseTo(18);
  });

  it("falls when the service refuses it at once again, whatever it says of waiting", () => {
    for (const retryAfter of [undefined, 0, 1_000]) {
      const pace = refusedTwice();
      pace.taken(3_300);
      pace.refused(3_500, { started: 3_400, retryAfter });
      expect(pace.perSecond(3_500)).toBeCloseTo(18 * 0.9, 1);
    }
  });

  it("stays when nothing was taken since the last refusal, for then no pace is at fault", () => {
    const pace = refusedTwice();
    pace.refused(3_500, { started: 3_400, retryAfter: 1_000 });
    expect(pace.perSecond(3_500)).toBeCloseTo(18);
    const unlimited = new Pace();
    for (const second of [1, 2, 3]) unlimited.refused(second * 1_000, { started: second * 1_000 - 9, retryAfter: 500 });
    expect(unlimited.perSecond(3_000)).toBe(Number.POSITIVE_INFINITY);
  });

  it("never falls below one a second, whatever is refused", () => {
    const pace = refusedTwice();
    for (let now = 3_100; now < 200_000; now += 1_100) {
      pace.taken(now);
      pace.refused(now + 2, { started: now + 1, retryAfter: 1_000 });
    }
    expect(pace.perSecond(200_000)).toBeGreaterThanOrEqual(1);
  });

  it("grows while nothing is refused, slowly at first, and is lifted after a minute", () => {
    const pace = refusedTwice();
    const calmFor = (seconds: number) => pace.perSecond(3_020 + seconds * 1_000);
    expect(calmFor(5)).toBeLessThan(18.1);
    expect(calmFor(15)).toBeGreaterThan(20);
    expect(calmFor(30)).toBeCloseTo(36);
    expect(calmFor(61)).toBe(Number.POSITIVE_INFINITY);
  });

  it("keeps what was taken for long when a refusal comes, and gives up only what was added", () => {
    const pace = refusedTwice();
    pace.taken(7_900);
    pace.refused(3_020 + 5_000, { started: 8_000, retryAfter: 1_000 });
    expect(pace.perSecond(8_020)).toBeCloseTo(18);
    pace.taken(38_900);
    pace.refused(9_020 + 30_000, { started: 39_000, retryAfter: 1_000 });
    expect(pace.perSecond(39_020)).toBeCloseTo(36 * 0.9);
  });
});
