import type { Chosen, Options } from "./options.ts";
import { type ArgsOf, type Kind, NotKnownYet, type Stack, type Subject, type Values } from "./subject.ts";

export type Severity = "low" | "medium" | "high" | "critical";

/** What a violation does: nothing, a note, an end to the preview or update; or a correction first. */
export type Level = "disabled" | "advisory" | "mandatory" | "remediate";

export const presetNames = ["baseline", "strict"] as const;
export type PresetName = (typeof presetNames)[number];

interface About<Given extends Options> {
  /** Lower case and hyphens; what a configuration calls the rule. */
  readonly name: string;
  /** One sentence: what must be so. */
  readonly demands: string;
  /** Why it must, for the reference page. */
  readonly because: string;
  /** What to do about a violation, one sentence. */
  readonly remedy: string;
  readonly severity: Severity;
  readonly levels: { readonly [preset in PresetName]: Level };
  readonly options: Given;
}

/** A rule about one resource at a time, judged before anything is sent. */
export interface ResourceRule<K extends Kind = Kind, Given extends Options = Options> extends About<Given> {
  readonly covers: readonly K[];
  /** Yields what is wrong, one sentence each, without a final full stop. Never with a value that may be a secret. */
  judge(subject: Subject<ArgsFor<K>>, options: Chosen<Given>): Iterable<string>;
  /** The arguments that must change for the judgement to pass; empty where none must. Only where the change is safe. */
  remediate?(subject: Subject<ArgsFor<K>>, options: Chosen<Given>): Values;
}

/** A rule about all resources together, judged at the end of a preview or update. */
export interface StackRule<Given extends Options = Options> extends About<Given> {
  readonly covers: "stack";
  judge(stack: Stack, options: Chosen<Given>): Iterable<Violation>;
}

export interface Violation {
  readonly message: string;
  /** The resource it is shown at; the stack where not given. */
  readonly urn?: string;
}

export type Rule = ResourceRule | StackRule;

export interface Verdict {
  readonly violations: readonly Violation[];
  /** The arguments without which the judgement could not be finished. */
  readonly awaited: readonly string[];
  /** What ended the judgement, where the rule itself failed. */
  readonly failure?: Error;
}

/** The arguments of the one class a rule covers; of several classes, any argument by its name. */
type ArgsFor<K extends Kind> = IsOne<K> extends true ? ArgsOf[K] : Values;
type IsOne<K, All = K> = K extends All ? ([All] extends [K] ? true : false) : never;

/** Writes a rule about the resources of some classes; the arguments are typed where it is one class. */
export function resourceRule<const K extends Kind, const Given extends Options>(
  rule: ResourceRule<K, Given>,
): ResourceRule<K, Given> {
  return rule;
}

/** Writes a rule about the whole stack. */
export function stackRule<const Given extends Options>(rule: StackRule<Given>): StackRule<Given> {
  return rule;
}

/** Judges one resource. What was found before an unknown value was met still counts. */
export function judgeResource<K extends Kind, Given extends Options>(
  rule: ResourceRule<K, Given>,
  subject: Subject,
  options: Chosen<Given>,
): Verdict {
  const violations: Violation[] = [];
  const failure = attempt(() => {
    for (const message of rule.judge(subject as unknown as Subject<ArgsFor<K>>, options)) violations.push({ message });
  });
  return { violations, awaited: [...subject.awaited], ...failure };
}

/** What a rule would change about a resource; nothing where that cannot be said, which the judgement itself tells. */
export function correctionsOf(rule: ResourceRule, subject: Subject, options: Chosen<Options>): Values {
  let corrections: Values | undefined;
  attempt(() => {
    corrections = rule.remediate?.(subject, options);
  });
  return corrections ?? {};
}

/** Judges a stack. */
export function judgeStack<Given extends Options>(
  rule: StackRule<Given>,
  stack: Stack,
  options: Chosen<Given>,
): Verdict {
  const violations: Violation[] = [];
  const failure = attempt(() => {
    for (const violation of rule.judge(stack, options)) violations.push(violation);
  });
  return { violations, awaited: stack.awaited, ...failure };
}

export function isStackRule(rule: Rule): rule is StackRule {
  return rule.covers === "stack";
}

/** Lets a rule work. A value that is not known yet ends the work, and that is no failure. */
function attempt(work: () => void): { readonly failure?: Error } {
  try {
    work();
  } catch (error) {
    if (!(error instanceof NotKnownYet)) return { failure: error instanceof Error ? error : new Error("not an error") };
  }
  return {};
}
