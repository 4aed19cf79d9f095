// What a drift check found, as plain data. `--json` prints it; its schema is docs/drift-report.schema.json.

import type { ResourceName } from "../../contract/index.ts";
import type { KnownObject } from "../routes/objects.ts";

/** What is said of one resource; where several hold, the first in this order. */
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

/** Which findings make a run fail besides the check itself not being possible. */
export const FAILURE_KINDS = ["drift", "unmanaged", "renewal", "unwatched", "error", "never"] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** What is said of one thing: an object that no stack has is no resource. */
export type Named = Verdict | "unmanaged";

/** By which kind a finding fails a run. */
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
  /** What the stack recorded at the last `up`; absent when nothing was set. A secret reads `[secret]`. */
  readonly expected?: unknown;
  /** What the service holds; absent when nothing is set. */
  readonly actual?: unknown;
}

/** Where the program declares a resource. */
export interface SourceLine {
  /** With forward slashes, relative to the repository (or to the project's folder where there is none). */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface CheckedResource {
  readonly urn: string;
  readonly type: ResourceName;
  /** The name in the program. */
  readonly name: string;
  /** The service's id; a token's resource name. */
  readonly id: string;
  /** What people call it: a user name, an E.164 number, a resource name. */
  readonly label?: string;
  readonly verdict: Verdict;
  /** Why it could not be read, when a token is due, and the like: one sentence. */
  readonly message?: string;
  readonly source?: SourceLine;
  /** What differs and was not ignored. */
  readonly changes: readonly PropertyChange[];
  /** What differs and is under `ignoreChanges`. */
  readonly ignored: readonly PropertyChange[];
  /** What changed since the last `up` where the program says nothing. */
  readonly unwatched: readonly PropertyChange[];
  /** How many settings of an adopted object the program leaves out. */
  readonly leftOut: number;
  /** Arguments that the service never shows, so that nobody can tell whether they still hold. */
  readonly unverifiable: readonly string[];
}

/** Folders of policy packs, and a configuration file for each in the same order, or none. Absolute paths. */
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
  /** All that the stack knows, as recorded and as the service has it: for the picture. No report in data has it. */
  readonly objects?: { readonly recorded: readonly KnownObject[]; readonly live: readonly KnownObject[] };
  /** The packs that its remedies run under, or why they are not known: for the remedies. No report in data has it. */
  readonly policies?: Policies | string;
}

/** An object of the account that no checked stack claims. */
export interface UnmanagedObject {
  readonly type: ResourceName;
  readonly id: string;
  /** The user name, or the number in E.164. */
  readonly label: string;
  /** Where calls or messages go, for example `call: relay_script`. */
  readonly handler?: string;
}

export interface Account {
  readonly projectId: string;
  /** For example `https://example.signalwire.com`. */
  readonly baseUrl: string;
  /** Why the account could not be read: one sentence. */
  readonly error?: string;
  readonly unmanaged: readonly UnmanagedObject[];
}

export interface DriftReport {
  /** Of the JSON report's schema, docs/drift-report.schema.json. */
  readonly version: 1;
  /** UTC with seconds, for example `2026-11-21T03:00:00Z`. */
  readonly checkedAt: string;
  /** 0 nothing to report, 7 drift, 1 something could not be checked. */
  readonly exitCode: 0 | 1 | 7;
  /** How many resources have each verdict. */
  readonly counts: { readonly [verdict in Verdict]: number };
  readonly stacks: readonly CheckedStack[];
  /** One for each project and service, with `--unmanaged`. */
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

/** Everything found in a resource: one that drifted may also have changed where the program says nothing. */
export function kindsOf({ verdict, changes, unwatched }: CheckedResource): Named[] {
  return [
    verdict,
    ...(changes.length > 0 ? (["drifted"] as const) : []),
    ...(unwatched.length > 0 ? (["unwatched"] as const) : []),
  ];
}

/** What could not be checked beats drift: a run that saw only a part must not pass for one that saw all. */
function exitCode(
  stacks: readonly CheckedStack[],
  accounts: readonly Account[],
  counts: DriftReport["counts"],
  failOn: readonly FailureKind[],
): DriftReport["exitCode"] {
  // A stack that was not checked at all is no finding that `never` could wave through.
  if (stacks.some(({ error }) => error !== undefined)) return 1;
  if (failOn.includes("never")) return 0;
  if (counts.error > 0 || accounts.some(({ error }) => error !== undefined)) return 1;
  const found: Named[] = stacks.flatMap(({ resources }) => resources.flatMap(kindsOf));
  if (accounts.some(({ unmanaged }) => unmanaged.length > 0)) found.push("unmanaged");
  return found.some((verdict) => failOn.some((kind) => kind === FAILS_AS[verdict])) ? 7 : 0;
}
