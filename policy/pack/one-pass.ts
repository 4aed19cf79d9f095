// Decides when a policy runs. The SDK unpacks a resource anew for every policy, which costs more than all judgements together;
// so one rule a class judges for all of them, and the others are asked only where there is something to report
// (docs/decisions/0008).

import type {
  Policies,
  ResourceValidation,
  ResourceValidationPolicy,
  StackValidation,
  StackValidationPolicy,
} from "@pulumi/policy";
import {
  isStackRule,
  judgeResource,
  judgeStack,
  type ResourceRule,
  type Rule,
  type StackRule,
  type Verdict,
} from "../rule.ts";
import type { Kind } from "../subject.ts";
import {
  type Config,
  configurationError,
  configurationProblems,
  onConfigure,
  optionsReader,
  type RuleConfigs,
} from "./configuration.ts";
import { coveredKind, policyOf } from "./policies.ts";
import { stackOf, subjectOf } from "./reading.ts";
import { report } from "./report.ts";

/** Policies of which only those run that have something to say. Until the engine has configured the pack, all of them run. */
export function onePassPolicies(rules: readonly Rule[]): Policies {
  const pass = new Pass(rules);
  onConfigure((config, disabled) => {
    const problems = configurationProblems(rules, config);
    if (problems.length > 0) throw configurationError(problems);
    pass.configure(config, disabled);
  });
  return rules.map((rule) => (isStackRule(rule) ? stackPolicy(rule, pass) : resourcePolicy(rule, pass)));
}

type Scope = Kind | "stack";

class Pass {
  private readonly rules: readonly Rule[];
  /** The rules of each scope that are on. The first leads: it runs always, and judges for the others. */
  private readonly scopes = new Map<Scope, { readonly rule: Rule; readonly options: Config }[]>();
  private readonly leaders = new Set<Rule>();
  private readonly talkative = new Set<Rule>();

  constructor(rules: readonly Rule[]) {
    this.rules = rules;
  }

  configure(config: RuleConfigs, disabled: readonly string[]): void {
    this.scopes.clear();
    this.leaders.clear();
    for (const rule of this.rules) {
      if (disabled.includes(rule.name)) continue;
      const options = optionsReader(rule)(config[rule.name] ?? {});
      const covered: readonly Scope[] = isStackRule(rule) ? ["stack"] : rule.covers;
      for (const scope of covered) {
        const others = this.scopes.get(scope);
        others?.push({ rule, options });
        if (others) continue;
        this.scopes.set(scope, [{ rule, options }]);
        this.leaders.add(rule);
      }
    }
  }

  isAwake(rule: Rule): boolean {
    return this.leaders.size === 0 || this.leaders.has(rule) || this.talkative.has(rule);
  }

  leads(rule: Rule, scope: Scope): boolean {
    return this.scopes.get(scope)?.[0]?.rule === rule;
  }

  /** Judges with every rule of the scope and remembers which have something to say; returns the leader's own verdict. */
  judge(scope: Scope, judge: (rule: Rule, options: Config) => Verdict): Verdict {
    this.talkative.clear();
    const [first, ...others] = this.scopes.get(scope) ?? [];
    for (const { rule, options } of others) {
      const { violations, awaited } = judge(rule, options);
      if (violations.length > 0 || awaited.length > 0) this.talkative.add(rule);
    }
    return first ? judge(first.rule, first.options) : { violations: [], awaited: [] };
  }
}

function resourcePolicy(rule: ResourceRule, pass: Pass): ResourceValidationPolicy {
  const policy = policyOf(rule) as ResourceValidationPolicy;
  const own = policy.validateResource as ResourceValidation;
  const validate: ResourceValidation = (args, reportViolation) => {
    const kind = coveredKind(rule, args.type);
    if (kind === undefined || !pass.leads(rule, kind)) return own(args, reportViolation);
    const subject = subjectOf(kind, args);
    const verdict = pass.judge(kind, (each, options) => judgeResource(each as ResourceRule, subject, options));
    report(rule, verdict, reportViolation);
  };
  // With the class that `own` is marked with.
  Object.defineProperty(policy, "validateResource", awakeOnly(rule, pass, Object.assign(validate, { ...own })));
  return policy;
}

function stackPolicy(rule: StackRule, pass: Pass): StackValidationPolicy {
  const policy = policyOf(rule) as StackValidationPolicy;
  const own = policy.validateStack;
  const validate: StackValidation = (args, reportViolation) => {
    if (!pass.leads(rule, "stack")) return own(args, reportViolation);
    const stack = stackOf(args.resources);
    const verdict = pass.judge("stack", (each, options) => judgeStack(each as StackRule, stack, options));
    report(rule, verdict, reportViolation);
  };
  Object.defineProperty(policy, "validateStack", awakeOnly(rule, pass, validate));
  return policy;
}

/** The SDK looks a policy's function up for every resource; a policy without one is passed over, and counts as passed. */
function awakeOnly(rule: Rule, pass: Pass, validate: unknown): PropertyDescriptor {
  return { enumerable: true, get: () => (pass.isAwake(rule) ? validate : undefined) };
}
