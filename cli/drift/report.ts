// The result of a drift check, as plain data. `--json` prints it; its schema is docs/drift-report.schema.json.

import type { ResourceName } from "../../contract/index.ts";
import type { KnownObject } from "../routes/objects.ts";

/** The verdicts on a resource. When several apply, the first in this order wins. */
export const VERDICTS = [
  "error",
  "missing",
  "drifted",
  "dangling",
  "unwatched",
  "renewal-due",
  "ignored",
  "unreadable",
  "in-sync",
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** The findings that can make a run fail, besides a failed check. */
export const FAILURE_KINDS = ["drift", "unmanaged", "renewal", "unwatched", "error", "never"] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The verdict on one object. An unmanaged object is not a resource. */
export type Named = Verdict | "unmanaged";

/** The `--fail-on` kind of each verdict. */
export const FAILS_AS: { readonly [verdict in Named]?: FailureKind } = {
  missing: "drift",
  drifted: "drift",
  dangling: "drift",
  unwatched: "unwatched",
  "renewal-due": "renewal",
  unmanaged: "unmanaged",
};

export interface PropertyChange {
  /** The argument's name, for example `callRequestUrl`. */
  readonly property: string;
  /** The value that the stack recorded at the last `up`; absent when it was not set. A secret reads `[secret]`. */
  readonly expected?: unknown;
  /** The value at the service; absent when it is not set. */
  readonly actual?: unknown;
}

/** The line of the program that declares a resource. */
export interface SourceLine {
  /** With forward slashes, relative to the repository, or to the project's folder outside of a repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface CheckedResource {
  readonly urn: string;
  readonly type: ResourceName;
  /** The name in the program. */
  readonly name: string;
  /** The service's id; for a token, its resource name. */
  readonly id: string;
  /** A user name, an E.164 number or a resource name. */
  readonly label?: string;
  readonly verdict: Verdict;
  /** One sentence, for example why the object could not be read or when a token is due. */
  readonly message?: string;
  readonly source?: SourceLine;
  /** The differences that were not ignored. */
  readonly changes: readonly PropertyChange[];
  /** The differences under `ignoreChanges`. */
  readonly ignored: readonly PropertyChange[];
  /** Settings outside the program that changed since the last `up`. */
  readonly unwatched: readonly PropertyChange[];
  /** The number of settings that the program leaves out, for an adopted object. */
  readonly leftOut: number;
  /** Arguments that the service never returns, so the check cannot verify them. */
  readonly unverifiable: readonly string[];
  /**
   * Arguments that cannot be compared while a setting of the SIP profile drifted: a value of the object's own and an inherited one
   * look the same. Absent when there are none.
   */
  readonly hidden?: readonly string[];
}

/** Folders of policy packs, and one configuration file for each pack in the same order, or none. Absolute paths. */
export interface Policies {
  readonly packs: readonly string[];
  readonly configs: readonly string[];
}

export interface CheckedStack {
  readonly stack: string;
  /** Why the stack, or a part of it, could not be checked: one sentence. */
  readonly error?: string;
  /** Sorted by type and name. */
  readonly resources: readonly CheckedResource[];
  /** The stack's objects for the picture, as recorded and as the service has them. No data report prints them. */
  readonly objects?: { readonly recorded: readonly KnownObject[]; readonly live: readonly KnownObject[] };
  /** The packs that the remedies name, or the reason why they are unknown. No data report prints them. */
  readonly policies?: Policies | string;
}

/** An object of the account that no checked stack manages. */
export interface UnmanagedObject {
  readonly type: ResourceName;
  readonly id: string;
  /** The user name, or the number in E.164. */
  readonly label: string;
  /** The destination of calls or messages, for example `call: relay_script`. */
  readonly handler?: string;
}

export interface Account {
  readonly projectId: string;
  /** For example `https://example.signalwire.com`. */
  readonly baseUrl: string;
  /** The providers of the checked stacks that choose this account: names from the program, or `default`. */
  readonly providers?: readonly string[];
  /** Why the account could not be read: one sentence. */
  readonly error?: string;
  /** How many objects its lists have, and how many of those the checked stacks manage. Absent where a list could not be read. */
  readonly listed?: { readonly objects: number; readonly managed: number };
  readonly unmanaged: readonly UnmanagedObject[];
}

export interface DriftReport {
  /** The version of the JSON report's schema, docs/drift-report.schema.json. */
  readonly version: 1;
  /** UTC with seconds, for example `2026-11-21T03:00:00Z`. */
  readonly checkedAt: string;
  /** 0 without findings, 7 for drift, 1 when something could not be checked. */
  readonly exitCode: 0 | 1 | 7;
  /** The number of resources for each verdict. */
  readonly counts: { readonly [verdict in Verdict]: number };
  readonly stacks: readonly CheckedStack[];
  /** One for each project and service; only with `--unmanaged`. */
  readonly accounts: readonly Account[];
}

export function reportOf(
  stacks: readonly CheckedStack[],
  accounts: readonly Account[],
  now: Date,
  failOn: readonly FailureKind[],
): DriftReport {
  const counts = countsOf(stacks);
  return {
    version: 1,
    checkedAt: now.toISOString().replace(/\.\d+Z$/, "Z"),
    exitCode: exitCode(stacks, accounts, counts, failOn),
    counts,
    stacks,
    accounts,
  };
}

export function countsOf(stacks: readonly CheckedStack[]): DriftReport["counts"] {
  const verdicts = stacks.flatMap(({ resources }) => resources.map(({ verdict }) => verdict));
  const counts = VERDICTS.map((verdict) => [verdict, verdicts.filter((each) => each === verdict).length]);
  return Object.fromEntries(counts);
}

/** Returns all findings on a resource: a drifted one may also have changed settings outside the program. */
export function kindsOf({ verdict, changes, unwatched }: CheckedResource): Named[] {
  return [
    verdict,
    ...(changes.length > 0 ? (["drifted"] as const) : []),
    ...(unwatched.length > 0 ? (["unwatched"] as const) : []),
  ];
}

/** An incomplete check takes precedence over drift: it must not pass for a complete one. */
function exitCode(
  stacks: readonly CheckedStack[],
  accounts: readonly Account[],
  counts: DriftReport["counts"],
  failOn: readonly FailureKind[],
): DriftReport["exitCode"] {
  // `--fail-on never` covers findings only. A stack that was not checked is not a finding.
  if (stacks.some(({ error }) => error !== undefined)) return 1;
  if (failOn.includes("never")) return 0;
  if (counts.error > 0 || accounts.some(({ error }) => error !== undefined)) return 1;
  const found: Named[] = stacks.flatMap(({ resources }) => resources.flatMap(kindsOf));
  if (accounts.some(({ unmanaged }) => unmanaged.length > 0)) found.push("unmanaged");
  return found.some((verdict) => failOn.some((kind) => kind === FAILS_AS[verdict])) ? 7 : 0;
}
