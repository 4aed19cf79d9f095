// The failed requests that are sent again, and their delays.

import { expect, it } from "vitest";
import { Budget } from "../../../provider/client/budget.ts";
import { type FailureCode, type Reach, RequestFailure } from "../../../provider/client/errors.ts";
import { DEADLINE, isTemporary, parseRetryAfter, retryDelay, sendPatiently } from "../../../provider/client/retry.ts";

function failure(code: FailureCode, reach: Reach, retryAfter?: number): RequestFailure {
  return new RequestFailure(code, "x", { reach, retryAfter });
}

const [ALWAYS, NEVER] = [[250, 250, undefined, 250], Array(4).fill(undefined)];

it("a request is sent again only if another time may help, and one that may have been done only if that has no further effect", () => {
  const delays = (code: FailureCode) =>
    (["not_done", "unknown"] as const).flatMap((reach) =>
      [false, true].map((repeatable) => retryDelay(failure(code, reach), { repeatable, failures: 1, elapsed: 0 }, 0.5)),
    );
  for (const code of ["unreachable", "timeout", "rate_limited", "service_error"] as const)
    expect([code, delays(code), isTemporary(failure(code, "unknown"))]).toEqual([code, ALWAYS, true]);
  for (const code of ["unauthorized", "not_found", "invalid", "unexpected_answer", "cancelled"] as const)
    expect([code, delays(code), isTemporary(failure(code, "unknown"))]).toEqual([code, NEVER, code === "cancelled"]);
  expect(isTemporary(new Error("of ours"))).toBe(true);
});

/** Failures so far, elapsed milliseconds, the delay that the service asks for, a random number, and the delay. */
it.each<[number, number, number | undefined, number, number | undefined]>([
  [1, 0, undefined, 0.5, 250],
  [4, 0, undefined, 0.5, 2_000],
  [5, 0, undefined, 0.5, undefined],
  [1, 0, undefined, 0.9, 450],
  [1, 0, undefined, 0, 0],
  [100, 0, 1, 0.5, 1],
  [1, 0, DEADLINE, 0.5, DEADLINE],
  [1, 0, DEADLINE + 1, 0.5, undefined],
  [1, DEADLINE - 1_000, 1_000, 0.5, 1_000],
  [1, DEADLINE - 1_000, 1_001, 0.5, undefined],
  [6, 0, 0, 0.5, 8_000],
  [7, 0, 0, 0.5, 10_000],
  [100, 0, 0, 0.5, 10_000],
])(
  "after %i failures in %i ms, asked for %j, random %d, the delay is %j",
  (failures, elapsed, asked, random, delay) => {
    const plan = { repeatable: false, failures, elapsed };
    expect(retryDelay(failure("rate_limited", "not_done", asked), plan, random)).toBe(delay);
  },
);

it.each<Reach>(["unknown", "not_done"])("a refusal after an attempt that is %s is so", async (reach) => {
  const attempts = [failure("timeout", reach), failure("unauthorized", "not_done")];
  const limits = { concurrency: 1, requestsPerSecond: undefined };
  const budget = new Budget(limits, { now: () => 0, sleep: async () => undefined });
  const sent = sendPatiently(() => Promise.reject(attempts.shift()), true, budget);
  await expect(sent).rejects.toMatchObject({ code: "unauthorized", reach });
});

const LATER = "Fri, 08 May 2026 19:08:51 GMT";

it.each([
  ["0", undefined, 0],
  [" 120 ", undefined, 120_000],
  [LATER, undefined, 10_000],
  ["Fri, 08 May 2026 19:00:00 GMT", undefined, 0],
  ["soon", undefined, undefined],
  ["", undefined, undefined],
  [undefined, undefined, undefined],
  // The clock of the service counts, whatever this machine's says.
  ["Fri, 08 May 2026 23:00:07 GMT", "Fri, 08 May 2026 23:00:00 GMT", 7_000],
  [LATER, "not a date", 10_000],
])("the header Retry-After %j of an answer from %j means %j milliseconds", (header, date, milliseconds) => {
  expect(parseRetryAfter(header, date, Date.parse("2026-05-08T19:08:41Z"))).toBe(milliseconds);
});
