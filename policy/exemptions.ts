// Resources that a team exempts from a rule, each with a reason and, where it has one, an end.

import type { StackValidationPolicy } from "@pulumi/policy";
import { nameInProgram } from "../contract/engine.ts";
import { matches, type Schema } from "./options.ts";
import type { Rule, Verdict, Violation } from "./rule.ts";

export interface Exemption {
  /** The name of a resource, where `*` stands for any characters, or its URN. */
  readonly resource: string;
  readonly reason: string;
  /** The last day on which it holds, as in 2027-01-31 (UTC). */
  readonly until?: string;
}

/** What every rule takes besides its options. */
export const EXEMPT = "exempt";

export const exemptSchema: Schema = {
  type: "array",
  description: "Resources that the rule passes over, and why.",
  items: {
    type: "object",
    properties: {
      resource: {
        type: "string",
        minLength: 1,
        description: "The name of a resource, with * for any characters, or its URN.",
      },
      reason: { type: "string", minLength: 1, description: "Why, for whoever reads the list at the end of each run." },
      until: {
        type: "string",
        pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
        description: "The last day on which it holds (UTC).",
      },
    },
    required: ["resource", "reason"],
    additionalProperties: false,
  },
};

/** The exemptions of one run, and what became of them. */
export class Exemptions {
  private readonly today: () => string;
  private readonly seen = new Map<
    string,
    { readonly rule: Rule; readonly exemption: Exemption; readonly used: Set<string> }
  >();

  constructor(today = () => new Date().toISOString().slice(0, 10)) {
    this.today = today;
  }

  /** A verdict without what is exempt. */
  apply(rule: Rule, exemptions: readonly Exemption[], verdict: Verdict, urn?: string): Verdict {
    const isExempt = (violation: Violation) => this.covers(rule, exemptions, violation.urn ?? urn);
    for (const exemption of exemptions) this.entryOf(rule, exemption);
    return { ...verdict, violations: verdict.violations.filter((violation) => !isExempt(violation)) };
  }

  /** Whether a resource that violates a rule is exempt from it. Notes that the exemption is of use. */
  covers(rule: Rule, exemptions: readonly Exemption[], urn: string | undefined): boolean {
    const exemption = exemptions.find((each) => !this.hasEnded(each) && isAbout(each, urn));
    if (exemption) this.entryOf(rule, exemption).used.add(nameOf(urn));
    return exemption !== undefined;
  }

  /** The policy that lists them at the end of a run. It blocks nothing, whatever its level. */
  policy(): StackValidationPolicy {
    return {
      name: "exemptions",
      description: "Exemptions from the rules are listed.",
      enforcementLevel: "advisory",
      validateStack: (_, reportViolation) => {
        // The SDK takes a violation with a level of its own as well, which its types do not tell.
        const note = reportViolation as unknown as (violation: {
          message: string;
          enforcementLevel: "advisory";
        }) => void;
        for (const { rule, exemption, used } of this.seen.values())
          note({ message: this.textOf(rule, exemption, used), enforcementLevel: "advisory" });
        this.seen.clear();
      },
    };
  }

  private textOf(rule: Rule, exemption: Exemption, used: ReadonlySet<string>): string {
    const { resource, reason, until } = exemption;
    if (this.hasEnded(exemption)) return `${rule.name}: the exemption of ${resource} ended on ${until} (${reason})`;
    if (used.size === 0) return `${rule.name}: the exemption of ${resource} is not needed (${reason})`;
    const names = [...used].slice(0, 5).join(", ");
    const more = used.size > 5 ? ` and ${used.size - 5} more` : "";
    return `${rule.name}: ${names}${more} exempt${until === undefined ? "" : ` until ${until}`} (${reason})`;
  }

  private hasEnded({ until }: Exemption): boolean {
    return until !== undefined && until < this.today();
  }

  private entryOf(rule: Rule, exemption: Exemption) {
    const key = `${rule.name} ${JSON.stringify(exemption)}`;
    const entry = this.seen.get(key) ?? { rule, exemption, used: new Set<string>() };
    this.seen.set(key, entry);
    return entry;
  }
}

function isAbout({ resource }: Exemption, urn: string | undefined): boolean {
  return matches(resource.startsWith("urn:") ? (urn ?? "") : nameOf(urn), resource);
}

function nameOf(urn: string | undefined): string {
  return urn === undefined ? "the stack" : nameInProgram(urn);
}
