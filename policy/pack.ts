// Turns rules into policies of @pulumi/policy: one policy for each rule, so that the engine has its level, options and
// severity.

import * as sdk from "@pulumi/policy";
import { runtime } from "@pulumi/pulumi";
import { nameInProgram, own, requiredFields, resources } from "../contract/index.ts";
import { configurationFrom } from "./configured.ts";
import { EXEMPT, type Exemption, Exemptions, exemptSchema, LONGEST, longestSchema } from "./exemptions.ts";
import type { Options, Schema } from "./options.ts";
import { redact, secretsOf } from "./redact.ts";
import {
  correctionsOf,
  evaluateResource,
  evaluateStack,
  isStackRule,
  type ResourceRule,
  type Rule,
  type StackRule,
  type Verdict,
} from "./rule.ts";
import { rules } from "./rules/index.ts";
import {
  type Kind,
  kindOf,
  Member,
  notKnownYet,
  type Read,
  Stack,
  Subject,
  type Values,
  WrongType,
} from "./subject.ts";
import { assertWellMade } from "./well-made.ts";

/** Returns policies for a PolicyPack. The pack's configuration refers to each by its rule's name. */
export function policiesOf(rules: readonly Rule[]): sdk.Policies {
  assertWellMade(rules);
  return rules.map((rule) => (isStackRule(rule) ? stackPolicy(rule) : resourcePolicy(rule)));
}

function stackPolicy(rule: StackRule): sdk.StackValidationPolicy {
  const exemptions = new Exemptions();
  return {
    ...metadataOf(rule),
    validateStack: ({ resources, getConfig }, reportViolation) => {
      const { options, exempt } = configurationFrom(rule, getConfig());
      const verdict = evaluateStack(rule, new Stack(membersOf(resources)), options);
      const evaluated = shortened(exemptions.apply(exempt, verdict));
      listExemptions(rule, exemptions, exempt, reportViolation);
      report(rule, evaluated, resources, reportViolation);
    },
  };
}

/**
 * Lists a rule's exemptions under the rule's own name. A separate policy could be disabled while the rule and its exemptions
 * stay active.
 */
function listExemptions(
  rule: Rule,
  exemptions: Exemptions,
  exempt: readonly Exemption[],
  reportViolation: sdk.ReportViolation,
): void {
  if (exempt.length === 0) return;
  // The SDK also accepts a violation with its own level, but its types do not have it.
  const note = reportViolation as unknown as (violation: { message: string; enforcementLevel: "advisory" }) => void;
  const { notes, refused } = exemptions.list(rule, exempt);
  for (const message of notes) note({ message, enforcementLevel: "advisory" });
  for (const message of refused) reportViolation(message);
}

function resourcePolicy(rule: ResourceRule): sdk.Policies[number] {
  const exemptions = new Exemptions();
  /**
   * URN → unknown arguments that the rule asked for. Reported at the end, because only the whole stack shows where a value comes
   * from.
   */
  const awaited = new Map<string, readonly string[]>();
  /** The resources that the rule corrected. The engine can drop a correction, for example when it replaces a resource. */
  const corrected = new Set<string>();
  const others: string[] = [];
  let reported = 0;
  /** Returns the verdict, or an empty one above the limit: the end of the preview reports the rest in one sentence. */
  const withinLimit = (verdict: Verdict, urn: string): Verdict => {
    if (verdict.violations.length === 0 || !runtime.isDryRun()) return verdict;
    reported += 1;
    if (reported <= MOST_IN_PREVIEW) return verdict;
    others.push(nameInProgram(urn));
    return { ...verdict, violations: [] };
  };
  const reportOthers = (reportViolation: sdk.ReportViolation) => {
    const names = others.slice(0, MOST_IN_PREVIEW).join(", ");
    const more = others.length > MOST_IN_PREVIEW ? ` and ${others.length - MOST_IN_PREVIEW} more` : "";
    if (others.length > 0)
      reportViolation(`${others.length} more resources violate it: ${names}${more}. ${rule.remedy}`);
    others.length = 0;
    reported = 0;
  };
  const ofOne: sdk.ResourceValidationPolicy = {
    ...metadataOf(rule),
    validateResource: (args, reportViolation) => {
      const { options, exempt } = configurationFrom(rule, args.getConfig());
      const evaluated = evaluateResource(rule, subjectOf(rule, args), options);
      const verdict = withinLimit(exemptions.apply(exempt, evaluated, args.urn), args.urn);
      // Reported here, so not reported again at the end.
      if (verdict.violations.length > 0) corrected.delete(args.urn);
      awaited.set(args.urn, verdict.awaited);
      report(rule, { ...verdict, awaited: [] }, [args], reportViolation);
    },
  };
  const { remediate } = rule;
  if (remediate)
    ofOne.remediateResource = (args) => {
      const { options, exempt } = configurationFrom(rule, args.getConfig());
      const corrections = correctionsOf(rule, subjectOf(rule, args), options);
      if (Object.keys(corrections).length === 0 || exemptions.covers(exempt, args.urn)) return undefined;
      corrected.add(args.urn);
      // Changes the object in place: a copy would lose the provider reference and the marks of secrets.
      return Object.assign(args.props, corrections);
    };
  const ofAll: Pick<sdk.StackValidationPolicy, "validateStack"> = {
    validateStack: ({ resources, getConfig }, reportViolation) => {
      const { options, exempt } = configurationFrom(rule, getConfig());
      reportOthers(reportViolation);
      const members = membersOf(resources);
      for (const member of members) for (const argument of awaited.get(member.urn) ?? []) member.await(argument);
      const dropped = members
        .filter(({ urn }) => corrected.has(urn))
        .flatMap((member) =>
          evaluateResource(rule, member, options).violations.map((each) => ({ ...each, urn: member.urn })),
        )
        .map(({ message, urn }) => ({
          message: `${message}: the engine dropped the correction, as it does for a replacement`,
          urn,
        }));
      const whole = evaluateStack(rule, new Stack(members), options);
      const verdict = { ...whole, violations: [...dropped, ...whole.violations] };
      const evaluated = shortened(exemptions.apply(exempt, verdict));
      listExemptions(rule, exemptions, exempt, reportViolation);
      report(rule, evaluated, resources, reportViolation);
    },
  };
  return Object.assign(ofOne, ofAll);
}

