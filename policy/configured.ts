// The configuration of rules, checked as a whole before the engine runs the program.

import { byLikeness } from "../contract/index.ts";
import { EXEMPT, type Exemption, LONGEST, problemsOf } from "./exemptions.ts";
import { type Chosen, type Options, readOptions } from "./options.ts";
import type { Rule } from "./rule.ts";
import type { Values } from "./subject.ts";
import { RESERVED } from "./well-made.ts";

/** A rule with the values of its parameters. */
export interface Configured {
  readonly rule: Rule;
  readonly options: Chosen<Options>;
  readonly exempt: readonly Exemption[];
}

/**
 * Returns the rules with their parameters: those of the configuration, or else their defaults. Throws with every problem of the
 * configuration.
 *
 * @param parts Rule → its parameters.
 */
export function configured(served: readonly Rule[], parts: ReadonlyMap<string, Values> = new Map()): Configured[] {
  const names = served.map(({ name }) => name);
  const problems = [...parts.keys()]
    .filter((name) => !names.includes(name) && !RESERVED.includes(name))
    .sort()
    .map((name) => `there is no rule ${name}, the nearest is ${byLikeness(name, names)[0]}`);
  const found = served.map((rule): Configured => {
    const { [EXEMPT]: exempt = [], [LONGEST]: longest, ...config } = parts.get(rule.name) ?? {};
    const exemptions = exempt as readonly Exemption[];
    const read = readOptions<Options>(rule.options, config, [EXEMPT, LONGEST]);
    const ofExemptions = problemsOf(exemptions, longest as number | undefined).map((each) => `${EXEMPT}: ${each}`);
    problems.push(...[...read.problems, ...ofExemptions].map((problem) => `${rule.name} ${problem}`));
    return { rule, options: read.chosen, exempt: exemptions };
  });
  if (problems.length > 0) throw new Error(`The configuration of the policy pack is wrong: ${problems.join("; ")}.`);
  return found;
}
