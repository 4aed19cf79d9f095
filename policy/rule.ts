import type { Chosen, Options } from "./options.ts";
import {
  type ArgsOf,
  type Kind,
  NotKnownYet,
  type notKnownYet,
  type OutputsOf,
  type Stack,
  type Subject,
  type Values,
  WrongType,
} from "./subject.ts";

export type Severity = "low" | "medium" | "high" | "critical";

/** The effect of a violation: none, a note, a stop of the preview or update, or a correction first. */
export type Level = "disabled" | "advisory" | "mandatory" | "remediate";

export const presetNames = ["baseline", "strict"] as const;
export type PresetName = (typeof presetNames)[number];

/** A resource in an example or a test. Omitted arguments are not given. */
export type Trial<K extends Kind = Kind> = {
  readonly [Each in K]: {
    readonly kind: Each;
    /** The name of the resource; "tried" when it does not matter. */
    readonly name?: string;
    /** Arguments, and outputs for a rule about the stack. `unknown` for values that only the update will know. */
    readonly args: { readonly [Name in keyof OutputsOf<Each>]?: Tried<OutputsOf<Each>[Name]> };
    /** The account that the resource is in, if the stack has several. */
    readonly account?: string;
    /** Argument → name of the resource that supplies its value. */
    readonly from?: { readonly [Name in keyof ArgsOf[Each]]?: string };
  };
}[K];

type Tried<Value> =
  | Value
  | typeof notKnownYet
  | (Value extends readonly (infer Item)[] ? readonly (Item | typeof notKnownYet)[] : never)
  | undefined;

interface About<Given extends Options> {
  /** The rule's name in a configuration: lower case and hyphens. */
  readonly name: string;
  /** The requirement, as one sentence. */
  readonly demands: string;
  /** The reason, for the reference page. */
  readonly because: string;
  /** How to resolve a violation, one sentence. */
  readonly remedy: string;
  readonly severity: Severity;
  readonly levels: { readonly [preset in PresetName]: Level };
  readonly options: Given;
}

/** A list of messages. `object` excludes a single text, which is an iterable of letters. */
type Found<Each> = Iterable<Each> & object;

/** A rule about one resource, evaluated before any request is sent. */
export interface ResourceRule<K extends Kind = Kind, Given extends Options = Options> extends About<Given> {
  readonly covers: readonly K[];
  /** Yields each problem as a sentence without a final full stop. Must not contain values that may be secret. */
  validate(subject: Subject<ArgsFor<K>>, options: Chosen<Given>): Found<string>;
  /** Yields problems that need the whole stack, such as inherited values. Called at the end. */
  validateStack?(stack: Stack, options: Chosen<Given>): Found<Violation>;
  /** Returns arguments whose change resolves the violation; empty when none is needed. Only for safe changes. */
  remediate?(subject: Subject<ArgsFor<K>>, options: Chosen<Given>): Values;
}

/** A rule about all resources together, evaluated at the end of a preview or update. */
export interface StackRule<Given extends Options = Options> extends About<Given> {
  readonly covers: "stack";
  /** Yields problems. A promise is for work that takes time: the pack waits for it, and `testRule` does not. */
  validate(stack: Stack, options: Chosen<Given>): Found<Violation> | Promise<Found<Violation>>;
}

export interface Violation {
  readonly message: string;
  /** The resource to report it for. Default: the stack. */
  readonly urn?: string;
}

export type Rule = ResourceRule | StackRule;

export interface Verdict {
  readonly violations: readonly Violation[];
  /** The unknown arguments that prevent a complete evaluation. */
  readonly awaited: readonly string[];
  /** The error of a rule that failed. */
  readonly failure: Error | undefined;
}

/** The arguments of a rule's class; for several classes, any argument by its name. */
type ArgsFor<K extends Kind> = IsOne<K> extends true ? ArgsOf[K] : Values;
type IsOne<K, All = K> = K extends All ? ([All] extends [K] ? true : false) : never;

/** Defines a rule about the resources of some classes. With one class, the arguments are typed. */
export function resourceRule<const K extends Kind, const Given extends Options>(
  rule: ResourceRule<K, Given>,
): ResourceRule<K, Given> {
  return rule;
}

/** Defines a rule about the whole stack. */
export function stackRule<const Given extends Options>(rule: StackRule<Given>): StackRule<Given> {
  return rule;
}

/** Evaluates one resource. Problems found before an unknown value still count. */
export function evaluateResource(rule: ResourceRule, subject: Subject, options: Chosen<Options>): Verdict {
  return verdictOn(subject, () => rule.validate(subject, options));
}

/** Returns a rule's corrections for a resource; empty after a failure, which the evaluation itself reports. */
export function correctionsOf(rule: ResourceRule, subject: Subject, options: Chosen<Options>): Values {
  let corrections: Values | undefined;
  attempt(() => {
    corrections = rule.remediate?.(subject, options);
  });
  return corrections ?? {};
}

/** Evaluates a stack by a rule about stacks, or by the stack part of a rule about resources. */
export function evaluateStack(rule: Rule, stack: Stack, options: Chosen<Options>): Verdict {
  return verdictOn(stack, () => validateStack(rule, stack, options));
}

/** Evaluates a stack like `evaluateStack`, and waits for a rule that takes time. */
export async function evaluateStackInTime(rule: Rule, stack: Stack, options: Chosen<Options>): Promise<Verdict> {
  const [result] = await Promise.allSettled([(async () => validateStack(rule, stack, options))()]);
  return verdictOn(stack, () => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

function validateStack(rule: Rule, stack: Stack, options: Chosen<Options>) {
  return isStackRule(rule) ? rule.validate(stack, options) : (rule.validateStack?.(stack, options) ?? []);
}

/** Collects the violations until the evaluation ends or fails. */
function verdictOn(evaluated: Subject | Stack, validate: () => unknown): Verdict {
  const violations: Violation[] = [];
  const failure = attempt(() => {
    const result = validate();
    if (result instanceof Promise) throw new WrongType("validate returned a promise, for which only the pack waits");
    if (typeof result !== "object" || result === null || !(Symbol.iterator in result))
      throw new WrongType(`validate returned ${typeof result === "string" ? "a text" : "no list"}; ${YIELDS}`);
    for (const each of result as Iterable<unknown>) {
      const violation = typeof each === "string" ? { message: each } : each;
      if (!isViolation(violation)) throw new WrongType(`validate yielded something else than what is wrong; ${YIELDS}`);
      violations.push(violation);
    }
  });
  return { violations, awaited: [...evaluated.awaited], failure };
}

const YIELDS = "make it a generator that yields each message: a text, or { message, urn } where it is about the stack";

function isViolation(found: unknown): found is Violation {
  return typeof found === "object" && found !== null && typeof (found as Partial<Violation>).message === "string";
}

export function isStackRule(rule: Rule): rule is StackRule {
  return rule.covers === "stack";
}

function attempt(work: () => void): Error | undefined {
  try {
    work();
  } catch (error) {
    if (!(error instanceof NotKnownYet)) return error instanceof Error ? error : new Error();
  }
  return undefined;
}
