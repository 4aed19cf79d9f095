import { AssertionError } from "node:assert";
import { reportOf } from "./report.ts";
import type { Trace } from "./step.ts";
import { TAKEN } from "./verdict.ts";

/**
 * Asserts in a test that a call or message was taken. With a name, also asserts that it reached the number, endpoint, client or
 * application with that name. Throws an `AssertionError` with the verdict and every step.
 *
 * @example
 * ```ts
 * import { assertTaken, startServer } from "pulumi-signalwire/server";
 *
 * const server = await startServer();
 * const trace = await server.call({ to: server.project.numbers[0] ?? "", from: "+12025550177" });
 * assertTaken(trace, "front-desk");
 * ```
 */
export function assertTaken(trace: Trace, by?: string): void {
  const reached = trace.steps.flatMap(({ next }) => next?.name ?? []);
  if (!TAKEN.has(trace.outcome)) throw failure(trace, by, reportOf(trace));
  if (by === undefined || reached.includes(by) || trace.to === by) return;
  throw failure(trace, by, `✗ Did not come to ${by}. ${reportOf(trace)}`);
}

function failure({ outcome }: Trace, by: string | undefined, message: string): AssertionError {
  return new AssertionError({ message, actual: outcome, expected: by ?? "taken", operator: "assertTaken" });
}
