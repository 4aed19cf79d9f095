// No false alarm and no missed violation: realistic programs with verdicts by hand, evaluated by every rule as a function.

import { describe, expect, it } from "vitest";
import { argumentNames, resources } from "../../contract/index.ts";
import { type PresetName, type Rule, rules, testRule } from "../../policy/index.ts";
import { isStackRule } from "../../policy/rule.ts";
import { configOf, type Sent } from "./analyzer.ts";
import { rulesAtOnce } from "./cases.ts";
import { bad, good } from "./corpus.ts";
import type { Program } from "./corpus-resources.ts";

it("has more than 200 programs with verdicts by hand, and a bad one for every rule", () => {
  expect(good.length + bad.length).toBeGreaterThanOrEqual(200);
  const caught = new Set(bad.map(({ caughtBy }) => caughtBy));
  expect(rules.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
});

/** Returns the resources that the rule takes, without the outputs that it cannot read. */
function trialsFor(rule: Rule, stack: readonly Sent[]): readonly Sent[] {
  if (isStackRule(rule) || rule.validateStack) return stack;
  return stack
    .filter(({ kind }) => rule.covers.includes(kind))
    .map(({ from: _, ...each }) => {
      const names = argumentNames(resources[each.kind]);
      return { ...each, args: Object.fromEntries(Object.entries(each.args).filter(([name]) => names.includes(name))) };
    });
}

function violationsOf(rule: Rule, preset: PresetName, { stack, stackName = "dev", caughtBy, options }: Program) {
  const { options: chosen } = configOf(preset, caughtBy, options)[rule.name] ?? {};
  return testRule(rule, trialsFor(rule, stack), { stack: stackName, options: chosen ?? {} }).violations;
}

describe("under the preset baseline", () => {
  it.each(good)("$title: no violation", (program) => {
    const on = rulesAtOnce.filter(({ levels }) => levels.baseline !== "disabled");
    expect(on.flatMap((rule) => violationsOf(rule, "baseline", program))).toEqual([]);
  });
});

describe("under the preset strict", () => {
  it.each(bad.filter(({ caughtBy }) => rulesAtOnce.some(({ name }) => name === caughtBy)))(
    "$title: $caughtBy reports it",
    (program) => {
      const rule = rules.find(({ name }) => name === program.caughtBy);
      expect(rule && violationsOf(rule, "strict", program)).not.toEqual([]);
    },
  );
});
