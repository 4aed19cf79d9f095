// Stack traces take most of the time of a program with many resources, so unused ones are not recorded.

import { expect, test } from "vitest";
import { SipEndpoint } from "../../sdk/index.ts";
import { mockEngine } from "./mocked.ts";

const DESK = { username: "front-desk", password: "correct-horse" } as const;

/** Returns the number of traces that are rendered meanwhile, and the error. Traces are afterwards as they were. */
function traced(work: () => void): { readonly traces: number; readonly error: Error | undefined } {
  const [prepare, limit] = [Error.prepareStackTrace, Error.stackTraceLimit];
  let [traces, error]: [number, Error | undefined] = [0, undefined];
  Error.prepareStackTrace = (failure, frames) => {
    if (frames.length > 0) traces += 1;
    return prepare ? prepare(failure, frames) : `${failure}\n${frames.map((frame) => `    at ${frame}`).join("\n")}`;
  };
  try {
    work();
  } catch (failure) {
    error = failure as Error;
  } finally {
    Error.prepareStackTrace = prepare;
  }
  expect(Error.stackTraceLimit).toBe(limit);
  return { traces, error };
}

test("a resource takes one trace, by which its place in the program is known, and one that fails says where it was made", async () => {
  await mockEngine();
  expect(traced(() => new SipEndpoint("desk", DESK))).toEqual({ traces: 1, error: undefined });
  expect(traced(() => new SipEndpoint("", DESK)).error?.stack).toContain("traces.test.ts");
});
