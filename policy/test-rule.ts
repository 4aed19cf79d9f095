import * as z from "zod";
import {
  argumentNames,
  dynamicType,
  resources,
  returnedFields,
  toCamel,
  validateArguments,
} from "../contract/index.ts";
import { type Chosen, type Options, readOptions } from "./options.ts";
import {
  correctionsOf,
  evaluateResource,
  evaluateStack,
  isStackRule,
  type Rule,
  type Trial,
  type Verdict,
} from "./rule.ts";
import { forEveryKind, type Kind, Member, notKnownYet, Stack, type Values } from "./subject.ts";
import { assertWellMade } from "./well-made.ts";

/** A resource of a class that the rule covers. */
type TrialFor<R extends Rule> = R["covers"] extends readonly (infer K extends Kind)[] ? Trial<K> : Trial;

export interface TrialOptions<R extends Rule = Rule> {
  readonly options?: Partial<Chosen<R["options"]>>;
  /** The name of the stack. Default: "dev". */
  readonly stack?: string;
}

export interface Outcome {
  /** The messages as the user reads them, without the remedy. */
  readonly violations: readonly string[];
  /** The unknown arguments that prevent a complete evaluation. */
  readonly awaited: readonly string[];
  /** The changes at the level `remediate`, for each changed resource. */
  readonly corrections: readonly Values[];
}

/** A value that only the update will know. */
export const unknown: typeof notKnownYet = notKnownYet;

/**
 * Evaluates resources by a rule like the pack: each by itself, then their stack. Arguments that the rule does not read can be
 * omitted. Throws when the engine would refuse the rule, its options, an argument or a correction. Also throws when a corrected
 * resource still violates the rule.
 *
 * @example
 * ```ts
 * const { violations } = testRule(requireEncryption, [{ kind: "SipEndpoint", args: { encryption: "optional" } }]);
 * ```
 */
export function testRule<R extends Rule>(
  rule: R,
  trials: readonly TrialFor<R>[],
  { options = {}, stack = "dev" }: TrialOptions<R> = {},
): Outcome {
  assertWellMade([rule]);
  refuse(misfits(rule.options, options));
  const { chosen, problems } = readOptions<Options>(rule.options, options);
  refuse([...problems, ...trials.flatMap((trial) => problemsOf(rule, trial, trial.args))]);
  const members = () => trials.map((trial) => memberOf(trial, trials, stack));
  const whole = evaluateStack(rule, new Stack(members()), chosen);
  if (isStackRule(rule)) return { ...outcomeOf([whole]), corrections: [] };

  const covered = trials.filter(({ kind }) => rule.covers.includes(kind));
  const verdicts = covered.map((trial) => evaluateResource(rule, memberOf(trial, trials, stack), chosen));
  const corrections = covered.flatMap((trial) => {
    const corrected = correctionsOf(rule, memberOf(trial, trials, stack), chosen);
    if (Object.keys(corrected).length === 0) return [];
    const better = { ...trial, args: { ...trial.args, ...corrected } } as Trial;
    const left = evaluateResource(rule, memberOf(better, trials, stack), chosen).violations;
    refuse([...problemsOf(rule, trial, corrected), ...left.map(({ message }) => `remediate leaves it: ${message}`)]);
    return [corrected];
  });
  return { ...outcomeOf([...verdicts, whole]), corrections };
}

/** The types of the SDK and zod for a JSON schema. */
type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** Returns the values that the engine refuses, by each option's schema. */
function misfits(options: Options, given: Values): string[] {
  return Object.entries(options).flatMap(([name, { schema }]) => {
    const issues = Object.hasOwn(given, name)
      ? z.fromJSONSchema(schema as JsonSchema).safeParse(given[name]).error?.issues
      : [];
    return (issues ?? []).map(({ path, message }) => `${[name, ...path].join(".")}: ${message}`);
  });
}

function outcomeOf(verdicts: readonly Verdict[]) {
  for (const { failure } of verdicts) if (failure) throw failure;
  return {
    violations: verdicts.flatMap((verdict) => verdict.violations.map((each) => each.message)),
    awaited: verdicts.flatMap((verdict) => verdict.awaited),
  };
}

function memberOf(trial: Trial, trials: readonly Trial[], stack: string): Member {
  const urnOf = ({ kind, name = "tried" }: Trial) => `urn:pulumi:${stack}::project::${dynamicType(kind)}::${name}`;
  const from: { readonly [argument: string]: string | undefined } = trial.from ?? {};
  const sources = (argument: string) => {
    const name = from[argument];
    const origin = trials.find((each) => each.name === name);
    if (name !== undefined && !origin) throw new Error(`no resource of the trial is named ${name}`);
    return name !== undefined && origin ? [{ type: dynamicType(origin.kind), urn: urnOf(origin) }] : [];
  };
  const { kind, account = "" } = trial;
  const args: Values = trial.args;
  const read = (argument: string) => (Object.hasOwn(args, argument) ? args[argument] : undefined);
  return new Member({ kind, urn: urnOf(trial), account }, read, sources, new Set(Object.keys(args)));
}

/** Returns why the provider's check would refuse these arguments, except for missing ones. */
function problemsOf(rule: Rule, { kind, name = "tried" }: Trial, args: Values): string[] {
  const isAbout = isStackRule(rule) || rule.validateStack !== undefined || rule.covers.includes(kind);
  if (!isAbout) return [`${rule.name} is not about ${kind}`];
  const outputs = isStackRule(rule) || rule.validateStack ? outputsOf[kind] : [];
  const given = Object.entries(args).filter(([argument]) => !outputs.includes(argument));
  return validateArguments(resources[kind], Object.fromEntries(given))
    .filter(({ code }) => code !== "required")
    .map(({ field, detail }) => `${name}: ${field} ${detail}`);
}

const outputsOf = forEveryKind((resource) =>
  [...returnedFields(resource), ...Object.keys(resource.addedOutputs ?? {})]
    .map(toCamel)
    .filter((name) => !argumentNames(resource).includes(name)),
);

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("; "));
}
