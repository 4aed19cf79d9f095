// The outcome of the drift check for each finding, and its exit code for each value of --fail-on.

import { expect, test } from "vitest";
import { type Account, type CheckedStack, FAILURE_KINDS, VERDICTS, type Verdict } from "../../../cli/drift/checked.ts";
import { NO_CHANGE } from "../../../server/reach/compare.ts";
import { office, report, resource } from "./reports.ts";

const account: Account = { ...office, unmanaged: [] };
const changes = [{ property: "callerId", expected: "A", actual: "B" }];
const stack = (verdicts: readonly Verdict[], more: Partial<CheckedStack> = {}): CheckedStack => ({
  ...{
    stack: "prod",
    resources: verdicts.map((each, at) => resource(`r${at}`, each, each === "drifted" ? { changes } : {})),
  },
  ...more,
});
const alarmed = (alarm: "nobody" | "mistake") => {
  const lost = { alarm, path: "+12025550101", count: 2, after: "Did not ring" };
  return stack(["in-sync"], { calls: { numbers: 1, paths: { ...NO_CHANGE, rows: [lost] } } });
};
const expecting = (verdict: "broken" | "untried" | "waiting") => {
  const expectation = {
    ...{ verdict, to: "+12025550101", text: "{}", path: "a", found: "b" },
    kind: "call",
    index: 0,
  } as const;
  const expectations = [{ ...expectation, isNobody: false, count: 1 }];
  return stack(["in-sync"], { calls: { numbers: 1, paths: { ...NO_CHANGE, expectations } } });
};

const cases: Record<string, readonly [stacks: readonly CheckedStack[], accounts?: readonly Account[]]> = {
  nothing: [[]],
  ...Object.fromEntries(VERDICTS.map((each) => [each, [[stack(["in-sync", each])]]])),
  "a missing one and an error": [[stack(["missing", "error"])]],
  "a dangling one and a refreshed one": [[stack(["refreshed", "dangling"])]],
  "an error and a refreshed one": [[stack(["error", "refreshed"])]],
  "an unnamed change and a due token": [[stack(["unnamed", "renewal-due", "ignored"])]],
  "a broken expectation": [[expecting("broken")]],
  "a path to nobody": [[alarmed("nobody")]],
  "a path to what does not exist": [[alarmed("mistake")]],
  "an expectation that was not tried": [[expecting("untried")]],
  "an expectation that is not known yet": [[expecting("waiting")]],
  "a stack that could not be checked": [[stack([], { error: "It is locked." }), stack(["drifted"])]],
  "unmanaged objects": [[stack(["in-sync"])], [account, office]],
  "an unmanaged object and a due token": [[stack(["renewal-due"])], [office]],
  "an account that could not be read": [[stack(["drifted"])], [{ ...account, error: "It did not answer." }]],
};

test("the outcomes are the golden file", async () => {
  const lines = Object.entries(cases).map(([what, [stacks, accounts = []]]) => {
    const { title, level } = report(stacks, accounts);
    const codes = FAILURE_KINDS.map((kind) => `${kind} ${report(stacks, accounts, [kind]).exitCode}`);
    const both = report(stacks, accounts, ["drift", "renewal"]).exitCode;
    return `${what}: ${title} (${level}); ${codes.join(", ")}, drift and renewal ${both}\n`;
  });
  await expect(lines.join("")).toMatchFileSnapshot("golden/outcomes.txt");
});
