// When requests may leave, by a clock that the test holds.

import { beforeEach, describe, expect, it } from "vitest";
import { Budget, type BudgetLimits } from "../../provider/client/budget.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import { Clock } from "./simulated.ts";

let now: number;
let log: string[];

beforeEach(() => {
  now = 0;
  log = [];
});

function budgetOf(limits: Partial<BudgetLimits>): Budget {
  return new Budget(
    { concurrency: 100, requestsPerSecond: undefined, ...limits },
    {
      now: () => now,
      async sleep(milliseconds) {
        now += milliseconds;
      },
    },
  );
}

/** A request that ends when the test says so. */
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
  it("lets as many start, and the next when one ends, in the order they came", async () => {
    const budget = budgetOf({ concurrency: 2 });
    const all = ["a", "b", "c", "d"].map(request);
    const done = Promise.all(all.map(({ run }) => budget.spend("counted", run)));
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
    const failed = budget.spend("counted", first.run).catch(() => "failed");
    const done = budget.spend("counted", second.run);
    first.fail();
    second.end();
    expect(await failed).toBe("failed");
    expect(await done).toBe("b");
  });
});

describe("a limit of requests a second", () => {
  it("spaces them out evenly", async () => {
    const budget = budgetOf({ requestsPerSecond: 4 });
    for (const name of ["a", "b", "c"]) {
      const each = request(name);
      each.end();
      await budget.spend("counted", each.run);
    }
    expect(log).toEqual(["a at 0", "b at 250", "c at 500"]);
  });

  it("saves nothing up while nothing is sent", async () => {
    const budget = budgetOf({ requestsPerSecond: 4 });
    const [first, second, third] = ["a", "b", "c"].map(request);
    for (const each of [first, second, third]) each?.end();
    await budget.spend("counted", first?.run ?? expect.fail);
    now = 10_000;
    await budget.spend("counted", second?.run ?? expect.fail);
    await budget.spend("counted", third?.run ?? expect.fail);
    expect(log).toEqual(["a at 0", "b at 10000", "c at 10250"]);
  });
});

describe("a refusal", () => {
  const refused = new RequestFailure("rate_limited", "the service answered 429 Too Many Requests", { retryAfter: 0 });

  it("slows down what is counted with it, and nothing else", async () => {
    const budget = budgetOf({});
    for (const _ of ["first", "second"]) {
      now += 1;
      await budget.spend("counted", async () => "taken");
      await budget.spend("counted", () => Promise.reject(refused)).catch((error) => expect(error).toBe(refused));
    }
    expect(budget.perSecond("counted")).toBe(5);
    expect(budget.perSecond("free")).toBe(Number.POSITIVE_INFINITY);
    for (const lane of ["counted", "counted", "free", "free"] as const) {
      const each = request(lane);
      each.end();
      await budget.spend(lane, each.run);
    }
    expect(log).toEqual(["counted at 2", "counted at 202", "free at 202", "free at 202"]);
  });
});

describe("a pause", () => {
  it("holds every request until it is over", async () => {
    const budget = budgetOf({});
    budget.pause(3_000);
    budget.pause(1_000);
    const each = request("a");
    each.end();
    await budget.spend("counted", each.run);
    expect(log).toEqual(["a at 3000"]);
  });

  it("holds reads and writes, also those that wait for something else already", async () => {
    const clock = new Clock();
    const budget = new Budget({ concurrency: 100, requestsPerSecond: 1 }, clock);
    const started: string[] = [];
    const note = (name: string) => async () => void started.push(`${name} at ${clock.now()}`);
    await clock.runUntil(
      Promise.all([
        budget.spend("counted", async () => budget.pause(5_000)),
        budget.spend("counted", note("write")),
        budget.spend("free", note("read")),
        budget.spend("counted", note("write")),
      ]),
    );
    expect(started).toEqual(["read at 5000", "write at 6000", "write at 7000"]);
  });

  it("that is ended from outside ends every wait, one after the other", async () => {
    const ended = new Error("ended");
    const budget = new Budget(
      { concurrency: 2, requestsPerSecond: undefined },
      { now: () => 0, sleep: () => Promise.reject(ended) },
    );
    budget.pause(1_000);
    const all = ["a", "b", "c", "d"].map((name) => budget.spend("free", request(name).run).catch((error) => error));
    expect(await Promise.all(all)).toEqual([ended, ended, ended, ended]);
    expect(log).toEqual([]);
    expect(budget.waiting).toBe(0);
  });
});
