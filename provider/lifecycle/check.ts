// Decides what the engine gets for a program's arguments: inputs to store, or every problem at once.

import { isGiven, type Problem, type Resource, SignalWireError, validateArguments } from "../../contract/index.ts";
import type { StackConfig } from "../config.ts";
import { keepEquivalent, type Props } from "./state.ts";
import { isUnknown } from "./unknowns.ts";

export interface CheckFailure {
  /** Always empty: a failure that names a property prints its value, secret or not (engine.md §3). */
  readonly property: "";
  readonly reason: string;
}

export interface CheckAnswer {
  readonly inputs: { [name: string]: unknown };
  readonly failures: CheckFailure[];
}

export interface CheckRules {
  /** Problems beyond those of single arguments. `known` is what the last `up` recorded: outputs, where there are any, and inputs. */
  readonly problems?: (args: Props, known: Props) => Problem[];
  /** Inputs that follow from the old and the new ones. */
  readonly derived?: (olds: Props, args: Props, config: StackConfig | undefined) => Promise<Props>;
  /** Problems that do not lie in the arguments; asked in a preview only. */
  readonly environment?: () => readonly string[];
}

/**
 * Judges the arguments. A preview of our own classes passes an empty list `__problems`; the answer then carries the
 * problems in it instead of failing, because the engine would stop at the first resource that fails.
 */
export async function check(
  resource: Resource,
  olds: Props,
  news: Props,
  rules: CheckRules = {},
  config?: StackConfig,
): Promise<CheckAnswer> {
  const args = given(Object.fromEntries(Object.entries(news).filter(([name]) => !name.startsWith("__"))));
  const { problems } = validateArguments(resource, args, isUnknown, isEmpty(olds) ? undefined : olds);
  const further = rules.problems?.(args, olds) ?? [];
  const reasons = [...problems, ...further].map(({ field, detail }) => `${field} ${detail}`);

  const derived = reasons.length === 0 ? await rules.derived?.(olds, args, config).catch(asReason(reasons)) : {};
  const inputs = given({ ...keepEquivalent(resource, olds, args), ...derived });
  if (Array.isArray(news.__problems)) {
    const all = [...reasons, ...(rules.environment?.() ?? [])];
    return { inputs: all.length > 0 ? { ...inputs, __problems: all } : inputs, failures: [] };
  }
  return { inputs, failures: reasons.map((reason) => ({ property: "", reason })) };
}

/** What stands in the way is one more problem. */
function asReason(reasons: string[]): (error: unknown) => Props {
  return (error) => {
    if (!(error instanceof SignalWireError)) throw error;
    reasons.push(error.message);
    return {};
  };
}

function isEmpty(props: Props): boolean {
  return Object.keys(props).length === 0;
}

function given(props: Props): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => isGiven(value)));
}
