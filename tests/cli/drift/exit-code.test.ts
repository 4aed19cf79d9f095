// The exit code of the drift check for each finding and each value of --fail-on.

import { expect, test } from "vitest";
import { failureKinds, minutes, rateLimit, stackNames } from "../../../cli/commands/option-values.ts";
import type { Account, FailureKind, Verdict } from "../../../cli/drift/checked.ts";
import { NO_CHANGE } from "../../../server/reach/compare.ts";
import { report, resource } from "./reports.ts";

const account: Account = { projectId: "p", baseUrl: "https://example.signalwire.com", unmanaged: [] };
const stray: Account = { ...account, unmanaged: [{ type: "SipEndpoint", id: "1", label: "stray" }] };

function exitCode(verdicts: Verdict[], failOn: FailureKind[], accounts = [account]): number {
  const change = { property: "callerId", expected: "A", actual: "B" };
  const resources = verdicts.map((verdict, at) =>
    resource(`r${at}`, verdict, verdict === "drifted" ? { changes: [change] } : {}),
  );
  return report([{ stack: "prod", resources }], accounts, failOn).exitCode;
}

test.each<[Verdict[], FailureKind[], number]>([
  [["in-sync", "ignored", "unreadable", "renewal-due"], ["drift"], 0],
  [["in-sync", "drifted"], ["drift"], 7],
  [["missing"], ["drift"], 7],
  [["refreshed"], ["drift"], 7],
  [["missing", "error"], ["drift"], 1],
  [["drifted"], ["renewal"], 0],
  [["renewal-due"], ["renewal"], 7],
  [["renewal-due"], ["drift", "renewal"], 7],
  [["drifted", "renewal-due"], ["error"], 0],
  [["error"], ["renewal"], 1],
  [["error"], ["error"], 1],
  [["error", "drifted", "missing"], ["never"], 0],
  [[], ["drift"], 0],
])("%j with --fail-on %j exits with %d", (verdicts, failOn, code) => {
  expect(exitCode(verdicts, failOn)).toBe(code);
});

test.each<[Verdict[], string]>([
  [["in-sync", "unreadable"], "In sync"],
  [["ignored"], "No drift but what is ignored"],
  [["renewal-due", "ignored"], "No drift, but renewals due"],
  [["unnamed", "renewal-due"], "No drift, but changes where the program says nothing and renewals due"],
  [["refreshed", "unnamed"], "Not known to be what the program says"],
  [["dangling", "refreshed"], "Drift found"],
  [["error", "refreshed"], "Not everything could be checked"],
  [["error", "dangling"], "Drift found, and not everything could be checked"],
])("%j is called %j", (verdicts, title) => {
  const resources = verdicts.map((verdict, at) => resource(`r${at}`, verdict));
  expect(report([{ stack: "prod", resources }]).title).toBe(title);
});

test("an expectation that could not be tried is no agreement", () => {
  const expectation = { verdict: "untried", to: "+12025550101", text: "{}", path: "a", found: "b" } as const;
  const expectations = [{ ...expectation, kind: "call", index: 0, isNobody: false, count: 1 } as const];
  const calls = { numbers: 1, paths: { ...NO_CHANGE, expectations } };
  expect(report([{ stack: "prod", resources: [], calls }]).title).toBe("Callers do not get what the program expects");
});

test("unmanaged objects fail a check only with --fail-on unmanaged", () => {
  expect(exitCode([], ["drift"], [stray])).toBe(0);
  expect(exitCode([], ["drift", "unmanaged"], [stray])).toBe(7);
  expect(exitCode([], ["unmanaged"], [account])).toBe(0);
});

test("an account that could not be read is an error", () => {
  expect(exitCode([], ["unmanaged"], [{ ...account, error: "It did not answer." }])).toBe(1);
});

test("a stack that could not be checked fails with --fail-on never too", () => {
  const stacks = [{ stack: "prod", resources: [], error: "It is locked." }];
  expect(report(stacks, [], ["never"]).exitCode).toBe(1);
});

test("--fail-on takes several, and refuses what it does not know or cannot combine", () => {
  expect(failureKinds("drift, renewal", ["unmanaged"])).toEqual(["unmanaged", "drift", "renewal"]);
  expect(() => failureKinds("nonsense")).toThrow(
    '"nonsense" is not one of drift, unmanaged, renewal, unnamed, error, never',
  );
  expect(() => failureKinds("never", ["drift"])).toThrow("stands alone");
});

test("minutes are a whole number from 1", () => {
  expect(minutes("90")).toBe(90);
  for (const text of ["0", "1.5", "", "1e3"]) expect(() => minutes(text)).toThrow("1 or more");
});

test("a rate limit is two whole numbers above 0, or none", () => {
  expect([rateLimit("10/1"), rateLimit("none")]).toEqual([{ writes: 10, seconds: 1 }, false]);
  for (const text of ["0/1", "10/0", "10", "1.5/1"]) expect(() => rateLimit(text)).toThrow("two whole numbers above 0");
});

test("--stack takes several, and refuses an empty name", () => {
  expect(stackNames(" b ", ["a"])).toEqual(["a", "b"]);
  expect(() => stackNames(" ")).toThrow("is empty");
});
