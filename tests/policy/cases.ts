// The expected results of every rule. They are evaluated as functions and by the pack's own process.

import { type Rule, rules } from "../../policy/index.ts";
import { everyCallerIsReached } from "../../policy/rules/callers.ts";
import { casesAcross } from "./cases-across.ts";
import { casesOfResources } from "./cases-of-resources.ts";

const cases = { ...casesOfResources, ...casesAcross };

/** The rules that `testRule` evaluates: all but the one about callers, which takes time. */
export const rulesAtOnce: readonly Rule[] = rules.filter((rule) => rule !== everyCallerIsReached);

export function caseOf(name: string) {
  const found = cases[name];
  if (!found) throw new Error(`${name} has no cases`);
  const { options = {}, stack = "dev" } = found;
  return { ...found, options, stack };
}
