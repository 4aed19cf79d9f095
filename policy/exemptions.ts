// Resources that a team exempts from a rule, each with a reason and an optional end.

import { dynamicType, listed, matchesPattern, nameInProgram, pluginToken, resourceNames } from "../contract/index.ts";
import type { Schema } from "./options.ts";
import type { Verdict, Violation } from "./rule.ts";

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
      reason: {
        type: "string",
        minLength: 1,
        description: "Why, for the reader of the configuration and of the warning before the end.",
      },
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

export const LONGEST = "longestExemption";

export const longestSchema: Schema = {
  type: "integer",
  minimum: 1,
  description:
    "The most days from today on which an exemption may end. With it, every exemption needs an end. Without it, an end may be three years away.",
};

export function problemsOf(
  exemptions: readonly Exemption[],
  longest: number | undefined,
  today = dayOf(Date.now()),
): string[] {
  const last = dayOf(Date.parse(today) + (longest ?? THREE_YEARS) * DAY);
  return exemptions.flatMap(({ resource, reason, until }) => {
    const name = `exemption of ${resource}`;
    if (reason.trim() === "") return [`${name} has no reason`];
    if (until !== undefined && !isDay(until)) return [`${name} ends on ${until}, which is no day`];
    if (until !== undefined && until > last) return [`${name} ends on ${until}: set until to ${last} or earlier`];
    if (until === undefined && longest !== undefined) return [`${name} has no end: set until to ${last} or earlier`];
    if (until === undefined && isOfAny(resource))
      return [`${name} has no end and names no resource: set until, or at least three letters of their names`];
    return [];
  });
}

/** The exemptions of one rule in one run. */
export class Exemptions {
  private readonly today: string;
  /** Exemption → the violating resources that it covers. */
  private readonly used = new Map<Exemption, Set<string>>();

  constructor(today = dayOf(Date.now())) {
    this.today = today;
  }

  apply(exemptions: readonly Exemption[], verdict: Verdict, urn?: string): Verdict {
    const isExempt = (violation: Violation) => this.covers(exemptions, violation.urn ?? urn);
    return { ...verdict, violations: verdict.violations.filter((violation) => !isExempt(violation)) };
  }

  /** True when a violating resource is exempt from the rule. */
  covers(exemptions: readonly Exemption[], urn: string | undefined): boolean {
    const about = exemptions.filter((each) => isAbout(each, urn));
    const name = urn === undefined ? "the stack" : nameInProgram(urn);
    for (const each of about) this.usesOf(each).add(name);
    return about.some(({ until }) => until === undefined || until >= this.today);
  }

  /** Returns a sentence for each exemption in force that `endings` does not warn of. */
  inForce(exemptions: readonly Exemption[]): string[] {
    const soon = this.soon();
    return exemptions.flatMap((each) => {
      const { reason, until } = each;
      const names = [...(this.used.get(each) ?? [])].sort();
      if (names.length === 0 || (until !== undefined && until <= soon)) return [];
      const verb = names.length === 1 ? "is" : "are";
      return [`${listed(names, MOST_NAMES)} ${verb} exempt${until === undefined ? "" : ` until ${until}`}: ${reason}`];
    });
  }

  /** Returns a warning for each exemption in use that has ended or ends within two weeks. */
  endings(exemptions: readonly Exemption[]): string[] {
    const soon = this.soon();
    return exemptions.flatMap((each) => {
      const { resource, reason, until } = each;
      if (until === undefined || until > soon || !this.used.has(each)) return [];
      const verb = until < this.today ? "ended" : "ends";
      return [`the exemption of ${resource} ${verb} on ${until} (${reason})`];
    });
  }

  private soon(): string {
    return dayOf(Date.parse(this.today) + TWO_WEEKS * DAY);
  }

  private usesOf(exemption: Exemption): Set<string> {
    const names = this.used.get(exemption) ?? new Set();
    this.used.set(exemption, names);
    return names;
  }
}

/** Set by the command `preview`, whose report folds the sentences about exemptions in force. */
export const REPORT_EXEMPTIONS = "PULUMI_SIGNALWIRE_REPORT_EXEMPTIONS";

export function reportsExemptions(): boolean {
  return process.env[REPORT_EXEMPTIONS] === "true";
}

/** The start of such a sentence: the engine has no other place for it. */
export const IN_FORCE = "exemption in force: ";

/** A longer list of resources is counted. */
const MOST_NAMES = 20;
const THREE_YEARS = 1_096;
const TWO_WEEKS = 14;
const DAY = 86_400_000;

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** False for 31 February, which a Date would read as 3 March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** True for a pattern that matches resources whatever their names are: `*`, `urn:pulumi:prod::*`, `urn:*SipEndpoint*`. */
function isOfAny(pattern: string): boolean {
  if (!pattern.includes("*")) return false;
  const parts = pattern.split("::");
  const name = parts.at(-1) ?? "";
  // A URN has four parts. With fewer, the last one is the name only where an earlier `*` replaces the others.
  const hasName = parts.length > 3 || (parts.length === 3 && parts.slice(0, 2).join().includes("*"));
  const isOpenUrn = pattern.startsWith("urn:") && name.endsWith("*") && !hasName;
  const letters = name.replace(/[^\p{L}\p{N}]/gu, "");
  return isOpenUrn || letters.length < 3 || TYPES.some((type) => matchesPattern(`::${type}::\0`, `*::${name}`));
}

const TYPES = resourceNames.flatMap((kind) => [dynamicType(kind), pluginToken(kind)]);

function isAbout({ resource }: Exemption, urn: string | undefined): boolean {
  if (urn === undefined) return resource === "the stack";
  return matchesPattern(resource.startsWith("urn:") ? urn : nameInProgram(urn), resource);
}
