// Stack traces take most of the time of a program with many resources, so unused ones are not recorded.

import { beforeEach, expect, test } from "vitest";
import { SipEndpoint } from "../../sdk/index.ts";
import { mockEngine } from "./mocked.ts";

const DESK = { username: "front-desk", password: "correct-horse" } as const;

beforeEach(async () => {
  await mockEngine();
});

function tracesOf(work: () => void): number {
  const rendered: number[] = [];
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) rendered.push(frames.length);
    return prepare ? prepare(error, frames) : `${error}\n${frames.map((frame) => `    at ${frame}`).join("\n")}`;
  };
  try {
    work();
  } finally {
    Error.prepareStackTrace = prepare;
  }
  return rendered.length;
}

test("a resource takes one trace, by which its place in the program is known", () => {
  expect(tracesOf(() => new SipEndpoint("desk", DESK))).toBe(1);
});

test("stack traces are back after a resource is made", () => {
  const limit = Error.stackTraceLimit;
  new SipEndpoint("desk", DESK);
  expect(Error.stackTraceLimit).toBe(limit);
});

test("a resource that cannot be registered says where it was made, and leaves traces as they were", () => {
  const limit = Error.stackTraceLimit;
  const nameless = () => new SipEndpoint("", DESK);
  expect(nameless).toThrow();
  try {
    nameless();
  } catch (error) {
    expect((error as Error).stack).toContain("traces.test.ts");
  }
  expect(Error.stackTraceLimit).toBe(limit);
});
