// The policy violations of a run: their lines in the program, which ones are new, and which have the same message.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import type { SourceLine } from "../drift/report.ts";
import { CheckImpossible } from "../engine/engine.ts";
import { homepage } from "../package.ts";
import { located, type SourceOf, withoutColour } from "./places.ts";

export interface Violation {
  readonly level: "mandatory" | "advisory";
  readonly policy: string;
  /** `low` to `critical`; absent when neither the rule nor the engine gives one. */
  readonly severity?: string;
  /** The rule's page; absent for rules of other packs. */
  readonly link?: string;
  /** `SipEndpoint desk` */
  readonly resource: string;
  readonly urn: string;
  readonly message: string;
  /** The line that declares the resource. */
  readonly source?: SourceLine;
  /** True for a violation in the baseline file. */
  readonly isKnown?: boolean;
}

/** The violations of one rule with the same message. */
export interface Alike {
  readonly first: Violation;
  readonly members: readonly Violation[];
}

/** The name of this package's pack in the engine's events. */
const OWN_PACK = "signalwire";

/** Returns the reported violations, mandatory ones first. */
export function violationsIn(
  events: readonly EngineEvent[],
  sourceOf: SourceOf,
  known: Known = new Map(),
): Violation[] {
  const found = policyEvents(events).filter((event) => !isWaiting(event));
  const repository = homepage();
  const pages = repository && `${repository}/blob/main/docs/policies.md`;
  const violations = found.map((event): Violation => {
    const { resourceUrn = "", policyName: policy, policyPackName, enforcementLevel, message } = event;
    // Newer engines send the severity, but the SDK's type lacks it.
    const { severity } = event as { readonly severity?: string };
    const violation = {
      level: enforcementLevel === "mandatory" ? ("mandatory" as const) : ("advisory" as const),
      policy,
      ...(severity ? { severity } : {}),
      ...(policyPackName === OWN_PACK && pages ? { link: `${pages}#${policy}` } : {}),
      ...located(resourceUrn, sourceOf),
      urn: resourceUrn,
      message: withoutColour(message).trim(),
    };
    return { ...violation, isKnown: (known.get(fingerprint(violation)) ?? -1) >= countIn(violation.message) };
  });
  return violations.sort((a, b) => Number(a.level === "advisory") - Number(b.level === "advisory"));
}

/** Returns the number of checks that a preview cannot make, because they need a value that only the update will know. */
export function waitingIn(events: readonly EngineEvent[]): number {
  return policyEvents(events).filter(isWaiting).length;
}

function policyEvents(events: readonly EngineEvent[]): PolicyEvent[] {
  return events.flatMap(({ policyEvent }) => policyEvent ?? []);
}

/** The engine marks such a check as an advisory violation. Only the text that Pulumi's policy SDK puts first distinguishes them. */
function isWaiting({ message, policyName }: PolicyEvent): boolean {
  return withoutColour(message).trim().startsWith(`can't run policy '${policyName}' `);
}

type PolicyEvent = NonNullable<EngineEvent["policyEvent"]>;

/** Returns the identity of a violation across runs: rule, resource and message without its counts. */
export function fingerprint({ policy, urn, message }: Pick<Violation, "policy" | "urn" | "message">): string {
  // Which resources such a sentence names depends on the number of earlier ones.
  const said = message.replace(/\bmore resources violate it:.*/s, "more resources violate it").replace(COUNT, "#");
  return createHash("sha256")
    .update(JSON.stringify([policy, urn, said]))
    .digest("hex");
}

/** A number on its own, which is no port and no part of a name or of an address. */
const COUNT = /(?<![\w+.:/-])\d{1,6}(?![\w:/-]|\.\d)/g;

/** Returns the number in a message that counts; otherwise 0. A violation with a higher number than the known one is new. */
function countIn(message: string): number {
  return Number(message.match(COUNT)?.[0] ?? 0);
}

/** Fingerprint of each known violation → the number in its message. */
export type Known = ReadonlyMap<string, number>;

/**
 * Returns the violations in an earlier run's JSON report.
 *
 * @throws CheckImpossible when the file is not such a report.
 */
export async function knownIn(file: string): Promise<Known> {
  try {
    const { violations } = JSON.parse(await readFile(file, "utf8"));
    const reported: readonly { readonly fingerprint: string; readonly message: string }[] = violations;
    return new Map(reported.map((each) => [each.fingerprint, countIn(each.message)]));
  } catch {
    throw new CheckImpossible(
      `The baseline ${file} is no report of an earlier run: write one with \`pulumi-signalwire preview --json ${file}\`.`,
    );
  }
}

/** Groups violations by rule and message, in the given order. */
export function alike(violations: readonly Violation[]): Alike[] {
  const groups = Map.groupBy(violations, ({ policy, level, message }) => JSON.stringify([policy, level, message]));
  return [...groups.values()].flatMap((members) => (members[0] ? [{ first: members[0], members }] : []));
}
