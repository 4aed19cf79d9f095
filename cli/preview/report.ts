// The result of a preview or an update, as plain data for all renderers.

import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { propertyChanges, stepOf } from "../drift/compare.ts";
import type { SourceLine } from "../drift/report.ts";
import { listed, masked, number, plural, type ShownChange, showChange } from "../drift/text.ts";
import type { TriedCall } from "../routes/tried-call.ts";
import { isNamed, located, type SourceOf, withoutColour } from "./places.ts";
import type { Violation } from "./violations.ts";

/** The operations in the order for a reviewer. */
export const DOINGS = ["delete", "replace", "create", "update", "import"] as const;
export type Doing = (typeof DOINGS)[number];

export interface Change {
  readonly doing: Doing;
  /** `SipEndpoint desk` */
  readonly resource: string;
  readonly urn: string;
  /** The line that declares the resource. */
  readonly source?: SourceLine | undefined;
  /** The changed arguments of an update, old and new. For a resource of another package, only their names. */
  readonly fields: readonly ShownChange[];
}

export interface Failure {
  /** The resource that failed; absent for an error of the program or the engine. */
  readonly resource?: string;
  readonly message: string;
  readonly source?: SourceLine | undefined;
}

/** The calls to the numbers of the stack before and after the change. */
export interface Calls {
  readonly tried: number;
  readonly others: readonly { readonly to: string; readonly before: TriedCall; readonly after: TriedCall }[];
  /** A Mermaid chart. */
  readonly picture?: string;
  /** Why the calls could not be tried, as a sentence. */
  readonly error?: string;
}

/** The output and the outcome of a preview or an update. */
export interface Report {
  readonly command: "preview" | "up";
  readonly stack: string;
  /** `refused` when a mandatory rule stopped the run, `failed` after any other error. */
  readonly outcome: "done" | "refused" | "failed";
  /** The changed resources, in the order of DOINGS. */
  readonly changes: readonly Change[];
  readonly unchanged: number;
  readonly failures: readonly Failure[];
  readonly violations: readonly Violation[];
  /** The number of checks that the preview could not make yet. Absent when there is none. */
  readonly waiting?: number;
  /** Absent when no report shows calls. */
  readonly calls?: Calls;
  /** The number of resources for each operation, as counted by the engine. Includes the stack itself. */
  readonly totals: { readonly [operation: string]: number | undefined };
  /** The engine's output without its policy section. */
  readonly text: string;
}

/** Returns the changed resources, deletions first. A replacement counts once. */
export function changesIn(events: readonly EngineEvent[], sourceOf: SourceOf): Change[] {
  const byUrn = new Map<string, Change>();
  for (const { resourcePreEvent } of events) {
    const metadata = resourcePreEvent?.metadata;
    const doing = metadata && doingOf(metadata);
    if (!doing || byUrn.get(metadata.urn)?.doing === "replace") continue;
    const { urn } = metadata;
    byUrn.set(urn, { doing, urn, ...located(urn, sourceOf), fields: doing === "update" ? fieldsOf(metadata) : [] });
  }
  return [...byUrn.values()].sort((a, b) => DOINGS.indexOf(a.doing) - DOINGS.indexOf(b.doing));
}

/** Returns the number of unchanged resources. */
export function unchangedIn(events: readonly EngineEvent[]): number {
  const urns = events.flatMap(({ resourcePreEvent }) => {
    const metadata = resourcePreEvent?.metadata;
    return metadata?.op === "same" && isDeclared(metadata) ? [metadata.urn] : [];
  });
  return new Set(urns).size;
}

/** Returns the engine's errors without duplicates. */
export function failuresIn(events: readonly EngineEvent[], sourceOf: SourceOf): Failure[] {
  const failures = events.flatMap(({ diagnosticEvent }): Failure[] => {
    if (diagnosticEvent?.severity !== "error") return [];
    const message = withoutColour(diagnosticEvent.message).trim();
    // The engine also reports that the whole run failed. Each failure has its own message.
    if (message === "" || /^(preview|update) failed$/.test(message)) return [];
    const { urn } = diagnosticEvent;
    return [{ message, ...(urn && isNamed(urn) ? located(urn, sourceOf) : {}) }];
  });
  return [...new Map(failures.map((each) => [`${each.resource} ${each.message}`, each])).values()];
}

