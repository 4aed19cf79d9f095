// Turns rules into policies of @pulumi/policy: one policy for each rule, so that the engine has its level, options and
// severity.

import * as sdk from "@pulumi/policy";
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
} from "../contract/index.ts";
import { configurationFrom } from "./configured.ts";
import { EXEMPT, Exemptions, exemptSchema, IN_FORCE, LONGEST, longestSchema, reportsExemptions } from "./exemptions.ts";
import type { Chosen, Options } from "./options.ts";
import {
  correctionsOf,
  evaluateResource,
  evaluateStackInTime,
  isStackRule,
  type ResourceRule,
  type Rule,
  type Verdict,
  type Violation,
} from "./rule.ts";
import { rules } from "./rules/index.ts";
import { type Kind, Member, notKnownYet, type Read, Stack, Subject, type Values, WrongType } from "./subject.ts";
import { assertWellMade } from "./well-made.ts";

/** Returns policies for a PolicyPack. The pack's configuration refers to each by its rule's name. */
export function policiesOf(rules: readonly Rule[]): sdk.Policies {
  assertWellMade(rules);
  return rules.map(policyOf);
}

/** A policy whose rule is about single resources has all of it. The SDK calls it for each resource, and then for the stack. */
type Policy = sdk.StackValidationPolicy & Partial<sdk.ResourceValidationPolicy>;

function policyOf(rule: Rule): sdk.Policies[number] {
  const exemptions = new Exemptions();
  /**
   * URN → unknown arguments that the rule asked for. Reported at the end, because only the whole stack shows where a value comes
   * from.
   */
  const awaited = new Map<string, readonly string[]>();
  /** The resources that the rule corrected. The engine can drop a correction, for example when it replaces a resource. */
  const corrected = new Set<string>();
  const ofStack: Policy = {
    ...metadataOf(rule),
    validateStack: async ({ resources, getConfig }, reportViolation) => {
      const { options, exempt } = configurationFrom(rule, getConfig());
      const members = membersOf(resources);
      for (const member of members) for (const argument of awaited.get(member.urn) ?? []) member.await(argument);
      const found = await evaluateStackInTime(rule, new Stack(members), options);
      const uncorrected = members.filter(({ urn }) => corrected.has(urn));
      const violations = [...uncorrected.flatMap((member) => droppedFor(rule, member, options)), ...found.violations];
      const verdict = exemptions.apply(exempt, { ...found, violations });
      for (const message of exemptions.endings(exempt)) note(reportViolation, `${rule.name}: ${message}`);
      if (reportsExemptions())
        for (const message of exemptions.inForce(exempt)) note(reportViolation, `${IN_FORCE}${message}`);
      report(rule, verdict, resources, reportViolation);
    },
  };
  if (isStackRule(rule)) return ofStack;
  const { remediate } = rule;
  return {
    ...ofStack,
    validateResource: (args, reportViolation) => {
      const { options, exempt } = configurationFrom(rule, args.getConfig());
      const evaluated = evaluateResource(rule, subjectOf(rule, args), options);
      const verdict = exemptions.apply(exempt, evaluated, args.urn);
      // Reported here, so not reported again at the end.
      if (verdict.violations.length > 0) corrected.delete(args.urn);
      awaited.set(args.urn, verdict.awaited);
      report(rule, { ...verdict, awaited: [] }, [args], reportViolation);
    },
    ...(remediate && {
      remediateResource: (args: sdk.ResourceValidationArgs) => {
        const { options, exempt } = configurationFrom(rule, args.getConfig());
        const corrections = correctionsOf(rule, subjectOf(rule, args), options);
        if (Object.keys(corrections).length === 0 || exemptions.covers(exempt, args.urn)) return undefined;
        corrected.add(args.urn);
        // Changes the object in place: a copy would lose the provider reference and the marks of secrets.
        return Object.assign(args.props, corrections);
      },
    }),
  };
}

function droppedFor(rule: Rule, member: Member, options: Chosen<Options>): Violation[] {
  const violations = isStackRule(rule) ? [] : evaluateResource(rule, member, options).violations;
  const why = "the engine dropped the correction, as it does for a replacement";
  return violations.map(({ message }) => ({ message: `${message}: ${why}`, urn: member.urn }));
}

/** The SDK also accepts a violation with its own level, but its types do not have it. */
function note(reportViolation: sdk.ReportViolation, message: string): void {
  const reportAs = reportViolation as unknown as (violation: { message: string; enforcementLevel: "advisory" }) => void;
  reportAs({ message, enforcementLevel: "advisory" });
}

function metadataOf(rule: Rule) {
  const schemas = Object.entries(rule.options).map(([name, { schema, doc, default: standard }]) => {
    return [name, { ...schema, description: doc, default: standard }] as const;
  });
  return {
    name: rule.name,
    description: rule.demands,
    severity: rule.severity,
    enforcementLevel: rule.levels.baseline,
    remediationSteps: rule.remedy,
    configSchema: { properties: { ...Object.fromEntries(schemas), [EXEMPT]: exemptSchema, [LONGEST]: longestSchema } },
  };
}

