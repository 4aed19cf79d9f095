// When requests may leave, by a clock that the test holds.

import { beforeEach, describe, expect, it } from "vitest";
import { Budget, type BudgetLimits } from "../../provider/client/budget.ts";

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
    const done = Promise.all(all.map(({ run }) => budget.spend(run)));
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
    const failed = budget.spend(first.run).catch(() => "failed");
    const done = budget.spend(second.run);
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
      await budget.spend(each.run);
    }
    expect(log).toEqual(["a at 0", "b at 250", "c at 500"]);
  });

  it("saves nothing up while nothing is sent", async () => {
    const budget = budgetOf({ requestsPerSecond: 4 });
    const [first, second, third] = ["a", "b", "c"].map(request);
    for (const each of [first, second, third]) each?.end();
    await budget.spend(first?.run ?? expect.fail);
    now = 10_000;
    await budget.spend(second?.run ?? expect.fail);
    await budget.spend(third?.run ?? expect.fail);
    expect(log).toEqual(["a at 0", "b at 10000", "c at 10250"]);
  });
});

describe("a pause", () => {
  it("holds every request until it is over", async () => {
    const budget = budgetOf({});
    budget.pause(3_000);
    budget.pause(1_000);
    const each = request("a");
    each.end();
    await budget.spend(each.run);
    expect(log).toEqual(["a at 3000"]);
  });
});
