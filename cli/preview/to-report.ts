// The report of a preview: what a reviewer decides by.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { listed, masked, number, visible } from "../../contract/index.ts";
import { expectationTitle } from "../../server/reach/titles.ts";
import type { Calls, DeclaredRow } from "../calls/compare.ts";
import { alarmsIn, alarmsOf, countOf, isUnmet, PATH_SECTIONS, PLANNED, pathItems, whoRings } from "../calls/items.ts";
import { type Group, type Item, type Report, type Section, timeOf } from "../report/model.ts";
import type { SourceOf } from "../report/sources.ts";
import { plural, withoutColour } from "../report/text.ts";
import { adoptionsIn } from "./adoptions.ts";
import { aboutOf, changesIn, isNamed, stepsIn } from "./changes.ts";
import { type Known, type PolicyEvent, policyEventsIn, violationsIn, waitingIn } from "./violations.ts";

const VALUES = ["Now", "Then"] as const;

const SECTIONS = {
  failed: { title: "failed", mark: "✗", noun: "failure" },
  mandatory: { title: "mandatory", mark: "✗" },
  ...PATH_SECTIONS,
  delete: { title: "delete", mark: "−" },
  replace: { title: "replace", mark: "±", values: VALUES },
  advisory: { title: "advisory", mark: "!" },
  create: { title: "create", mark: "+", values: ["Value"] },
  adopt: { title: "adopt", mark: "»", values: VALUES },
  update: { title: "update", mark: "~", values: VALUES },
  import: { title: "import", mark: "=" },
  known: { title: "known", mark: "·", isFolded: true },
  exempt: { title: "exempt", mark: "·", noun: "exemption", isFolded: true },
} satisfies { readonly [key: string]: Section };

export interface Previewed {
  readonly stack: string;
  /** The error with which the engine ended. */
  readonly failure?: string;
  readonly events: readonly EngineEvent[];
  /** What this process reports of the package's rules. Default: nothing. */
  readonly own?: readonly PolicyEvent[];
  readonly calls: Calls;
  readonly text: string;
  /** True to add it to the report. */
  readonly isVerbose: boolean;
  readonly known: Known;
  readonly sourceOf: SourceOf;
  readonly now: Date;
}

export function previewReport(previewed: Previewed): Report {
  const { stack, failure, events, own = [], sourceOf, known, calls, now, isVerbose } = previewed;
  const policyEvents = [...policyEventsIn(events), ...own];
  const { items: violations, isRefused } = violationsIn(policyEvents, (urn) => aboutOf(urn, sourceOf), known);
  const isDone = failure === undefined && !isRefused;
  const failures = failure === undefined ? [] : failuresIn(previewed, isRefused);
  const steps = stepsIn(events);
  const changes = changesIn(steps, adoptionsIn(events), sourceOf, isVerbose);
  const unchanged = new Set(steps.flatMap(({ op, urn }) => (op === "same" ? [urn] : []))).size;
  const paths = pathItems(calls.paths, PLANNED, sourceOf);
  const isBroken = paths.some(({ fails }) => fails);
  const items = [
    ...failures,
    ...paths.filter(({ fails }) => fails),
    ...violations,
    ...changes,
    ...paths.filter(({ fails }) => !fails),
  ];
  const group: Group = masked({ title: stack, items, notes: [] });
  return {
    kind: "preview",
    title: visible(`${stack}: ${verdictOf(isDone, isRefused, group.items, unchanged, alarmsIn(calls.paths))}`),
    level: !isDone ? "error" : isBroken ? "warning" : "ok",
    exitCode: !isDone ? 1 : isBroken ? 7 : 0,
    at: timeOf(now),
    facts: masked(factsOf(group.items, calls, waitingIn(policyEvents))),
    sections: SECTIONS,
    groups: [group],
    remedies: [],
    appendix: appendixOf(previewed),
  };
}

function failuresIn({ events, text, failure, sourceOf }: Previewed, isRefused: boolean): Item[] {
  const reported = events.flatMap(({ diagnosticEvent }) => {
    if (diagnosticEvent?.severity !== "error") return [];
    const message = withoutColour(diagnosticEvent.message).trim();
    // The engine and the classes also report that the whole run failed. Each failure has its own message.
    if (message === "" || /^preview failed$|^Correct the problems listed by resource/.test(message)) return [];
    return [{ urn: diagnosticEvent.urn ?? "", message }];
  });
  // An error from before the first resource, such as a policy pack that does not start, is printed and has no event.
  const printed = text.split(/^error: /m).slice(1);
  const others = printed.length > 0 ? printed : [failure || "The engine gave no reason."];
  // A refusal has no event of its own. The violated rules say why.
  const found =
    reported.length > 0 || isRefused ? reported : others.map((message) => ({ urn: "", message: message.trim() }));
  const items = found.map(({ urn, message }): Item => {
    const about = isNamed(urn) ? aboutOf(urn, sourceOf) : { subject: "The run" };
    return {
      ...about,
      section: "failed",
      level: "error",
      fails: true,
      lines: message.split("\n").filter(Boolean),
      changes: [],
    };
  });
  return [...new Map(items.map((each) => [`${each.subject} ${each.lines}`, each])).values()];
}

