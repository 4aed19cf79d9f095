// The start times of requests, by the test's own clock.

import { beforeEach, expect, it, vi } from "vitest";
import { Budget } from "../../../provider/client/budget.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import { showingWaits } from "../../../provider/client/print.ts";
import { DEADLINE, sendPatiently } from "../../../provider/client/retry.ts";
import type { Connection } from "../../../provider/config/config.ts";

let now: number;
let log: string[];

beforeEach(() => {
  now = 0;
  log = [];
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

/** @param onSleep - Called when a wait begins. */
function budgetOf(limits: Partial<Connection["limits"]>, onSleep: () => unknown = () => undefined): Budget {
  const timer = {
    now: () => now,
    async sleep(milliseconds: number) {
      onSleep();
      now += milliseconds;
    },
  };
  return new Budget({ concurrency: 100, requestsPerSecond: undefined, ...limits }, timer);
}

/** A request that ends when the test resolves it. */
function request(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    log.push(`${name} at ${now}`);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("as many requests as the limit start, and the next when one ends or fails, in the order of arrival", async () => {
  const budget = budgetOf({ concurrency: 2 });
  const all = ["a", "b", "c", "d"].map(request);
  const done = Promise.allSettled(all.map(({ run }) => budget.share(run)));
  await settled();
  expect([log, budget.waiting]).toEqual([["a at 0", "b at 0"], 2]);
  all[1]?.fail();
  await settled();
  expect(log).toEqual(["a at 0", "b at 0", "c at 0"]);
  for (const { end } of all) end();
  expect((await done).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(budget.waiting).toBe(0);
});

/** Returns the times of the next three turns. */
const turns = (budget: Budget) => Promise.all([1, 2, 3].map(() => budget.turn().then(() => now)));

it("a limit of requests a second spaces them out evenly, and saves up none", async () => {
  const budget = budgetOf({ requestsPerSecond: 4 });
  expect(await turns(budget)).toEqual([0, 250, 500]);
  now = 10_000;
  expect(await turns(budget)).toEqual([10_000, 10_250, 10_500]);
});

it("a pause holds every request until it is over, also those that already wait for another reason", async () => {
  const paused = budgetOf({});
  paused.pause(3_000);
  paused.pause(1_000);
  expect(await turns(paused)).toEqual([3_000, 3_000, 3_000]);
  now = 0;
  const budget: Budget = budgetOf({ requestsPerSecond: 1 }, () => now === 0 && budget.pause(5_000));
  expect(await turns(budget)).toEqual([0, 5_000, 6_000]);
});

it("a pause that is ended from outside ends every wait, one after the other", async () => {
  const ends = ["a", "b", "c", "d"].map((name) => new Error(name));
  const left = [...ends];
  const budget = budgetOf({ concurrency: 2 }, () => {
    throw left.shift();
  });
  budget.pause(1_000);
  const all = ends.map(({ message }) => sendPatiently(request(message).run, true, budget).catch((error) => error));
  expect(await Promise.all(all)).toEqual(ends);
  expect([log, budget.waiting]).toEqual([[], 0]);
});

const refusal = new RequestFailure("rate_limited", "the service answered 429", { retryAfter: 60_000 });

/** Refuses one request until this time, each attempt after a while. Returns the time of the success. */
async function refusedUntil(until: number, budget: Budget, milliseconds = 0): Promise<number> {
  const attempt = async () => {
    now += milliseconds;
    if (now < until) throw refusal;
    return now;
  };
  return sendPatiently(attempt, false, budget);
}

it("a request ends after five minutes of refusals, without the time that it waited in the provider's own queue", async () => {
  expect(await refusedUntil(DEADLINE - 60_000, budgetOf({}))).toBe(DEADLINE - 60_000);
  now = 0;
  await expect(refusedUntil(DEADLINE + 60_000, budgetOf({}))).rejects.toBe(refusal);
  now = 0;
  await expect(refusedUntil(DEADLINE + 60_000, budgetOf({}), 100_000)).rejects.toBe(refusal);
  now = 0;
  const budget = budgetOf({ requestsPerSecond: 1 / 600 });
  await budget.turn();
  expect(await refusedUntil(660_000, budget)).toBe(1_200_000);
});

it.each([
  ["for as long as it asked, so that a look-up comes no sooner", "service_error", 2_000, 2_000],
  ["not at all when it asked for more than the deadline", "rate_limited", DEADLINE + 1, 0],
] as const)("a service that is given up is still left alone %s", async (_, code, retryAfter, time) => {
  const failure = new RequestFailure(code, "x", { reach: "unknown", retryAfter });
  const budget = budgetOf({});
  await expect(sendPatiently(() => Promise.reject(failure), false, budget)).rejects.toBe(failure);
  expect(now).toBe(0);
  await budget.turn();
  expect(now).toBe(time);
});

it("a wait of a second or more is shown with its reason and with what waits behind it, once while it lasts", () => {
  const printed: string[] = [];
  const show = showingWaits((line) => printed.push(line));
  for (const [at, reason, milliseconds, waiting] of [
    [0, "too short", 999, 3],
    [0, "the service answered 429", 2_000, 0],
    [0, "ends with it", 2_000, 0],
    [0, "ends a second later", 3_000, 0],
    [500, "ends still later", 3_501, 2],
  ] as const) {
    vi.setSystemTime(1_000_000 + at);
    show(reason, milliseconds, waiting);
  }
  vi.useRealTimers();
  expect(printed).toEqual([
    "Waiting 2.0 s: the service answered 429.",
    "Waiting 3.5 s: ends still later, 2 more waiting behind it.",
  ]);
});
