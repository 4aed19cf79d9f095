// Expectations beside three numbers, while one word of their scripts changes. The judge is a tried call with the same keys.

import { expect, it } from "vitest";
import { callsOf, newPaths, type Paths } from "../../../../cli/calls/compare.ts";
import type { KnownObject } from "../../../../cli/calls/objects.ts";
import { openTrial, type Trial, type TriedCall } from "../../../../cli/calls/tried-call.ts";
import { type Expectation, toCamel } from "../../../../contract/index.ts";
import { tries } from "../../../tries.ts";
import { EXPECTED, oneWordChanges, program } from "../menus.ts";

const CHANGES = oneWordChanges(tries(40));
const WORKING_HOURS = ["Mon", "Tue", "Wed", "Thu", "Fri"].flatMap((day) =>
  ["09:00", "11:00", "13:00", "15:00", "16:00", "16:59"].map((time) => `${day} ${time}`),
);
const SAMPLES: { readonly [at: string]: readonly string[] } = {
  "Mon–Fri 09:00–17:00": WORKING_HOURS,
  Sat: ["00:00", "09:00", "12:30", "16:59", "23:59"].map((time) => `Sat ${time}`),
};

/** Returns whether a tried call does what is expected, by what it prints. */
function isMet({ outcome, verdict, reached, handedTo, steps, documents }: TriedCall, expected: Expectation): boolean {
  const isTaken = /^(?:answered|ringing|handed-over)$/.test(outcome);
  const isSilent = steps.some(({ text }) => text === "The documents play nothing to the caller.");
  // After a part that is not played, another party may have the call.
  const isUnsure = steps.some(({ text }) => /does not play|no value that this server knows/.test(text));
  const has = (name: string | undefined) => name !== undefined && reached.some((names) => names.includes(name));
  if (expected.rings !== undefined) return isTaken && has(expected.rings);
  if (expected.reaches !== undefined) return !isTaken || isSilent;
  if (expected.handedTo !== undefined)
    return [...handedTo, ...documents, ...(/Leaves the project for (\S+)/.exec(verdict) ?? [])].includes(
      expected.handedTo,
    );
  const [, script] = /Answered by the (?:SWML|cXML) script (\w+)/.exec(verdict) ?? [];
  if (outcome === "answered")
    return !isSilent && !isUnsure && script?.toLowerCase() === expected.answeredBy?.toLowerCase();
  return isTaken && has(expected.answeredBy);
}

/** Returns the number and the place of each expectation that calls do not meet. */
async function unmetByCalls(trial: Trial): Promise<string[]> {
  const unmet: string[] = [];
  for (const [to, expectations] of Object.entries(EXPECTED))
    for (const [index, expected] of expectations.entries())
      for (const at of expected.at === undefined ? [undefined] : (SAMPLES[expected.at] ?? [expected.at])) {
        const call = await trial.call(to, expected.from ?? "+12025550177", { digits: expected.keys, at });
        const isUnused = hasUnused(call, expected);
        if (isMet(call, expected) && !isUnused) continue;
        unmet.push(`${to} ${index}`);
        break;
      }
  return unmet;
}

/** True when menus asked for fewer keys than the caller presses. */
function hasUnused({ steps }: TriedCall, { keys = "" }: Expectation): boolean {
  const pressed = steps.flatMap(({ text }) => /The caller presses (\S+) at/.exec(text)?.[1] ?? []).join("");
  return keys.replace(/[#w]/g, "") !== pressed.replaceAll("#", "");
}

const unmet = ({ expectations = [] }: Paths) =>
  expectations.filter(({ verdict }) => verdict !== "held").map(({ to, index }) => `${to} ${index}`);

function declared(objects: readonly KnownObject[]) {
  return objects.map(({ type, name = "", fields, expects, id }) => {
    const props = Object.fromEntries(Object.entries(fields).map(([wire, value]) => [toCamel(wire), value]));
    const urn = `urn:pulumi:test::test::signalwire:index:${type}::${name}`;
    return { type, urn, name, account: "own", props: { ...props, id, expects }, suppliersOf: () => [] };
  });
}

it("holds forty expectations, and judges changes of one word as calls do", async () => {
  expect(Object.values(EXPECTED).flat()).toHaveLength(40);
  const trial = await openTrial();
  const wrong: object[] = [];
  let broken = 0;
  const judged = async (scripts?: Parameters<typeof program>[0]) => {
    await trial.hold(program(scripts), { isWhole: true });
    const ours = (await trial.judge()).filter(({ verdict }) => verdict !== "held");
    return { ours: ours.map(({ party, index }) => `${party.name} ${index}`), calls: await unmetByCalls(trial) };
  };
  try {
    expect(await judged()).toEqual({ ours: [], calls: [] });
    for (const { said, scripts } of CHANGES) {
      const { ours, calls } = await judged(scripts);
      if (calls.length > 0) broken += 1;
      if (ours.join() !== calls.join()) wrong.push({ said, ours, calls });
    }
  } finally {
    await trial.close();
  }
  expect(wrong).toEqual([]);
  // Most words of a script matter, and some do not.
  expect(broken).toBeGreaterThan(CHANGES.length / 4);
  expect(broken).toBeLessThan(CHANGES.length);
});

it("says the same in a preview and a policy", async () => {
  const before = program();
  for (const { said, scripts } of CHANGES.slice(0, 4)) {
    const after = program(scripts);
    const trial = await openTrial();
    await trial.hold(after, { isWhole: true });
    const wanted = (await trial.judge()).filter(({ verdict }) => verdict !== "held");
    await trial.close();
    const names = wanted.map(({ party, index }) => `${party.name} ${index}`);
    const previewed = await callsOf({ project: undefined, before, after }, { read: async () => [] });
    expect([said, unmet(previewed.paths)]).toEqual([said, names]);
    expect([said, unmet(await newPaths(declared(after), []))]).toEqual([said, names]);
  }
});
