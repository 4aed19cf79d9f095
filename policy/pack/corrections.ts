// Decides how a correction that got lost is noticed. When a resource is replaced, the engine corrects and judges its arguments,
// and then takes them anew from the program without either. They are seen once more among all resources, so every rule that
// corrects also judges there, of those resources about which it had nothing to say before.

import { judgeResource, type ResourceRule, type StackRule, stackRule, type Verdict } from "../rule.ts";

/** The judgement that a rule which corrects adds at the end of a preview or update. */
export function secondLook(rule: ResourceRule): StackRule {
  return stackRule({
    ...rule,
    covers: "stack",
    *judge(stack, options) {
      for (const member of rule.covers.flatMap((kind) => stack.all(kind))) {
        if (spoken.has(keyOf(rule, member.urn))) continue;
        const { violations } = judgeResource(rule, member, options);
        member.awaited.clear();
        for (const { message } of violations)
          yield { message: `${message}, since a replacement drops corrections`, urn: member.urn };
      }
    },
  });
}

/** Remembers whether a rule had something to say about a resource, until it judges the resource again. */
export function remember(rule: ResourceRule, urn: string, hasSpoken: boolean): void {
  if (!rule.remediate) return;
  if (hasSpoken) spoken.add(keyOf(rule, urn));
  else if (spoken.size > 0) spoken.delete(keyOf(rule, urn));
}

export function isSilent({ violations, awaited }: Verdict): boolean {
  return violations.length === 0 && awaited.length === 0;
}

const spoken = new Set<string>();

function keyOf(rule: ResourceRule, urn: string): string {
  return `${rule.name} ${urn}`;
}
