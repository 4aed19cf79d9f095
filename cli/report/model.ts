// The result of a command, as plain data. Each command has one function that makes a Report; each format has one renderer.

import type { Change, ShownChange } from "../../contract/index.ts";

export type Level = "error" | "warning" | "info" | "ok";

export interface SourceLine {
  /** With forward slashes, relative to the repository, or to the project's folder outside of a repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

interface Rule {
  readonly name: string;
  readonly link?: string | undefined;
  readonly severity?: string | undefined;
  /** True for a violation that the baseline has, and for an exemption: it raises no alert. */
  readonly isKnown: boolean;
  /** Identifies the violation across runs. */
  readonly fingerprint: string;
}

/** A finding, a violation, a planned change, a changed call or a check. */
export interface Item<C = Change> {
  readonly section: string;
  readonly level: Level;
  /** True when it decides the exit code. */
  readonly fails: boolean;
  /** `SipEndpoint desk (front-desk)` */
  readonly subject: string;
  /** The class, for example `SipEndpoint`; absent for an item without a resource. */
  readonly type?: string | undefined;
  /** The name in the program; for an object that no program declares, its label. */
  readonly name?: string | undefined;
  readonly urn?: string | undefined;
  readonly id?: string | undefined;
  /** Sentences. Text between backticks is code. */
  readonly lines: readonly string[];
  readonly changes: readonly C[];
  readonly source?: SourceLine | undefined;
  readonly rule?: Rule | undefined;
}

/** What several items have in common, in the order of importance. */
export interface Section {
  readonly title: string;
  /** One character before the title in a terminal. */
  readonly mark: string;
  /** What its items are. Default: resource. */
  readonly noun?: string;
  /** Titles of the two values of a change, or of the actual one alone. Default: expected and actual. */
  readonly values?: readonly [before: string, after: string] | readonly [actual: string];
  /** True for what a reader may skip. */
  readonly isFolded?: boolean;
  /** True for what was not checked. */
  readonly isUnchecked?: boolean;
}

/** A section whose items have one level. */
export interface LeveledSection extends Section {
  readonly level: Level;
}

export interface Group<C = Change> {
  readonly title: string;
  /** Why it, or a part of it, could not be checked. */
  readonly error?: string | undefined;
  readonly items: readonly Item<C>[];
  /** What the check cannot see. */
  readonly notes: readonly string[];
}

/** A change to the program, printed as `before` `code` `after`. */
export interface Edit {
  readonly source?: SourceLine | undefined;
  /** `SipEndpoint "desk"` */
  readonly resource: string;
  readonly before: string;
  readonly code?: string | undefined;
  readonly after?: string | undefined;
}

export interface Remedy {
  readonly title: string;
  readonly commands: readonly { readonly line: string; readonly note?: string }[];
  readonly edits: readonly Edit[];
  readonly notes: readonly string[];
}

/** @typeParam C A change with its values, or with texts for people. */
export interface Report<C = Change> {
  readonly kind: "drift" | "preview" | "doctor";
  readonly title: string;
  readonly level: Level;
  /** 0 when nothing is wrong, 7 when something differs, 1 when something could not be checked or was refused. */
  readonly exitCode: 0 | 1 | 7;
  /** UTC with seconds, for example `2026-11-21T03:00:00Z`. */
  readonly at: string;
  /** Sentences under the title, the most important first. */
  readonly facts: readonly string[];
  /** In the order of importance. */
  readonly sections: { readonly [key: string]: Section };
  readonly groups: readonly Group<C>[];
  readonly remedies: readonly Remedy[];
  /** Markdown below the groups. */
  readonly appendix: readonly { readonly title: string; readonly markdown: string }[];
}

export type ShownReport = Report<ShownChange>;
export type ShownItem = Item<ShownChange>;

/** Returns the time in UTC with seconds. */
export function timeOf(now: Date): string {
  return now.toISOString().replace(/\.\d+Z$/, "Z");
}
