// Turns rules into policies of @pulumi/policy: one policy for each rule, so that the engine has its level, options and
// severity.

import * as sdk from "@pulumi/policy";
import { UNKNOWN } from "../contract/index.ts";
import { Evaluation, type Findings, type SetByProgram } from "./evaluation.ts";
import { EXEMPT, exemptSchema, LONGEST, longestSchema } from "./exemptions.ts";
import { isStackRule, type Rule } from "./rule.ts";
import { assertWellMade } from "./well-made.ts";

/** Returns policies for a PolicyPack. The pack's configuration refers to each by its rule's name. */
export function policiesOf(rules: readonly Rule[]): sdk.Policies {
  assertWellMade(rules);
  const set: SetByProgram = new Map();
  return rules.map((rule) => policyOf(new Evaluation(rule, set)));
}

/** A policy whose rule is about single resources has all of it. The SDK calls it for each resource, and then for the stack. */
type Policy = sdk.StackValidationPolicy & Partial<sdk.ResourceValidationPolicy>;

function policyOf(evaluation: Evaluation): sdk.Policies[number] {
  const { rule } = evaluation;
  const ofStack: Policy = {
    ...metadataOf(rule),
    validateStack: async ({ resources, getConfig }, reportViolation) =>
      report(await evaluation.ofStack(resources, getConfig()), reportViolation),
  };
  if (isStackRule(rule)) return ofStack;
  const elsewhere = `the rule is about ${rule.covers.join(", ")} that the stack manages`;
  return {
    ...ofStack,
    validateResource: (args, reportViolation) =>
      report(evaluation.ofResource(args, args.getConfig) ?? passOver(args, elsewhere), reportViolation),
    ...(rule.remediate && {
      remediateResource: (args: sdk.ResourceValidationArgs) => {
        const corrections = evaluation.correctionsOf(args, args.getConfig) ?? passOver(args, elsewhere);
        if (Object.keys(corrections).length === 0) return undefined;
        // Changes the object in place: a copy would lose the provider reference and the marks of secrets.
        return Object.assign(args.props, corrections);
      },
    }),
  };
}

/** Ends the evaluation by an error, as the SDK asks for. Its stack trace would cost as much as the rule. */
function passOver(args: sdk.ResourceValidationArgs, reason: string): never {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return args.notApplicable(reason);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
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

function report({ violations, notes, waiting }: Findings, reportViolation: sdk.ReportViolation): void {
  for (const message of notes) note(reportViolation, message);
  for (const { message, urn } of violations) reportViolation(message, urn);
  if (waiting !== undefined) throw Object.assign(new UnknownValueError(UNKNOWN, []), { message: waiting });
}

/** The SDK also accepts a violation with its own level, but its types do not have it. */
function note(reportViolation: sdk.ReportViolation, message: string): void {
  const reportAs = reportViolation as unknown as (violation: { message: string; enforcementLevel: "advisory" }) => void;
  reportAs({ message, enforcementLevel: "advisory" });
}

/**
 * The only error that the SDK turns into a note, which does not stop a preview. Its package exports the class without a type.
 */
const { UnknownValueError } = sdk as unknown as {
  readonly UnknownValueError: new (sentinel: string, path: readonly string[]) => Error;
};
