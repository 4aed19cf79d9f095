import type { Change, ResourceName } from "../../contract/index.ts";
import type { Calls } from "../calls/compare.ts";
import type { KnownObject } from "../calls/objects.ts";
import type { PastUpdate } from "../engine/history.ts";
import type { SourceLine } from "../report/model.ts";

/** The verdicts on a resource. When several apply, the first in this order wins. */
export const VERDICTS = [
  "error",
  "missing",
  "drifted",
  "dangling",
  "refreshed",
  "unnamed",
  "renewal-due",
  "ignored",
  "unreadable",
  "in-sync",
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** What can make a run fail, besides a failed check. */
export const FAILURE_KINDS = ["drift", "unmanaged", "renewal", "unnamed", "error", "never"] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The `--fail-on` kind of each finding. */
export const FAILS_AS: { readonly [section: string]: FailureKind | undefined } = {
  missing: "drift",
  drifted: "drift",
  dangling: "drift",
  refreshed: "drift",
  nobody: "drift",
  unnamed: "unnamed",
  "renewal-due": "renewal",
  unmanaged: "unmanaged",
};

export interface CheckedResource {
  readonly urn: string;
  readonly type: ResourceName;
  readonly name: string;
  /** The service's id; for a token, its resource name. */
  readonly id: string;
  /** A user name, an E.164 number or a resource name. */
  readonly label?: string;
  readonly verdict: Verdict;
  /** One sentence, for example why the object could not be read or when a token is due. */
  readonly message?: string;
  readonly source?: SourceLine;
  readonly changes: readonly Change[];
  /** The differences under `ignoreChanges`. */
  readonly ignored: readonly Change[];
  /** Settings that the program does not name and that changed since the adoption. */
  readonly unnamed: readonly Change[];
  /** Arguments of the program that the handler ignores which the service has now. Absent when there are none. */
  readonly unused?: readonly string[];
  /** Changed arguments of a handler that an update leaves as they are. Absent when there are none. */
  readonly remaining?: readonly string[];
  /** Arguments that the service never returns, so the check cannot verify them. */
  readonly unverifiable: readonly string[];
  /**
   * Arguments that cannot be compared while a setting of the SIP profile drifted: a value of the object's own and an inherited one
   * look the same. Absent when there are none.
   */
  readonly hidden?: readonly string[];
  /** The arguments that a new object needs and the program lacks, each as a sentence. Absent when there are none. */
  readonly needs?: readonly string[];
  /** The ids that a dangling resource names. */
  readonly names?: readonly string[];
}

/** Folders of policy packs, and one configuration file for each pack in the same order, or none. Absolute paths. */
export interface Policies {
  readonly packs: readonly string[];
  readonly configs: readonly string[];
  /** True when the last deployment ran under packs that no option names: this package's own is assumed. */
  readonly isAssumed?: boolean;
}

/** The objects of a stack, as recorded and as the service has them. */
export interface CheckedObjects {
  readonly recorded: readonly KnownObject[];
  readonly live: readonly KnownObject[];
  /** Values of the objects that no word shows. */
  readonly secrets: readonly unknown[];
}

export interface CheckedStack {
  readonly stack: string;
  /** Why the stack, or a part of it, could not be checked: one sentence. */
  readonly error?: string;
  readonly resources: readonly CheckedResource[];
  /** Returns the stack's objects. It may take a command of the CLI. No data report prints them. */
  readonly objects?: () => Promise<CheckedObjects>;
  /** True when the program expects something of the callers of an object. */
  readonly isExpecting?: boolean;
  /** The calls as recorded and as the service takes them; absent when nothing drifted, nothing is expected, and there is no script. */
  readonly calls?: Calls;
  /** A Mermaid chart of the calls that go another way. */
  readonly picture?: string;
  /** The runs of the engine, newest first. No data report prints them. */
  readonly history?: readonly PastUpdate[];
  /** The packs of the commands that the remedies print. No data report prints them. */
  readonly policies?: Policies;
}

/** An object of the account that no checked stack manages. */
export interface UnmanagedObject {
  readonly type: ResourceName;
  readonly id: string;
  readonly label: string;
  /** The destination of calls or messages, for example `call: relay_script`. */
  readonly handler?: string;
}

export interface Account {
  readonly projectId: string;
  readonly baseUrl: string;
  /** The providers of the checked stacks that choose this account: names from the program, or `default`. */
  readonly providers?: readonly string[];
  /** Why the account could not be read: one sentence. */
  readonly error?: string;
  /** How many objects its lists have, and how many of those the checked stacks manage. Absent where a list could not be read. */
  readonly listed?: { readonly objects: number; readonly managed: number };
  readonly unmanaged: readonly UnmanagedObject[];
}
