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

/** What a violation does: nothing, a note, an end to the preview or update; or a correction first. */
export type Level = "disabled" | "advisory" | "mandatory" | "remediate";

export const presetNames = ["baseline", "strict"] as const;
export type PresetName = (typeof presetNames)[number];

/** A resource as an example or a test has it; what it leaves out is not given. */
export type Trial<K extends Kind = Kind> = {
  readonly [Each in K]: {
    readonly kind: Each;
    /** The name of the resource; "tried" where it does not matter. */
    readonly name?: string;
    /** Arguments, and for a rule about the stack outputs too; `unknown` for what only the update will know. */
    readonly args: { readonly [Name in keyof OutputsOf<Each>]?: Tried<OutputsOf<Each>[Name]> };
    /** Which resource an argument's value comes from: argument → name. */
    readonly from?: { readonly [Name in keyof ArgsOf[Each]]?: string };
  };
}[K];

type Tried<Value> =
  | Value
  | typeof notKnownYet
  | (Value extends readonly (infer Item)[] ? readonly (Item | typeof notKnownYet)[] : never)
  | undefined;

/** A stack that a rule passes, and one that violates it once; each has only what the rule reads. */
export interface Examples {
  readonly passes: readonly Trial[];
  readonly fails: readonly Trial[];
  /** Under which both hold; the defaults where not given. */
  readonly options?: Values;
  /** The name of the stack, where it matters. */
  readonly stack?: string;
}

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
  /** For the reference page and for tests. */
  readonly examples?: Examples;
}

/** A text is an iterable of its letters, and no list of messages. */
type Found<Each> = Iterable<Each> & object;

/** A rule about one resource at a time, judged before anything is sent. */
export interface ResourceRule<K extends Kind = Kind, Given extends Options = Options> extends About<Given> {
  readonly covers: readonly K[];
  /** Yields what is wrong, one sentence each, without a final full stop. Never with a value that may be a secret. */
  judge(subject: Subject<ArgsFor<K>>, options: Chosen<Given>): Found<string>;
  /** What only the whole stack tells, judged at the end: what an endpoint inherits, for one. */
  judgeStack?(stack: Stack, options: Chosen<Given>): Found<Violation>;
  /** The arguments that must change for the judgement to pass; empty where none must. Only where the change is safe. */
  remediate?(subject: Subject<ArgsFor<K>>, options: Chosen<Given>): Values;
}

/** A rule about all resources together, judged at the end of a preview or update. */
export interface StackRule<Given extends Options = Options> extends About<Given> {
  readonly covers: "stack";
  judge(stack: Stack, options: Chosen<Given>): Found<Violation>;
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
  readonly failure: Error | undefined;
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
export function judgeResource(rule: ResourceRule, subject: Subject, options: Chosen<Options>): Verdict {
  const { found, failure } = collect(() => rule.judge(subject, options), isText);
  return { violations: found.map((message) => ({ message })), awaited: [...subject.awaited], failure };
}

/** What a rule would change about a resource; nothing where that cannot be said, which the judgement itself tells. */
export function correctionsOf(rule: ResourceRule, subject: Subject, options: Chosen<Options>): Values {
  let corrections: Values | undefined;
  attempt(() => {
    corrections = rule.remediate?.(subject, options);
  });
  return corrections ?? {};
}

/** Judges a stack by a rule about it, or by what a rule about one resource says of the whole. */
export function judgeStack(rule: Rule, stack: Stack, options: Chosen<Options>): Verdict {
  const judge = () => (isStackRule(rule) ? rule.judge(stack, options) : (rule.judgeStack?.(stack, options) ?? []));
  const { found, failure } = collect(judge, isViolation);
  return { violations: found, awaited: stack.awaited, failure };
}

export function isStackRule(rule: Rule): rule is StackRule {
  return rule.covers === "stack";
}

/** All that a judgement yields, until it ends or fails. */
function collect<Each>(judge: () => Iterable<Each>, isOne: (found: unknown) => boolean) {
  const found: Each[] = [];
  const failure = attempt(() => {
    const judgement: unknown = judge();
    if (typeof judgement !== "object" || judgement === null || !(Symbol.iterator in judgement))
      throw new WrongType(`judge returned ${typeof judgement === "string" ? "a text" : "no list"}; ${YIELDS}`);
    for (const each of judgement as Iterable<Each>) {
      if (!isOne(each)) throw new WrongType(`judge yielded something else than what is wrong; ${YIELDS}`);
      found.push(each);
    }
  });
  return { found, failure };
}

const YIELDS = "make it a generator that yields each message: a text, or { message, urn } where it is about the stack";

function isText(found: unknown): boolean {
  return typeof found === "string";
}

function isViolation(found: unknown): boolean {
  return typeof found === "object" && found !== null && isText((found as Partial<Violation>).message);
}

/** Lets a rule work, and returns what it failed with. A value that is not known yet ends the work, and that is no failure. */
function attempt(work: () => void): Error | undefined {
  try {
    work();
  } catch (error) {
    if (!(error instanceof NotKnownYet)) return error instanceof Error ? error : new Error("not an error");
  }
  return undefined;
}
