// The policy violations of a run, and which of them are new.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { IN_FORCE } from "../../policy/exemptions.ts";
import { CheckImpossible } from "../engine/failures.ts";
import { homepage } from "../package.ts";
import type { Item, Report } from "../report/model.ts";
import { withoutColour } from "../report/text.ts";
import { bySubject } from "./changes.ts";

export const OWN_PACK = "signalwire";

/** A violation, or a check that waits for the update: of the engine, or of this process. */
export interface PolicyEvent {
  readonly policyName: string;
  readonly policyPackName: string;
  readonly resourceUrn?: string;
  readonly message: string;
  readonly enforcementLevel: string;
  /** Newer engines send it. */
  readonly severity?: string;
  readonly isWaiting?: boolean;
}

export function isMandatory({ enforcementLevel }: PolicyEvent): boolean {
  return enforcementLevel === "mandatory";
}

/** Returns what the engine reports of the packs that it runs. */
export function policyEventsIn(events: readonly EngineEvent[]): PolicyEvent[] {
  return events.flatMap(({ policyEvent }) => {
    if (!policyEvent) return [];
    const message = withoutColour(policyEvent.message).trim();
    // The engine marks a waiting check as an advisory violation. Only the text that Pulumi's policy SDK puts first distinguishes them.
    const isWaiting = message.startsWith(`can't run policy '${policyEvent.policyName}' `);
    return [{ ...policyEvent, message, isWaiting }];
  });
}

/** Returns the violations as items, mandatory ones first, and whether a mandatory rule refused the run. */
export function violationsIn(
  events: readonly PolicyEvent[],
  aboutOf: (urn: string) => Pick<Item, "subject" | "urn" | "source">,
  known: Known,
): { readonly items: readonly Item[]; readonly isRefused: boolean } {
  const found = events.filter(({ isWaiting }) => !isWaiting);
  const repository = homepage();
  const pages = repository && `${repository}/blob/main/docs/policies.md`;
  const items = found.map((event): Item => {
    const { resourceUrn: urn = "", policyName: name, policyPackName, severity } = event;
    const reported = event.message;
    const isExempt = reported.startsWith(IN_FORCE);
    const message = isExempt ? reported.slice(IN_FORCE.length) : reported;
    const mark = fingerprint({ policy: name, urn, message });
    const isKnown = known.has(mark);
    const fails = isMandatory(event);
    return {
      ...aboutOf(urn),
      section: isExempt ? "exempt" : isKnown ? "known" : fails ? "mandatory" : "advisory",
      level: isExempt ? "info" : fails ? "error" : "warning",
      fails,
      lines: message.split("\n"),
      changes: [],
      rule: {
        name,
        ...(policyPackName === OWN_PACK && pages ? { link: `${pages}#${name}` } : {}),
        ...(severity ? { severity } : {}),
        isKnown: isKnown || isExempt,
        // Computed from the text before masking, like in the next run.
        fingerprint: mark,
      },
    };
  });
  const isRefused = items.some(({ fails }) => fails);
  return { items: items.sort((a, b) => Number(b.fails) - Number(a.fails) || bySubject(a, b)), isRefused };
}

/** Returns the rule of each check that a preview cannot make, because it needs a value that only the update will know. */
export function waitingIn(events: readonly PolicyEvent[]): readonly string[] {
  return events.flatMap(({ isWaiting, policyName }) => (isWaiting ? [policyName] : []));
}

/** Returns the identity of a violation across runs. */
function fingerprint({ policy, urn, message }: Record<"policy" | "urn" | "message", string>): string {
  return createHash("sha256")
    .update(JSON.stringify([policy, urn, message]))
    .digest("hex");
}

/** The fingerprints of known violations. */
export type Known = ReadonlySet<string>;

/**
 * Returns the violations in an earlier run's JSON report.
 *
 * @throws CheckImpossible when the file is not such a report.
 */
export async function knownIn(file: string): Promise<Known> {
  try {
    const { groups }: Report = JSON.parse(await readFile(file, "utf8"));
    const items = groups.flatMap((group) => group.items);
    return new Set(items.flatMap(({ rule }) => rule?.fingerprint ?? []));
  } catch {
    throw new CheckImpossible(
      `The baseline ${file} is no report of an earlier run: write one with \`pulumi-signalwire preview --report json=${file}\`.`,
    );
  }
}
