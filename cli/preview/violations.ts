// The policy violations of a run: their lines in the program, which ones are new, and which have the same message.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { CheckImpossible } from "../drift/engine.ts";
import type { SourceLine } from "../drift/report.ts";
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
  known: ReadonlySet<string> = new Set(),
): Violation[] {
  const found = events.flatMap(({ policyEvent }) => policyEvent ?? []);
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
    return { ...violation, isKnown: known.has(fingerprint(violation)) };
  });
  return violations.sort((a, b) => Number(a.level === "advisory") - Number(b.level === "advisory"));
}

/** Returns the identity of a violation across runs: rule, resource and message. */
export function fingerprint({ policy, urn, message }: Pick<Violation, "policy" | "urn" | "message">): string {
  return createHash("sha256")
    .update(JSON.stringify([policy, urn, message]))
    .digest("hex");
}

/**
 * Returns the fingerprints in an earlier run's JSON report.
 *
 * @throws CheckImpossible when the file is not such a report.
 */
export async function knownIn(file: string): Promise<ReadonlySet<string>> {
  try {
    const { violations } = JSON.parse(await readFile(file, "utf8"));
    return new Set((violations as readonly { fingerprint: string }[]).map((each) => each.fingerprint));
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
