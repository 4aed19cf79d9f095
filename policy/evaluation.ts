// Evaluates rules on the resources of one run of the engine: each one, and then their stack. The pack does so in the process that the
// engine starts for it (pack.ts), and the command `preview` in its own.

import {
  argumentFields,
  hideSecrets,
  listed,
  own,
  type Resource,
  requiredFields,
  resourceOfType,
  resources,
  secretsOf,
  UNKNOWN,
} from "../contract/index.ts";
import { type Configuration, configurationFrom } from "./configured.ts";
import { Exemptions, IN_FORCE, reportsExemptions } from "./exemptions.ts";
import type { Chosen, Options } from "./options.ts";
import {
  correctionsOf,
  evaluateResource,
  evaluateStackInTime,
  isStackRule,
  type Rule,
  type Verdict,
  type Violation,
} from "./rule.ts";
import { rules } from "./rules/index.ts";
import { type Kind, Member, notKnownYet, type Read, Stack, Subject, type Values, WrongType } from "./subject.ts";

/** A resource of any package, with its arguments as the engine holds them. */
export interface Checked {
  readonly type: string;
  readonly urn: string;
  readonly props: Values;
}

/** A resource of the stack, with its outputs. */
export interface Finished extends Checked {
  readonly provider?: (Checked & { readonly name: string }) | undefined;
  /** Argument → the managed resources that supply its value. */
  readonly propertyDependencies: { readonly [argument: string]: readonly Pick<Checked, "type" | "urn">[] };
}

/** What a rule reports of a resource, or of the stack. */
export interface Findings {
  readonly violations: readonly Violation[];
  /** Sentences about exemptions, which stop nothing at any level. */
  readonly notes: readonly string[];
  /** Why a part cannot be evaluated before the update. */
  readonly waiting?: string;
}

/**
 * URN → arguments that the program set. Only the check of the single resource has them: the stack's resources also hold the
 * service's values. All rules of a run share it.
 */
export type SetByProgram = Map<string, ReadonlySet<string>>;

/** One rule in one run. */
export class Evaluation {
  readonly rule: Rule;
  private readonly set: SetByProgram;
  private readonly exemptions = new Exemptions();
  private configuration?: Configuration & { readonly text: string };
  /**
   * URN → unknown arguments that the rule asked for. Reported at the end, because only the whole stack shows where a value comes
   * from.
   */
  private readonly awaited = new Map<string, readonly string[]>();
  /** The resources that the rule corrected. The engine can drop a correction, for example when it replaces a resource. */
  private readonly corrected = new Set<string>();

  constructor(rule: Rule, set: SetByProgram) {
    this.rule = rule;
    this.set = set;
  }

  /** Returns the findings on one resource; undefined when the rule is about others. */
  ofResource(resource: Checked, configOf: () => Values): Findings | undefined {
    const { rule } = this;
    const subject = this.subjectOf(resource);
    if (isStackRule(rule) || !subject) return undefined;
    const { options, exempt } = this.configured(configOf());
    const verdict = this.exemptions.apply(exempt, evaluateResource(rule, subject, options), resource.urn);
    // Reported here, so not reported again at the end.
    if (verdict.violations.length > 0) this.corrected.delete(resource.urn);
    this.awaited.set(resource.urn, verdict.awaited);
    return { ...worded(rule, { ...verdict, awaited: [] }, [resource]), notes: [] };
  }

  /** Returns the arguments to change; empty without a violation, and undefined when the rule is about other resources. */
  correctionsOf(resource: Checked, configOf: () => Values): Values | undefined {
    const { rule } = this;
    const subject = this.subjectOf(resource);
    if (isStackRule(rule) || !subject) return undefined;
    const { options, exempt } = this.configured(configOf());
    const corrections = correctionsOf(rule, subject, options);
    if (Object.keys(corrections).length === 0 || this.exemptions.covers(exempt, resource.urn)) return {};
    this.corrected.add(resource.urn);
    return corrections;
  }

  async ofStack(resources: readonly Finished[], config: Values): Promise<Findings> {
    const { rule, exemptions } = this;
    const { options, exempt } = this.configured(config);
    const members = membersOf(resources, this.set);
    for (const member of members) for (const argument of this.awaited.get(member.urn) ?? []) member.await(argument);
    const found = await evaluateStackInTime(rule, new Stack(members), options);
    const uncorrected = members.filter(({ urn }) => this.corrected.has(urn));
    const violations = [...uncorrected.flatMap((member) => droppedFor(rule, member, options)), ...found.violations];
    const verdict = exemptions.apply(exempt, { ...found, violations });
    const inForce = reportsExemptions() ? exemptions.inForce(exempt).map((message) => `${IN_FORCE}${message}`) : [];
    const notes = [...exemptions.endings(exempt).map((message) => `${rule.name}: ${message}`), ...inForce];
    return { ...worded(rule, verdict, resources), notes };
  }

  /** Returns the rule's configuration. Checks it once, and not for each resource. */
  private configured(config: Values): Configuration {
    const text = JSON.stringify(config);
    if (this.configuration?.text !== text) this.configuration = { ...configurationFrom(this.rule, config), text };
    return this.configuration;
  }