/**
 * Returns the errors in the engine's output. An error from before the first resource, such as a policy pack that does not
 * start, is printed and has no event.
 */
export function printedFailures(text: string): Failure[] {
  return text
    .split(/^error: /m)
    .slice(1)
    .map((message) => ({ message: message.trim() }));
}

/** `prod: refused by 1 mandatory violation; 1 to delete, 2 to change, 498 unchanged` */
export function verdictOf(report: Report): string {
  const { command, outcome, violations, changes, unchanged } = report;
  const refused = plural(violations.filter(({ level }) => level === "mandatory").length, "mandatory violation");
  const ends = { refused: `refused by ${refused}`, failed: command === "up" ? "deployment failed" : "preview failed" };
  const counts = DOINGS.flatMap((doing) => {
    const count = changes.filter((each) => each.doing === doing).length;
    return count === 0 ? [] : [command === "up" ? `${number(count)} ${DONE[doing]}` : `${number(count)} to ${doing}`];
  });
  const all = [...counts, ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : [])].join(", ") || "no changes";
  return outcome === "done"
    ? counts.length === 0
      ? `no changes${unchanged > 0 ? `, ${all}` : ""}`
      : all
    : `${ends[outcome]}; ${all}`;
}

const DONE: { readonly [doing in Doing]: string } = {
  delete: "deleted",
  replace: "replaced",
  create: "created",
  update: "updated",
  import: "imported",
};

/** Returns the checks that wait, as a sentence; empty when there is none. */
export function waitingText({ waiting = 0 }: Report): string {
  const checks = plural(waiting, "check");
  return waiting === 0 ? "" : `${checks} ${waiting === 1 ? "waits" : "wait"} for the \`up\``;
}

/** Returns the steps of a tried call as texts. The first step names the called number, so it is left out. */
export function stepTexts({ steps }: TriedCall): string[] {
  const texts = steps.map(({ text, unasked }) => unasked ?? text);
  return texts.length > 1 ? texts.slice(1) : texts;
}

/** Returns failures, deletions and replacements, one line each: the changes that a reviewer must not miss. */
export function warningsOf(report: Report): { readonly title: string; readonly text: string }[] {
  const { failures, changes, outcome } = masked(report);
  const named = (doing: Doing) => changes.filter((each) => each.doing === doing).map(({ resource }) => resource);
  const lines = [
    // The engine reports a refusal as an error too. The violated rules are listed below.
    [
      "Fails",
      outcome === "refused"
        ? []
        : failures.map(({ resource, message }) => firstLine(resource ? `${resource}: ${message}` : message)),
      2,
    ],
    ["Deletes", named("delete"), 8],
    ["Replaces", named("replace"), 8],
  ] as const;
  return lines.flatMap(([title, parts, most]) =>
    parts.length === 0 ? [] : [{ title: `${title} ${number(parts.length)}`, text: listed(parts, most) }],
  );
}

const LONGEST_LINE = 300;

function firstLine(text: string): string {
  const [first = "", second] = text.split("\n").filter((each) => each.trim() !== "");
  // After "failed with an unhandled exception:", the next line is the exception.
  const line = first.endsWith(":") && second !== undefined ? `${first} ${second.trim()}` : first;
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

const OPERATIONS: { readonly [op: string]: Doing } = {
  create: "create",
  update: "update",
  delete: "delete",
  discard: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  import: "import",
  "import-replacement": "replace",
};

function doingOf(metadata: StepEventMetadata): Doing | undefined {
  return isDeclared(metadata) ? OPERATIONS[metadata.op] : undefined;
}

/** False for the stack and for providers. */
function isDeclared({ urn, type }: StepEventMetadata): boolean {
  return isNamed(urn) && !type.startsWith("pulumi:providers:");
}

function fieldsOf(metadata: StepEventMetadata): ShownChange[] {
  const step = stepOf(metadata);
  // Values of other packages may be secrets that the engine does not mark.
  if (!step) return (metadata.diffs ?? []).map((property) => ({ property, expected: "", actual: "" }));
  return masked(propertyChanges(step)).map(showChange);
}
