// The failed requests that are sent again, and their delays.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget } from "../../../provider/client/budget.ts";
import { type FailureCode, type Reach, RequestFailure } from "../../../provider/client/errors.ts";
import { DEADLINE, parseRetryAfter, retryDelay, sendPatiently } from "../../../provider/client/retry.ts";

function failure(code: FailureCode, reach: Reach, retryAfter?: number): RequestFailure {
  return new RequestFailure(code, "x", { reach, retryAfter });
}

const ONCE = { failures: 1, elapsed: 0 };
const ALWAYS: FailureCode[] = ["unreachable", "timeout", "rate_limited", "service_error"];
const NEVER: FailureCode[] = ["unauthorized", "not_found", "invalid", "unexpected_answer", "cancelled"];

describe("a failed request", () => {
  it.each(ALWAYS)("is sent again after %s when nothing was done, whatever it is", (code) => {
    for (const repeatable of [true, false])
      expect(retryDelay(failure(code, "not_done"), { ...ONCE, repeatable }, 0.5)).toBeGreaterThan(0);
  });

  it.each(ALWAYS)("is sent again after %s when it may have been done and doing it twice changes nothing", (code) => {
    expect(retryDelay(failure(code, "unknown"), { ...ONCE, repeatable: true }, 0.5)).toBeGreaterThan(0);
  });

  it.each(ALWAYS)("is not sent again after %s when it may have been done and would be done twice", (code) => {
    expect(retryDelay(failure(code, "unknown"), { ...ONCE, repeatable: false }, 0.5)).toBeUndefined();
  });

  it.each(NEVER)("is not sent again after %s, which stays as it is", (code) => {
    for (const reach of ["not_done", "unknown"] as const)
      expect(retryDelay(failure(code, reach, 5), { ...ONCE, repeatable: true }, 0.5)).toBeUndefined();
  });

  it("is given up after a few failures of a service that says nothing", () => {
    const after = (failures: number) =>
      retryDelay(failure("service_error", "not_done"), { repeatable: true, failures, elapsed: 0 }, 0.5);
    const repeated = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((failures) => after(failures) !== undefined);
    expect(repeated).toEqual([1, 2, 3, 4]);
  });

  it("waits longer from failure to failure, and never the same for all", () => {
    const delays = (random: number) =>
      [1, 2, 3, 4].map((failures) =>
        retryDelay(failure("rate_limited", "not_done"), { repeatable: true, failures, elapsed: 0 }, random),
      );
    expect(delays(0.5)).toEqual(delays(0.5).toSorted((a, b) => Number(a) - Number(b)));
    expect(delays(0.9)).not.toEqual(delays(0.1));
  });

  it("waits as long as the service asks, however often it failed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: DEADLINE }), fc.integer({ min: 1, max: 100 }), (retryAfter, failures) => {
        const plan = { repeatable: false, failures, elapsed: 0 };
        expect(retryDelay(failure("rate_limited", "not_done", retryAfter), plan, 0.5)).toBe(retryAfter);
      }),
    );
  });

  it("waits longer and longer when the service asks for no time at all, until the deadline", () => {
    const delays = [1, 2, 3, 10, 100].map((failures) =>
      retryDelay(failure("rate_limited", "not_done", 0), { repeatable: false, failures, elapsed: 0 }, 0.5),
    );
    expect(delays).toEqual([250, 500, 1_000, 10_000, 10_000]);
  });

  it("is given up rather than waiting past the deadline", () => {
    const plan = { repeatable: true, failures: 1, elapsed: DEADLINE - 1_000 };
    expect(retryDelay(failure("rate_limited", "not_done", 1_000), plan, 0.5)).toBe(1_000);
    expect(retryDelay(failure("rate_limited", "not_done", 1_001), plan, 0.5)).toBeUndefined();
  });
});

it.each<[Reach, Reach]>([
  ["unknown", "unknown"],
  ["not_done", "not_done"],
])("a request that is refused in the end, after an attempt that is %s, is %s", async (first, last) => {
  const attempts = [failure("timeout", first), failure("unauthorized", "not_done")];
  const budget = new Budget(
    { concurrency: 1, requestsPerSecond: undefined },
    { now: () => 0, sleep: async () => undefined },
  );
  const sent = sendPatiently(() => Promise.reject(attempts.shift()), true, budget);
  await expect(sent).rejects.toMatchObject({ code: "unauthorized", reach: last });
});

describe("the header Retry-After", () => {
  const now = Date.parse("2026-05-08T19:08:41Z");

  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["Fri, 08 May 2026 19:08:51 GMT", 10_000],
    ["Fri, 08 May 2026 19:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j means %j milliseconds", (header, milliseconds) => {
    expect(parseRetryAfter(header, undefined, now)).toBe(milliseconds);
  });

  it.each([
    ["Fri, 08 May 2026 18:00:00 GMT", "Fri, 08 May 2026 18:00:07 GMT", 7_000],
    ["Fri, 08 May 2026 23:00:00 GMT", "Fri, 08 May 2026 23:00:07 GMT", 7_000],
    ["not a date", "Fri, 08 May 2026 19:08:51 GMT", 10_000],
  ])(
    "of an answer from %s that names %s means %j milliseconds, whatever this machine's clock says",
    (date, header, milliseconds) => {
      expect(parseRetryAfter(header, date, now)).toBe(milliseconds);
    },
  );
});
