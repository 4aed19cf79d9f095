import { type Options, readOptions } from "./options.ts";
import {
  isStackRule,
  judgeResource,
  judgeStack,
  type ResourceRule,
  type Rule,
  type StackRule,
  type Verdict,
} from "./rule.ts";
import { type Kind, Member, notKnownYet, type Read, Stack, Subject, typeOf, type Values } from "./subject.ts";

/** What a test gives a rule to judge. */
export interface Trial {
  readonly kind: Kind;
  /** The name of the resource; "tried" where it does not matter. */
  readonly name?: string;
  /** Arguments, and for a rule about the stack outputs too; `unknown` for what only the update will know. */
  readonly args: Values;
  /** Which resource an argument's value comes from: argument → name. */
  readonly from?: { readonly [argument: string]: string };
}

export interface TrialOptions {
  readonly options?: Values;
  /** The name of the stack; "dev" where it does not matter. */
  readonly stack?: string;
}

export interface Outcome {
  /** The messages, as the user sees them before the remedy. */
  readonly violations: readonly string[];
  /** The arguments without which the rule cannot finish its judgement. */
  readonly awaited: readonly string[];
}

/** A value that only the update will know. */
export const unknown = notKnownYet;

/**
 * Judges resources by a rule, as the pack does. A rule about one resource judges each of them.
 *
 * @example
 * ```ts
 * const { violations } = tryRule(requireEncryption, [{ kind: "SipEndpoint", args: { username: "desk" } }]);
 * ```
 */
export function tryRule(
  rule: Rule,
  trials: readonly Trial[],
  { options = {}, stack = "dev" }: TrialOptions = {},
): Outcome {
  const { chosen, problems } = readOptions<Options>(rule.options, options);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const urnOf = ({ kind, name = "tried" }: Pick<Trial, "kind" | "name">) =>
    `urn:pulumi:${stack}::project::${typeOf(kind)}::${name}`;
  if (isStackRule(rule)) {
    const originOf = (name: string) => {
      const trial = trials.find((each) => each.name === name);
      if (!trial) throw new Error(`no resource of the trial is named ${name}`);
      return { type: typeOf(trial.kind), urn: urnOf(trial) };
    };
    const members = trials.map((trial) => {
      const sources = Object.entries(trial.from ?? {}).map(([argument, name]) => [argument, [originOf(name)]] as const);
      const origins = new Map(sources);
      return new Member(trial.kind, urnOf(trial), readFrom(trial.args), (argument) => origins.get(argument) ?? []);
    });
    return outcomeOf([judgeStack(rule as StackRule<Options>, new Stack(members), chosen)]);
  }
  const verdicts = trials.map((trial) =>
    judgeResource(
      rule as ResourceRule<Kind, Options>,
      new Subject(trial.kind, urnOf(trial), readFrom(trial.args)),
      chosen,
    ),
  );
  return outcomeOf(verdicts);
}

function outcomeOf(verdicts: readonly Verdict[]): Outcome {
  for (const { failure } of verdicts) if (failure) throw failure;
  return {
    violations: verdicts.flatMap((verdict) => verdict.violations.map((each) => each.message)),
    awaited: verdicts.flatMap((verdict) => verdict.awaited),
  };
}

function readFrom(args: Values): Read {
  return (argument) => {
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    return Array.isArray(value) && value.includes(unknown) ? unknown : value;
  };
}
