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
  SECRET_MARK,
  secretsOf,
  UNKNOWN,
  UNKNOWN_OF_OTHER_TYPES,
} from "../contract/index.ts";
import type { Configured } from "./configured.ts";
import { Exemptions, IN_FORCE, reportsExemptions } from "./exemptions.ts";
import { evaluateResource, evaluateStackInTime, isStackRule, type Rule, type Verdict, type Violation } from "./rule.ts";
import { rules } from "./rules/index.ts";
import { type Kind, Member, notKnownYet, Stack, Subject, type Values, WrongType } from "./subject.ts";

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

/** What a rule reports of a resource, or of the stack if it has no URN. Only a violation has the level of the rule. */
export interface Finding extends Violation {
  readonly rule: Rule;
  readonly kind: "violation" | "exemption" | "waiting";
}

/** One rule in one run. */
interface InRun extends Configured {
  readonly exemptions: Exemptions;
  /**
   * URN → unknown arguments that the rule asked for. Reported at the end, because only the whole stack shows where a value comes
   * from.
   */
  readonly awaited: Map<string, readonly string[]>;
}

/** The evaluation of one run by some rules. */
export class Evaluation {
  private readonly rules: readonly InRun[];
  /** URN → arguments that the program set. The stack's resources also hold the service's values. */
  private readonly set = new Map<string, ReadonlySet<string>>();

  constructor(configured: readonly Configured[]) {
    this.rules = configured.map((each) => ({ ...each, exemptions: new Exemptions(), awaited: new Map() }));
  }

  /** Returns the rules about single resources that are about this type. */
  rulesAbout(type: string): readonly Rule[] {
    const kind = resourceOfType(type);
    return this.rules.flatMap(({ rule }) => (isAbout(rule, kind) ? [rule] : []));
  }

  ofResource(resource: Checked): Finding[] {
    const { type, urn, props } = resource;
    const kind = resourceOfType(type);
    if (kind === undefined) return [];
    this.set.set(urn, new Set(Object.keys(props)));
    if (this.isLookedUp(kind, urn)) return [];
    const values = known(props) as Values;
    return this.rules.flatMap(({ rule, options, exempt, exemptions, awaited }) => {
      if (isStackRule(rule) || !isAbout(rule, kind)) return [];
      const verdict = evaluateResource(rule, new Subject(kind, urn, (name) => own(values, name)), options);
      awaited.set(urn, verdict.awaited);
      return worded(rule, exemptions.apply(exempt, { ...verdict, awaited: [] }, urn), [resource]);
    });
  }

  async ofStack(finished: readonly Finished[]): Promise<Finding[]> {
    const members = finished.flatMap((each) => this.memberOf(each) ?? []);
    const found: Finding[] = [];
    for (const { rule, options, exempt, exemptions, awaited } of this.rules) {
      const ofRule = members.map((make) => make());
      for (const member of ofRule) for (const argument of awaited.get(member.urn) ?? []) member.await(argument);
      const verdict = await evaluateStackInTime(rule, new Stack(ofRule), options);
      found.push(...worded(rule, exemptions.apply(exempt, verdict), finished));
      const inForce = reportsExemptions() ? exemptions.inForce(exempt).map((each) => `${IN_FORCE}${each}`) : [];
      const endings = exemptions.endings(exempt).map((each) => `${rule.name}: ${each}`);
      found.push(...[...endings, ...inForce].map((message): Finding => ({ rule, kind: "exemption", message })));
    }
    return found;
  }

  /** Returns a maker of members, because each rule records what it asks of them. */
  private memberOf({ type, urn, props, propertyDependencies, provider }: Finished): (() => Member) | undefined {
    const kind = resourceOfType(type);
    if (kind === undefined || this.isLookedUp(kind, urn)) return undefined;
    const sources = (argument: string) =>
      (propertyDependencies[argument] ?? []).map(({ type, urn }) => {
        return { type, urn, isLookedUp: this.isLookedUp(resourceOfType(type), urn) };
      });
    const about = { kind, urn, account: accountOf(provider) };
    const set = this.set.get(urn);
    const values = known(props) as Values;
    // What an endpoint inherits is an output, and no argument of the program.
    const read = (name: string) => (isInherited(kind, name, set) ? undefined : own(values, name));
    return () => new Member(about, read, sources, set);
  }

  /**
   * True for an object that the program only looks up with `get`. A preview and an update omit it. The analysis of a state shows
   * it as a resource without arguments.
   */
  private isLookedUp(kind: Kind | undefined, urn: string): boolean {
    if (kind === undefined || this.set.get(urn)?.size !== 0) return false;
    const { [kind]: resource } = resources;
    return "exactlyOne" in resource || requiredFields(resource, resource.configuredBy).length > 0;
  }
}

function isAbout({ covers }: Rule, kind: Kind | undefined): boolean {
  return covers !== "stack" && kind !== undefined && covers.includes(kind);
}

/** True for an argument that the program leaves to the SIP profile. */
function isInherited(kind: Kind, argument: string, set: ReadonlySet<string> | undefined): boolean {
  const { fields }: Resource = resources[kind];
  const { default: standard } = own(fields, argumentFields(resources[kind]).get(argument) ?? "") ?? {};
  return standard !== undefined && "profile" in standard && set !== undefined && !set.has(argument);
}

/**
 * Returns a text that is equal for resources in one account: the project of a declared provider or, while it is unknown, the
 * provider itself. All others are in the account of the configuration, through whichever door.
 */
function accountOf(provider: Finished["provider"]): string {
  if (provider?.type !== "pulumi:providers:signalwire" || provider.name.startsWith("default")) return "";
  const { projectId } = known(provider.props) as Values;
  return typeof projectId === "string" ? projectId : provider.urn;
}

/** Returns a value of the engine with secrets in clear, and `notKnownYet` in place of unknown values. */
function known(value: unknown): unknown {
  if (value === UNKNOWN || UNKNOWN_OF_OTHER_TYPES.has(value)) return notKnownYet;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(known);
  const object = value as Values;
  if (object[SECRET_MARK.name] === SECRET_MARK.value) return known(object.value);
  return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, known(each)]));
}

/** Words the violations, and the missing values that prevent a complete evaluation. */
function worded(rule: Rule, { violations, failure, awaited }: Verdict, about: readonly Checked[]): Finding[] {
  const found: Finding[] = violations.map(({ message, urn }) => {
    return { rule, kind: "violation", message: `${message}. ${rule.remedy}`, ...(urn && { urn }) };
  });
  if (failure) found.push({ rule, kind: "violation", message: `this rule was not evaluated: ${reasonOf(failure)}` });
  // The package's own rules print no values. Masking them would reveal a password such as "password" by the missing word.
  const isOwn = rules.includes(rule);
  const secrets = isOwn || found.length === 0 ? [] : about.flatMap(secretsIn);
  const masked = isOwn ? found : found.map((each) => ({ ...each, message: hideSecrets(each.message, secrets) }));
  return awaited.length === 0 ? masked : [...masked, { rule, kind: "waiting", message: waitingFor(awaited) }];
}

function secretsIn({ type, props }: Checked) {
  const kind = resourceOfType(type);
  if (kind === undefined) return [];
  const values = Object.entries(known(props) as Values);
  return secretsOf(resources[kind], Object.fromEntries(values.filter(([, value]) => typeof value !== "symbol")));
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
