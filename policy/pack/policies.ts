// Decides how a rule becomes a policy of @pulumi/policy, for our pack and for a team's own.

import type {
  Policies,
  ResourceRemediation,
  ResourceValidation,
  ResourceValidationPolicy,
  StackValidation,
  StackValidationPolicy,
} from "@pulumi/policy";
import type { Options, Schema } from "../options.ts";
import {
  isStackRule,
  judgeResource,
  judgeStack,
  type ResourceRule,
  type Rule,
  remedyOf,
  type StackRule,
} from "../rule.ts";
import { type Kind, kinds } from "../subject.ts";
import { optionsReader } from "./configuration.ts";
import { isSilent, remember, secondLook } from "./corrections.ts";
import { correctableOf, kindOf, stackOf, subjectOf } from "./reading.ts";
import { report } from "./report.ts";

/** Policies to put into a PolicyPack; a configuration of the pack names each by its rule. */
export function policiesOf(rules: readonly Rule[]): Policies {
  return rules.map(policyOf);
}

export function policyOf(rule: Rule): ResourceValidationPolicy | StackValidationPolicy {
  if (isStackRule(rule)) return { ...metadataOf(rule), validateStack: stackValidation(rule) };
  const policy: ResourceValidationPolicy = { ...metadataOf(rule), validateResource: resourceValidation(rule) };
  if (!rule.remediate) return policy;
  policy.remediateResource = remediation(rule);
  // The SDK runs a policy wherever it has a function to run.
  return Object.assign(policy, { validateStack: stackValidation(secondLook(rule)) });
}

/** What the engine shows and enforces of a rule besides its judgement. */
export function metadataOf(rule: Rule) {
  return {
    name: rule.name,
    description: rule.demands,
    severity: rule.severity,
    enforcementLevel: rule.levels.baseline,
    remediationSteps: rule.remedy,
    configSchema: { properties: schemaOf(rule.options) },
  };
}

export function resourceValidation(rule: ResourceRule): ResourceValidation {
  const read = optionsReader(rule);
  return ofType(rule.covers, (args, reportViolation) => {
    const kind = coveredKind(rule, args.type);
    const subject = kind && subjectOf(kind, args);
    if (!subject) return args.notApplicable(`the rule is about ${rule.covers.join(", ")} that the stack manages`);
    const verdict = judgeResource(rule, subject, read(args.getConfig()));
    remember(rule, args.urn, !isSilent(verdict));
    report(rule, verdict, reportViolation);
  });
}

export function stackValidation(rule: StackRule): StackValidation {
  const read = optionsReader(rule);
  return (args, reportViolation) =>
    report(rule, judgeStack(rule, stackOf(args.resources), read(args.getConfig())), reportViolation);
}

function remediation(rule: ResourceRule): ResourceRemediation {
  const read = optionsReader(rule);
  return ofType(rule.covers, (args) => {
    const kind = coveredKind(rule, args.type);
    if (kind === undefined) return undefined;
    const changes = remedyOf(rule, correctableOf(kind, args), read(args.getConfig()));
    if (Object.keys(changes).length === 0) return undefined;
    // The same object, changed in place: a copy would drop the provider reference and the marks of secrets.
    return Object.assign(args.props, changes);
  });
}

export function coveredKind(rule: ResourceRule, type: string): Kind | undefined {
  const kind = kindOf(type);
  return kind !== undefined && rule.covers.includes(kind) ? kind : undefined;
}

/** Marks a function about one class, so that the SDK passes over other resources without unpacking them. */
function ofType<Work extends object>(covers: readonly Kind[], work: Work): Work {
  const [only, ...others] = covers;
  return only && others.length === 0 ? Object.assign(work, { __pulumiType: kinds[only].class.__pulumiType }) : work;
}

function schemaOf(options: Options): { [name: string]: Schema } {
  return Object.fromEntries(
    Object.entries(options).map(([name, { schema, doc, default: standard }]) => [
      name,
      { ...schema, description: doc, default: standard },
    ]),
  );
}
