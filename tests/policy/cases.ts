// The expected results of every rule besides its examples. They are evaluated as functions and by the pack's own process.

import { type Rule, rules } from "../../policy/index.ts";
import { everyCallerIsReached } from "../../policy/rules/callers.ts";
import { casesAcross } from "./cases-across.ts";
import { casesOfResources } from "./cases-of-resources.ts";
import { examples } from "./examples.ts";

const cases = { ...casesOfResources, ...casesAcross };

export const ruleNames = Object.keys(cases);

/** The rules that `testRule` evaluates. For the one about callers, which takes time, only the pack waits. */
export const rulesAtOnce: readonly Rule[] = rules.filter((rule) => rule !== everyCallerIsReached);

/** Returns the cases of a rule. Its own examples are among the valid ones and the single violation. */
export function caseOf(name: string) {
  const found = cases[name];
  const example = examples[name];
  if (!found || !example) throw new Error(`${name} has no cases or no examples`);
  const { passes, fails, options = {}, stack = "dev" } = example;
  return { ...found, pass: found.pass ?? [], passes, fail: fails, options, stack };
}