  private subjectOf({ type, urn, props }: Checked): Subject | undefined {
    const kind = resourceOfType(type);
    if (kind) this.set.set(urn, new Set(Object.keys(props)));
    const { covers } = this.rule;
    if (kind === undefined || covers === "stack" || !covers.includes(kind) || isLookedUp(kind, urn, this.set))
      return undefined;
    return new Subject(kind, urn, readFrom(props));
  }
}

function droppedFor(rule: Rule, member: Member, options: Chosen<Options>): Violation[] {
  const violations = isStackRule(rule) ? [] : evaluateResource(rule, member, options).violations;
  const why = "the engine dropped the correction, as it does for a replacement";
  return violations.map(({ message }) => ({ message: `${message}: ${why}`, urn: member.urn }));
}

function membersOf(resources: readonly Finished[], arguments_: SetByProgram): Member[] {
  return resources.flatMap(({ type, urn, props, propertyDependencies, provider }) => {
    const kind = resourceOfType(type);
    if (kind === undefined || isLookedUp(kind, urn, arguments_)) return [];
    const sources = (argument: string) =>
      (propertyDependencies[argument] ?? []).map(({ type, urn }) => {
        return { type, urn, isLookedUp: isLookedUp(resourceOfType(type), urn, arguments_) };
      });
    const about = { kind, urn, account: accountOf(provider) };
    // Where no rule about single resources ran, every value counts as set.
    const set = arguments_.get(urn) ?? new Set(Object.keys(props));
    // What an endpoint inherits is an output, and no argument of the program.
    const read = (name: string) => (isInherited(kind, name, set) ? undefined : readFrom(props)(name));
    return [new Member(about, read, sources, set)];
  });
}

/** True for an argument that the program leaves to the SIP profile. */
function isInherited(kind: Kind, argument: string, set: ReadonlySet<string>): boolean {
  const { fields }: Resource = resources[kind];
  const { default: standard } = own(fields, argumentFields(resources[kind]).get(argument) ?? "") ?? {};
  return standard !== undefined && "profile" in standard && !set.has(argument);
}

/**
 * Returns a text that is equal for resources in one account: the project of a declared provider or, while it is unknown, the
 * provider itself. All others are in the account of the configuration, through whichever door.
 */
function accountOf(provider: Finished["provider"]): string {
  if (provider?.type !== "pulumi:providers:signalwire" || provider.name.startsWith("default")) return "";
  const project = readFrom(provider.props)("projectId");
  return typeof project === "string" ? project : provider.urn;
}

/**
 * True for an object that the program only looks up with `get`. A preview and an update omit it. The analysis of a state shows
 * it as a resource without arguments.
 */
function isLookedUp(kind: Kind | undefined, urn: string, set: SetByProgram): boolean {
  if (kind === undefined || set.get(urn)?.size !== 0) return false;
  const { [kind]: resource } = resources;
  return "exactlyOne" in resource || requiredFields(resource).length > 0;
}

/** Returns a reader of values. For an unknown value, the SDK throws when it is read, and the engine's events hold a text. */
function readFrom(values: Values | readonly unknown[]): Read {
  return (name) => {
    try {
      const value = own(values as Values, name);
      if (value === UNKNOWN) return notKnownYet;
      // The SDK's proxy becomes a list of its own, so that each member is known or unknown by itself.
      if (Array.isArray(value)) return Array.from(value.keys(), (at) => readFrom(value)(String(at)));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.keys(value).map((member) => [member, readFrom(value as Values)(member)]));
    } catch {
      return notKnownYet;
    }
  };
}

/** Words the violations, and the missing values that prevent a complete evaluation. */
function worded(
  rule: Rule,
  { violations, failure, awaited }: Verdict,
  about: readonly Checked[],
): Omit<Findings, "notes"> {
  const found: Violation[] = violations.map((each) => ({ ...each, message: `${each.message}. ${rule.remedy}` }));
  if (failure) found.push({ message: `this rule was not evaluated: ${reasonOf(failure)}` });
  // The package's own rules print no values. Masking them would reveal a password such as "password" by the missing word.
  const isOwn = rules.includes(rule);
  // Most evaluations find nothing, and reading every secret of a resource takes time.
  const secrets = isOwn || found.length === 0 ? [] : about.flatMap(secretsIn);
  return {
    violations: isOwn ? found : found.map((each) => ({ ...each, message: hideSecrets(each.message, secrets) })),
    ...(awaited.length > 0 && { waiting: waitingFor(awaited) }),
  };
}

function secretsIn({ type, props }: Checked) {
  const kind = resourceOfType(type);
  if (kind === undefined) return [];
  const values = Object.keys(props).map((name) => [name, readFrom(props)(name)] as const);
  return secretsOf(resources[kind], Object.fromEntries(values));
}

/** Returns an error's message without the values of the resource, which the message may contain. */
function reasonOf(failure: Error): string {
  if (failure instanceof WrongType) return failure.message;
  const frames = failure.stack?.split("\n").filter((line) => /^ {4}at .*file:/.test(line)) ?? [];
  const place = /[^/\\]+:\d+:\d+/.exec(frames[0] ?? "")?.[0];
  return `the rule failed with ${failure.name}${place ? ` at ${place}` : ""}; try it with testRule`;
}

function waitingFor(awaited: readonly string[]): string {
  const which = `${listed(awaited, 5)} ${awaited.length === 1 ? "is" : "are"}`;
  return `cannot be evaluated yet, because ${which} known only during the update`;
}