/** `refused by 1 mandatory violation; 1 to delete, 2 to update, 498 unchanged` */
function verdictOf(
  isDone: boolean,
  isRefused: boolean,
  items: readonly Item[],
  unchanged: number,
  alarms: readonly string[],
): string {
  const count = (key: string) => items.filter(({ section }) => section === key).length;
  const counts = (["delete", "replace", "create", "adopt", "update", "import"] as const).flatMap((doing) =>
    count(doing) === 0 ? [] : [`${number(count(doing))} to ${doing}`],
  );
  const rest = unchanged > 0 ? [`${number(unchanged)} unchanged`] : [];
  const all = [...(counts.length === 0 ? ["no changes"] : counts), ...rest].join(", ");
  const alarmed = alarms.length === 0 ? all : `${alarms.join(" and ")}; ${all}`;
  if (isDone) return alarmed;
  // A mandatory violation that the baseline has too refuses the run like a new one.
  const refusing = items.filter(({ fails, rule }) => fails && rule !== undefined).length;
  if (isRefused) return `refused by ${plural(refusing, "mandatory violation")}; ${alarmed}`;
  // The engine stops at the first failure, so nothing says what else would change.
  return counts.length === 0 ? "preview failed" : `preview failed; as far as it came: ${all}`;
}

/** Returns failures, deletions and replacements first: what a reviewer must not miss. */
function factsOf(items: readonly Item[], calls: Calls, waiting: readonly string[]): string[] {
  const of = (section: string) => items.filter((each) => each.section === section);
  const named = (section: string) => of(section).map(({ subject }) => subject);
  const failures = of("failed").map(({ subject, lines }) => `${subject}: ${firstLine(lines)}`);
  const inWords = ({ path, after }: { path: string; after?: string }) => `${path} → ${after}`;
  const counted = (title: string, all: readonly string[], most: number, count = all.length) =>
    all.length === 0 ? [] : [`${title} ${number(count)}: ${listed(all, most)}`];
  const alarmed = (title: string, kind: DeclaredRow["alarm"]) => {
    const rows = alarmsOf(calls.paths, kind);
    return counted(title, rows.map(inWords), 4, countOf(rows));
  };
  const hasCallers = calls.numbers > 0 || calls.paths.callers > 0;
  const rings =
    calls.error !== undefined ? [`Who rings could not be tried: ${calls.error}`] : hasCallers ? [whoRings(calls)] : [];
  const unmet = (calls.paths.expectations ?? []).filter(isUnmet);
  return [
    ...counted(
      "Does not hold",
      unmet.map((each) => expectationTitle(each.to, each)),
      4,
    ),
    ...alarmed("Reaches nobody on", "nobody"),
    ...alarmed("May reach nobody on", "unchecked"),
    ...alarmed("Breaks", "mistake"),
    ...counted("Fails", failures, 2),
    ...counted("Deletes", named("delete"), 8),
    ...counted("Replaces", named("replace"), 8),
    ...rings,
    ...counted("Only the `up` checks", [...new Set(waiting)], 4, waiting.length),
  ];
}

const LONGEST_LINE = 300;

function firstLine([first = "", second]: readonly string[]): string {
  // After "failed with an unhandled exception:", the next line is the exception. A list of remedies is left to the failure's own lines.
  const follows = first.endsWith(":") ? (second?.trim() ?? "") : "";
  const line = follows.startsWith("- ") ? first.replace(/ [^.]*:$/, "") : `${first} ${follows}`.trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** A larger picture is no help. */
const LARGEST_PICTURE = 12_000;

function appendixOf({ calls: { picture }, text, isVerbose }: Previewed): Report["appendix"] {
  const shown = masked(text.trim());
  return [
    ...(picture === undefined || picture.length > LARGEST_PICTURE
      ? []
      : [{ title: "The change as a picture", markdown: `\`\`\`mermaid\n${picture}\`\`\`\n` }]),
    ...(isVerbose
      ? [{ title: "The engine's output", markdown: `${fenceAround(shown)}\n${shown}\n${fenceAround(shown)}\n` }]
      : []),
  ];
}

function fenceAround(text: string): string {
  const longest = Math.max(7, ...[...text.matchAll(/^\s*(~+)/gm)].map(([, run = ""]) => run.length));
  return "~".repeat(longest + 1);
}
