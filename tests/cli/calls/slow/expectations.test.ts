// Expectations beside three numbers, while one word of their scripts changes. The judge reads the menus, and knows no explorer.

import { expect, it } from "vitest";
import { callsOf } from "../../../../cli/calls/compare.ts";
import type { KnownObject } from "../../../../cli/calls/objects.ts";
import { openTrial } from "../../../../cli/calls/trial.ts";
import { driftReport } from "../../../../cli/drift/to-report.ts";
import { toCamel } from "../../../../contract/index.ts";
import { everyCallerIsReached } from "../../../../policy/rules/callers.ts";
import { Member, Stack } from "../../../../policy/subject.ts";
import { tries } from "../../../tries.ts";
import { previewed } from "../../preview/reports.ts";
import { differences, inReport, inViolations } from "../careful-reader.ts";
import { EXPECTED, oneWordChanges, program, SCRIPTS } from "../menus.ts";

const CHANGES = oneWordChanges(200);
/** Each change makes all commands start anew. `TRIES=50` takes all changes. */
const THROUGH_COMMANDS = CHANGES.slice(0, tries(4));

async function inPolicy(objects: readonly KnownObject[]): Promise<Map<string, string>> {
  const members = objects.map(({ type, name = "", id, fields, expects }) => {
    const props: { readonly [name: string]: unknown } = {
      ...Object.fromEntries(Object.entries(fields).map(([wire, value]) => [toCamel(wire), value])),
      ...{ id, expects },
    };
    const urn = `urn:pulumi:test::test::signalwire:index:${type}::${name}`;
    return new Member(
      { kind: type, urn, account: "own" },
      (argument) => props[argument],
      () => [],
    );
  });
  const violations = await everyCallerIsReached.validate(new Stack(members), { endpoints: [] } as never);
  return inViolations([...violations].map(({ message }) => message));
}

it("holds forty expectations, and judges 200 changes of one word as a careful reader does", async () => {
  expect(Object.values(EXPECTED).flatMap(({ expects }) => expects)).toHaveLength(40);
  expect(differences(SCRIPTS, new Map())).toEqual([]);
  const trial = await openTrial();
  const wrong: object[] = [];
  let broken = 0;
  try {
    for (const { said, scripts } of [{ said: "nothing", scripts: SCRIPTS }, ...CHANGES]) {
      trial.hold(program(scripts), { isWhole: true });
      const judged = await trial.judge();
      const reported = judged.map(({ party, index, verdict }) => [`${party.name} expects[${index}]`, verdict] as const);
      const found = differences(scripts, new Map(reported));
      if (found.length > 0) wrong.push({ said, found });
      if (judged.some(({ verdict }) => verdict !== "held")) broken += 1;
    }
  } finally {
    await trial.close();
  }
  expect(wrong).toEqual([]);
  // Most words of a script matter, and some do not.
  expect(broken).toBeGreaterThan(CHANGES.length / 4);
  expect(broken).toBeLessThan(CHANGES.length);
});

it.each(THROUGH_COMMANDS)("reports the same of $said by preview, drift and policy", async ({ scripts }) => {
  const [before, after] = [program(), program(scripts)];
  const change = { project: undefined, before, after };
  // A drift check asks the account for endpoints, a preview for what the stack lacks: here, nothing.
  const calls = await callsOf(change, { read: async () => [] });
  const drifted = { stacks: [{ stack: "prod", resources: [], calls }], accounts: [], now: new Date(0) };
  expect({
    preview: differences(scripts, inReport(previewed([], { calls }))),
    drift: differences(scripts, inReport(driftReport(drifted, ["drift"]))),
    policy: differences(scripts, await inPolicy(after)),
  }).toEqual({ preview: [], drift: [], policy: [] });
});