/**
 * After this many violations of a rule, a preview reports the rest in one sentence. An update reports each one, because a
 * resource is only stopped by its own violation.
 */
const MOST_IN_PREVIEW = 10;

/** Returns the verdict on a whole stack. In a preview: its first violations and the number of the others. */
function shortened(verdict: Verdict): Verdict {
  const { violations } = verdict;
  const rest = violations.slice(MOST_IN_PREVIEW);
  if (rest.length === 0 || !runtime.isDryRun()) return verdict;
  const names = rest.slice(0, MOST_IN_PREVIEW).map(({ urn }) => (urn === undefined ? "the stack" : nameInProgram(urn)));
  const more = rest.length > names.length ? ` and ${rest.length - names.length} more` : "";
  const last = { message: `${rest.length} more resources violate it: ${names.join(", ")}${more}` };
  return { ...verdict, violations: [...violations.slice(0, MOST_IN_PREVIEW), last] };
}

/** Returns the rule's properties that the engine shows and enforces. */
function metadataOf(rule: Rule) {
  return {
    name: rule.name,
    description: rule.demands,
    severity: rule.severity,
    enforcementLevel: rule.levels.baseline,
    remediationSteps: rule.remedy,
    configSchema: { properties: schemaOf(rule.options) },
  };
}

function schemaOf(options: Options): { [name: string]: Schema } {
  const schemas = Object.entries(options).map(([name, { schema, doc, default: standard }]) => [
    name,
    { ...schema, description: doc, default: standard },
  ]);
  return { ...Object.fromEntries(schemas), [EXEMPT]: exemptSchema, [LONGEST]: longestSchema };
}

/** A resource from the SDK, alone or as one of the stack's. */
type Told = Pick<sdk.PolicyResource, "type" | "urn" | "props">;

function subjectOf(rule: ResourceRule, args: sdk.ResourceValidationArgs): Subject {
  const kind = kindOf(args.type);
  if (kind) setByProgram.set(args.urn, new Set(Object.keys(args.props)));
  if (kind === undefined || !rule.covers.includes(kind) || isLookedUp(kind, args.urn))
    return args.notApplicable(`the rule is about ${rule.covers.join(", ")} that the stack manages`);
  return new Subject(kind, args.urn, readFrom(args.props));
}

/** Returns the stack's managed resources of our classes. */
function membersOf(resources: readonly sdk.PolicyResource[]): Member[] {
  return resources.flatMap(({ type, urn, props, propertyDependencies }) => {
    const kind = kindOf(type);
    if (kind === undefined || isLookedUp(kind, urn)) return [];
    const sources = (argument: string) =>
      (propertyDependencies[argument] ?? []).filter((each) => !isLookedUp(kindOf(each.type), each.urn));
    return [new Member(kind, urn, readFrom(props), sources, setByProgram.get(urn))];
  });
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

/**
 * Returns a reader of values. The SDK throws for an unknown value or a list with one. Each member of an object is known or
 * unknown by itself.
 */
function readFrom(values: Values): Read {
  return (name) => {
    try {
      const value = own(values, name);
      // Reads every member too, and returns a list instead of the SDK's proxy.
      if (Array.isArray(value)) return JSON.parse(JSON.stringify(value));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.keys(value).map((member) => [member, readFrom(value as Values)(member)]));
    } catch {
      return notKnownYet;
    }
  };
}

/** Reports the violations, and the missing values that prevent a complete evaluation. */
function report(rule: Rule, verdict: Verdict, resources: readonly Told[], reportViolation: sdk.ReportViolation): void {
  const { violations, failure, awaited } = verdict;
  if (violations.length > 0 || failure) {
    // The package's own rules print no values. Masking them would reveal a password such as "password" by the missing word.
    const secrets: ReadonlySet<string> = rules.includes(rule)
      ? new Set()
      : secretsOf(resources.flatMap(({ type, props }) => readable(kindOf(type), props)));
    const report = (message: string, urn?: string) => reportViolation(redact(message, secrets), urn);
    for (const { message, urn } of violations) report(`${message}. ${rule.remedy}`, urn);
    if (failure) report(`this rule was not evaluated: ${reasonOf(failure)}`);
  }
  if (awaited.length > 0) throw notEvaluated(awaited);
}

function readable(kind: Kind | undefined, props: Values) {
  return kind === undefined ? [] : [{ kind, read: readFrom(props) }];
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
  const named = awaited.slice(0, 5).join(", ");
  const more = awaited.length > 5 ? ` and ${awaited.length - 5} more` : "";
  const which = awaited.length === 1 ? `${named} is` : `${named}${more} are`;
  error.message = `cannot be evaluated yet, because ${which} known only during the update`;
  return error;
}
