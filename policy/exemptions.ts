// Resources that a team exempts from a rule, each with a reason and an optional end.

import { nameInProgram } from "../contract/engine.ts";
import { matches, type Schema } from "./options.ts";
import type { Rule, Verdict, Violation } from "./rule.ts";

export interface Exemption {
  /** The name of a resource, where `*` matches any characters, or its URN. */
  readonly resource: string;
  readonly reason: string;
  /** The last valid day, as in 2027-01-31 (UTC). */
  readonly until?: string;
}

/** The parameters of every rule besides its options. */
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
      reason: { type: "string", minLength: 1, description: "Why, for readers of the list at the end of each run." },
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

/** The longest allowed exemption in days. */
export const LONGEST = "longestExemption";

export const longestSchema: Schema = {
  type: "integer",
  minimum: 1,
  description: "The most days from today on which an exemption may end. With it, every exemption needs an end.",
};

/** Returns the problems of a rule's exemptions, by name. */
export function problemsOf(
  exemptions: readonly Exemption[],
  longest: number | undefined,
  today = dayOf(Date.now()),
): string[] {
  const last = longest === undefined ? undefined : dayOf(Date.parse(today) + longest * DAY);
  return exemptions.flatMap(({ resource, reason, until }) => {
    const name = `exemption of ${resource}`;
    if (reason.trim() === "") return [`${name} has no reason`];
    if (until !== undefined && !isDay(until)) return [`${name} ends on ${until}, which is no day`];
    if (last === undefined) return [];
    if (until === undefined) return [`${name} has no end: set until to ${last} or earlier`];
    return until > last ? [`${name} ends on ${until}: set until to ${last} or earlier`] : [];
  });
}

/** The exempt resources of one rule in one run. */
export class Exemptions {
  private readonly today: () => string;
  /** Exemption → names of exempt resources. */
  private used = new Map<string, Set<string>>();

  constructor(today = () => dayOf(Date.now())) {
    this.today = today;
  }

  /** Returns a verdict without the exempt violations. */
  apply(exemptions: readonly Exemption[], verdict: Verdict, urn?: string): Verdict {
    const isExempt = (violation: Violation) => this.covers(exemptions, violation.urn ?? urn);
    return { ...verdict, violations: verdict.violations.filter((violation) => !isExempt(violation)) };
  }

  /** True when a violating resource is exempt from the rule. Records that the exemption was used. */
  covers(exemptions: readonly Exemption[], urn: string | undefined): boolean {
    const exemption = exemptions.find((each) => !this.hasEnded(each) && !isOfAllForEver(each) && isAbout(each, urn));
    if (exemption) {
      const key = JSON.stringify(exemption);
      this.used.set(key, (this.used.get(key) ?? new Set()).add(nameOf(urn)));
    }
    return exemption !== undefined;
  }

  /**
   * Returns the list for the end of a run. `refused` are exemptions that would disable the rule forever: they are ignored and
   * reported at the rule's level.
   */
  list(rule: Rule, exemptions: readonly Exemption[]): { readonly notes: string[]; readonly refused: string[] } {
    const [refused, listed] = [exemptions.filter(isOfAllForEver), exemptions.filter((each) => !isOfAllForEver(each))];
    const notes = listed.map((each) => this.textOf(rule, each));
    this.used = new Map();
    return {
      notes,
      refused: refused.map(
        ({ resource, reason }) =>
          `the exemption of ${resource} has no end, so it would switch the rule off for every resource (${reason}): set until, or name resources`,
      ),
    };
  }

  private textOf(rule: Rule, exemption: Exemption): string {
    const { resource, reason, until } = exemption;
    if (this.hasEnded(exemption)) return `${rule.name}: the exemption of ${resource} ended on ${until} (${reason})`;
    const used = this.used.get(JSON.stringify(exemption));
    if (!used) return `${rule.name}: the exemption of ${resource} is not needed (${reason})`;
    const names = [...used].slice(0, 5).join(", ");
    const more = used.size > 5 ? ` and ${used.size - 5} more` : "";
    return `${rule.name}: ${names}${more} exempt${until === undefined ? "" : ` until ${until}`} (${reason})`;
  }

  private hasEnded({ until }: Exemption): boolean {
    return until !== undefined && until < this.today();
  }
}

const DAY = 86_400_000;

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** False for 31 February, which a Date would read as 3 March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** True for an exemption of every resource, such as `*`, without an end. */
function isOfAllForEver({ resource, until }: Exemption): boolean {
  return until === undefined && resource.includes("*") && "urn:pulumi:".startsWith(resource.replaceAll("*", ""));
}

function isAbout({ resource }: Exemption, urn: string | undefined): boolean {
  return matches(resource.startsWith("urn:") ? (urn ?? "") : nameOf(urn), resource);
}

function nameOf(urn: string | undefined): string {
  return urn === undefined ? "the stack" : nameInProgram(urn);
}
