// The start times of requests, by the test's own clock.

import { beforeEach, describe, expect, it, vi } from "vitest";
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

describe("a limit of requests under way", () => {
  it("starts that many, and the next when one ends, in the order of arrival", async () => {
    const budget = budgetOf({ concurrency: 2 });
    const all = ["a", "b", "c", "d"].map(request);
    const done = Promise.all(all.map(({ run }) => budget.share(run)));
    await settled();
    expect(log).toEqual(["a at 0", "b at 0"]);
    expect(budget.waiting).toBe(2);
    all[1]?.end();
    await settled();
    expect(log).toEqual(["a at 0", "b at 0", "c at 0"]);
    for (const { end } of all) end();
    expect(await done).toEqual(["a", "b", "c", "d"]);
    expect(budget.waiting).toBe(0);
  });

  it("lets the next start also when one fails", async () => {
    const budget = budgetOf({ concurrency: 1 });
    const [first, second] = [request("a"), request("b")];
    const failed = budget.share(first.run).catch(() => "failed");
    const done = budget.share(second.run);
    first.fail();
    second.end();
    expect(await failed).toBe("failed");
    expect(await done).toBe("b");
  });
});

describe("a limit of requests a second", () => {
  it("spaces them out evenly", async () => {
    const budget = budgetOf({ requestsPerSecond: 4 });
    const starts = ["a", "b", "c"].map(() => budget.turn().then(() => now));
    expect(await Promise.all(starts)).toEqual([0, 250, 500]);
  });

  it("saves up no requests while none is sent", async () => {
    const budget = budgetOf({ requestsPerSecond: 4 });
    await budget.turn();
    now = 10_000;
    await budget.turn();
    await budget.turn();
    expect(now).toBe(10_250);
  });
});

describe("a pause", () => {
  it("holds every request until it is over", async () => {
    const budget = budgetOf({});
    budget.pause(3_000);
    budget.pause(1_000);
    await budget.turn();
    expect(now).toBe(3_000);
  });

  it("also holds requests that already wait for another reason", async () => {
    const budget: Budget = budgetOf({ requestsPerSecond: 1 }, () => now === 0 && budget.pause(5_000));
    const starts = ["a", "b", "c"].map(() => budget.turn().then(() => now));
    expect(await Promise.all(starts)).toEqual([0, 5_000, 6_000]);
  });

  it("that is ended from outside ends every wait, one after the other", async () => {
    const ended = new Error("ended");
    const budget = new Budget(
      { concurrency: 2, requestsPerSecond: undefined },
      { now: () => 0, sleep: () => Promise.reject(ended) },
    );
    budget.pause(1_000);
    const all = ["a", "b", "c", "d"].map((name) =>
      sendPatiently(request(name).run, true, budget).catch((error) => error),
    );
    expect(await Promise.all(all)).toEqual([ended, ended, ended, ended]);
    expect(log).toEqual([]);
    expect(budget.waiting).toBe(0);
  });
});

describe("the deadline of a request", () => {
  const refusal = new RequestFailure("rate_limited", "the service answered 429 Too Many Requests", {
    retryAfter: 60_000,
  });

  /** Refuses one request until this time. */
  async function refusedUntil(until: number, budget: Budget): Promise<number> {
    const attempt = async () => {
      if (now < until) throw refusal;
      return now;
    };
    return sendPatiently(attempt, false, budget);
  }

  it("ends it after five minutes of refusals", async () => {
    expect(await refusedUntil(DEADLINE - 60_000, budgetOf({}))).toBe(DEADLINE - 60_000);
    now = 0;
    await expect(refusedUntil(DEADLINE + 60_000, budgetOf({}))).rejects.toBe(refusal);
  });

  it("does not count what it waited in the provider's own queue", async () => {
    const budget = budgetOf({ requestsPerSecond: 1 / 600 });
    await budget.turn();
    const start = 600_000;
    expect(await refusedUntil(start + 60_000, budget)).toBe(start + 600_000);
  });
});

describe("a service that is given up", () => {
  it("is still left alone for as long as it asked, so that a look-up comes no sooner", async () => {
    const failure = new RequestFailure("service_error", "503", { reach: "unknown", retryAfter: 2_000 });
    const budget = budgetOf({});
    await expect(sendPatiently(() => Promise.reject(failure), false, budget)).rejects.toBe(failure);
    expect(now).toBe(0);
    await budget.turn();
    expect(now).toBe(2_000);
  });

  it("delays no other request when it asked for more than the deadline", async () => {
    const failure = new RequestFailure("rate_limited", "429", { retryAfter: DEADLINE + 1 });
    const budget = budgetOf({});
    await expect(sendPatiently(() => Promise.reject(failure), true, budget)).rejects.toBe(failure);
    await budget.turn();
    expect(now).toBe(0);
  });
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