/** A resource from the SDK, alone or as one of the stack's. */
type SdkResource = Pick<sdk.PolicyResource, "type" | "props">;

function subjectOf(rule: ResourceRule, args: sdk.ResourceValidationArgs): Subject {
  const kind = resourceOfType(args.type);
  if (kind) setByProgram.set(args.urn, new Set(Object.keys(args.props)));
  if (kind === undefined || !rule.covers.includes(kind) || isLookedUp(kind, args.urn))
    return args.notApplicable(`the rule is about ${rule.covers.join(", ")} that the stack manages`);
  return new Subject(kind, args.urn, readFrom(args.props));
}

function membersOf(resources: readonly sdk.PolicyResource[]): Member[] {
  return resources.flatMap(({ type, urn, props, propertyDependencies, provider }) => {
    const kind = resourceOfType(type);
    if (kind === undefined || isLookedUp(kind, urn)) return [];
    const sources = (argument: string) =>
      (propertyDependencies[argument] ?? []).map(({ type, urn }) => {
        return { type, urn, isLookedUp: isLookedUp(resourceOfType(type), urn) };
      });
    const about = { kind, urn, account: accountOf(provider) };
    const set = setByProgram.get(urn);
    // What an endpoint inherits is an output, and no argument of the program.
    const read = (name: string) => (isInherited(kind, name, set) ? undefined : readFrom(props)(name));
    return [new Member(about, read, sources, set)];
  });
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
function accountOf(provider: sdk.PolicyResource["provider"]): string {
  if (provider?.type !== "pulumi:providers:signalwire" || provider.name.startsWith("default")) return "";
  const project = readFrom(provider.props)("projectId");
  return typeof project === "string" ? project : provider.urn;
}

/**
 * URN → arguments that the program set. Only the check of the single resource has them: the stack's resources also hold the
 * service's values.
 */
const setByProgram = new Map<string, ReadonlySet<string>>();

/**
 * True for an object that the program only looks up with `get`. A preview and an update omit it. The analysis of a state shows
 * it as a resource without arguments.
 */
function isLookedUp(kind: Kind | undefined, urn: string): boolean {
  if (kind === undefined || setByProgram.get(urn)?.size !== 0) return false;
  const { [kind]: resource } = resources;
  return "exactlyOne" in resource || requiredFields(resource, resource.configuredBy).length > 0;
}

/** Returns a reader of values. The SDK throws for an unknown value when it is read. */
function readFrom(values: Values | readonly unknown[]): Read {
  return (name) => {
    try {
      const value = own(values as Values, name);
      // The SDK's proxy becomes a list of its own, so that each member is known or unknown by itself.
      if (Array.isArray(value)) return Array.from(value.keys(), (at) => readFrom(value)(String(at)));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.keys(value).map((member) => [member, readFrom(value as Values)(member)]));
    } catch {
      return notKnownYet;
    }
  };
}

/** Reports the violations, and the missing values that prevent a complete evaluation. */
function report(
  rule: Rule,
  { violations, failure, awaited }: Verdict,
  resources: readonly SdkResource[],
  reportViolation: sdk.ReportViolation,
): void {
  const found: Violation[] = violations.map((each) => ({ ...each, message: `${each.message}. ${rule.remedy}` }));
  if (failure) found.push({ message: `this rule was not evaluated: ${reasonOf(failure)}` });
  // The package's own rules print no values. Masking them would reveal a password such as "password" by the missing word.
  const isOwn = rules.includes(rule);
  const secrets = isOwn || found.length === 0 ? [] : resources.flatMap(secretsIn);
  for (const { message, urn } of found) reportViolation(isOwn ? message : hideSecrets(message, secrets), urn);
  if (awaited.length > 0) throw notEvaluated(awaited);
}

function secretsIn({ type, props }: SdkResource) {
  const kind = resourceOfType(type);
  if (kind === undefined) return [];
  const values = Object.keys(props).map((name) => [name, readFrom(props)(name)] as const);
  return secretsOf(resources[kind], Object.fromEntries(values.filter(([, value]) => typeof value !== "symbol")));
}

/** Returns an error's message without the values of the resource, which the message may contain. */
function reasonOf(failure: Error): string {
  if (failure instanceof WrongType) return failure.message;
  const frames = failure.stack?.split("\n").filter((line) => /^ {4}at .*file:/.test(line)) ?? [];
  const place = /[^/\\]+:\d+:\d+/.exec(frames[0] ?? "")?.[0];
  return `the rule failed with ${failure.name}${place ? ` at ${place}` : ""}; try it with testRule`;
}

/**
 * The only error that the SDK turns into a note, which does not stop a preview. Its package exports the class without a type.
 */
const { UnknownValueError } = sdk as unknown as {
  readonly UnknownValueError: new (sentinel: string, path: readonly string[]) => Error;
};
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function notEvaluated(awaited: readonly string[]): Error {
  const error = new UnknownValueError(UNKNOWN_TEXT, awaited);
  const which = `${listed(awaited, 5)} ${awaited.length === 1 ? "is" : "are"}`;
  error.message = `cannot be evaluated yet, because ${which} known only during the update`;
  return error;
}
