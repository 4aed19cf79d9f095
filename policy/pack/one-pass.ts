// Decides which policies run. The SDK unpacks a resource anew for every policy, which costs more than all judgements together;
// so the pack judges the engine's message itself, once, and the SDK is shown only those policies that have something to say
// (docs/decisions/0008).

import type { Policies } from "@pulumi/policy";
import {
  isStackRule,
  judgeResource,
  judgeStack,
  type ResourceRule,
  type Rule,
  remedyOf,
  type StackRule,
  speaksOf,
  speaksOfStack,
} from "../rule.ts";
import type { Kind } from "../subject.ts";
import {
  type Config,
  configurationError,
  configurationProblems,
  onConfigure,
  optionsReader,
  type Settings,
} from "./configuration.ts";
import { remember, secondLook } from "./corrections.ts";
import { beforehand, type Judged } from "./messages.ts";
import { policyOf } from "./policies.ts";
import { kindOf, stackIn, subjectIn } from "./reading.ts";
import { report } from "./report.ts";
import { resourceIn, resourcesIn } from "./wire.ts";

/** Policies of which the SDK runs those that have something to say; all of them, until the engine has configured the pack. */
export function onePassPolicies(rules: readonly Rule[]): Policies {
  const all = rules.map(policyOf);
  const pass = new Pass(rules, all);
  onConfigure((settings) => {
    const problems = configurationProblems(rules, settings);
    if (problems.length > 0) throw configurationError(problems);
    pass.configure(settings);
  });
  const judged = (method: Judged, choose: (sent: Uint8Array) => readonly Policy[]) =>
    beforehand(
      method,
      (sent) => pass.choice(() => choose(sent)),
      (chosen) => pass.begin(chosen),
    );
  judged("remediate", (sent) => pass.correcting(sent));
  judged("analyze", (sent) => pass.speaking(sent));
  judged("analyzeStack", (sent) => pass.speakingOfStack(sent));
  // With each message the SDK goes through the policies, right after its first question to the message.
  const shown = () => (pass.takeTurn() ?? all)[Symbol.iterator]();
  return Object.defineProperty([...all], Symbol.iterator, { value: shown });
}

type Policy = Policies[number];

/** A rule that is on. */
interface Active<Of extends Rule> {
  readonly rule: Of;
  readonly options: Config;
  readonly policy: Policy;
}

class Pass {
  private readonly rules: readonly Rule[];
  private readonly all: readonly Policy[];
  private readonly ofKind = new Map<Kind, Active<ResourceRule>[]>();
  private readonly ofStack: Active<StackRule>[] = [];
  /** Those that are to correct; none of a class that needs no correction. */
  private readonly correctors = new Map<Kind, Active<ResourceRule>[]>();
  private isConfigured = false;
  private turn: readonly Policy[] | undefined;

  constructor(rules: readonly Rule[], all: readonly Policy[]) {
    this.rules = rules;
    this.all = all;
  }

  configure(settings: Settings): void {
    for (const list of [this.ofKind, this.correctors]) list.clear();
    this.ofStack.length = 0;
    for (const [at, rule] of this.rules.entries()) {
      const policy = this.all[at];
      const { level, options: config } = settings.get(rule.name) ?? { level: rule.levels.baseline, options: {} };
      if (policy === undefined || level === "disabled") continue;
      const options = optionsReader(rule)(config);
      if (isStackRule(rule)) this.ofStack.push({ rule, options, policy });
      else {
        for (const kind of rule.covers) add(this.ofKind, kind, { rule, options, policy });
        if (level === "remediate" && rule.remediate) this.addCorrector({ rule, options, policy });
      }
    }
    this.isConfigured = true;
  }

  private addCorrector({ rule, options, policy }: Active<ResourceRule>): void {
    for (const kind of rule.covers) add(this.correctors, kind, { rule, options, policy });
    this.ofStack.push({ rule: secondLook(rule), options, policy });
  }

  /** Undefined for all. */
  choice(choose: () => readonly Policy[]): readonly Policy[] | undefined {
    if (!this.isConfigured) return undefined;
    try {
      return choose();
    } catch {
      // The SDK then runs all of them, and tells the user which one failed and why.
      return undefined;
    }
  }

  /** The SDK now begins with a message for which these were chosen. */
  begin(chosen: readonly Policy[]): void {
    this.turn = chosen;
    // An SDK that goes through the policies later than at once is shown all.
    queueMicrotask(() => {
      this.turn = undefined;
    });
  }

  takeTurn(): readonly Policy[] | undefined {
    const { turn } = this;
    this.turn = undefined;
    return turn;
  }

  speaking(sent: Uint8Array): Policy[] {
    const resource = resourceIn(sent);
    const kind = kindOf(resource.type);
    const subject = kind && subjectIn(kind, resource);
    if (!subject) return [];
    const speaking = (this.ofKind.get(kind) ?? []).filter(({ rule, options }) => {
      const speaks = speaksOf(rule, subject, options);
      remember(rule, subject.urn, speaks);
      return speaks;
    });
    return speaking.map(({ rule, options, policy }) => ({
      ...policy,
      validateResource: (_, reportViolation) => report(rule, judgeResource(rule, subject, options), reportViolation),
    }));
  }

  speakingOfStack(sent: Uint8Array): Policy[] {
    if (this.ofStack.length === 0) return [];
    const stack = stackIn(resourcesIn(sent));
    const speaking = this.ofStack.filter(({ rule, options }) => speaksOfStack(rule, stack, options));
    return speaking.map(({ rule, options, policy }) => ({
      ...policy,
      validateStack: (_, reportViolation) => report(rule, judgeStack(rule, stack, options), reportViolation),
    }));
  }

  correcting(sent: Uint8Array): Policy[] {
    if (this.correctors.size === 0) return [];
    const resource = resourceIn(sent);
    const kind = kindOf(resource.type);
    const active = kind && this.correctors.get(kind);
    const subject = active && subjectIn(kind, resource);
    const isNeeded = subject && active.some(({ rule, options }) => hasAny(remedyOf(rule, subject, options)));
    // All that may correct, since one's correction can call for another's.
    return isNeeded ? active.map(({ policy }) => policy) : [];
  }
}

function add<Value>(lists: Map<Kind, Value[]>, kind: Kind, value: Value): void {
  const list = lists.get(kind);
  if (list) list.push(value);
  else lists.set(kind, [value]);
}

function hasAny(values: object): boolean {
  return Object.keys(values).length > 0;
}
