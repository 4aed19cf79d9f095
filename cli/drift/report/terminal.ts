// Decides what a person sees in a terminal: what is not in sync, stack by stack, then the counts, then what to do.

import { styleText } from "node:util";
import type { Account, CheckedResource, CheckedStack, DriftReport, PropertyChange, Verdict } from "../model.ts";
import { blindSpots, type ErrorGroup, errorGroups } from "./findings.ts";
import { editText, type Remedy, remedies } from "./remedies.ts";
import { masked, sentence, showChange, visible } from "./values.ts";
import { countsLine, listed, number, outcome, placeOf, titleOf, VERDICT_WORDS } from "./words.ts";

export interface TerminalOptions {
  readonly colour: boolean;
  /** Columns; a change that is longer takes two lines. Default: 100. */
  readonly width?: number;
}

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

interface Page {
  readonly paint: Paint;
  readonly width: number;
}

/** The text, with a line break at its end. */
export function terminalReport(report: DriftReport, { colour, width = 100 }: TerminalOptions): string {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const page = { paint, width: Math.max(width, 40) };
  const shown = masked(report);
  const blocks = isClean(shown) ? [cleanLines(shown, page)] : blocksOf(shown, page);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function isClean(report: DriftReport): boolean {
  return outcome(report).kind === "clean" && report.counts.ignored === 0;
}

function cleanLines(report: DriftReport, { paint }: Page): string[] {
  const names = report.stacks.map(({ stack }) => visible(stack));
  const notes = blindSpots(report.stacks.flatMap(({ resources }) => resources));
  const facts = [listed(names, 5) || "no stack", ...notes];
  return [`${paint(["green", "bold"], "✓ In sync")}  ${countsLine(report)}`, paint("dim", `  ${facts.join(" · ")}`)];
}

function blocksOf(report: DriftReport, page: Page): string[][] {
  const { paint } = page;
  const { kind, title } = outcome(report);
  const [mark, style] = HEADS[kind];
  const stacks = report.stacks.map((stack) => stackLines(stack, page));
  const accounts = report.accounts.map((account) => accountLines(account, page));
  return [
    [paint([style, "bold"], `${mark} ${title}`)],
    ...[...stacks, ...accounts].filter((lines) => lines.length > 1),
    [paint("bold", countsLine(report))],
    ...remedies(report).map((remedy) => remedyLines(remedy, page)),
  ];
}

const HEADS = {
  error: ["✗", "red"],
  drift: ["✗", "red"],
  notice: ["!", "yellow"],
  clean: ["✓", "green"],
} as const;

/** Where the text stands that follows a verdict. */
const INDENT = " ".repeat(4 + Math.max(...Object.values(VERDICT_WORDS).map((word) => word.length)) + 2);

const VERDICT_STYLES: {
  readonly [verdict in Verdict | "unmanaged"]: readonly [mark: string, style: "red" | "yellow" | "dim"];
} = {
  error: ["✗", "red"],
  missing: ["−", "red"],
  drifted: ["~", "red"],
  "renewal-due": ["!", "yellow"],
  unmanaged: ["+", "yellow"],
  ignored: ["·", "dim"],
  unreadable: ["·", "dim"],
  "in-sync": ["·", "dim"],
};

function finding(verdict: Verdict | "unmanaged", title: string, aside: string, { paint }: Page): string {
  const [mark, style] = VERDICT_STYLES[verdict];
  const word = verdict === "unmanaged" ? verdict : VERDICT_WORDS[verdict];
  const head = paint(style, `  ${mark} ${word}`.padEnd(INDENT.length));
  return `${head}${paint("bold", title)}${aside === "" ? "" : `  ${paint("dim", aside)}`}`;
}

/** Only the heading where there is nothing to say. */
function stackLines({ stack, error, resources }: CheckedStack, page: Page): string[] {
  const ofVerdict = (verdict: Verdict) => resources.filter((resource) => resource.verdict === verdict);
  const widest = Math.max(
    0,
    ...resources.flatMap((each) => [...each.changes, ...each.ignored].map(({ property }) => property.length)),
  );
  return [
    page.paint(["bold", "underline"], visible(stack)),
    ...(error === undefined ? [] : [finding("error", sentence(error), "", page)]),
    ...errorGroups(resources).flatMap((group) => errorLines(group, page)),
    ...(["missing", "drifted", "renewal-due", "ignored"] as const).flatMap((verdict) =>
      ofVerdict(verdict).flatMap((resource) => resourceLines(resource, widest, page)),
    ),
    ...blindSpots(resources).map((note) => page.paint("dim", `  · ${note}`)),
  ];
}

function errorLines({ message, resources }: ErrorGroup, page: Page): string[] {
  const [first] = resources;
  if (first && resources.length === 1) return resourceLines({ ...first, message }, 0, page);
  const names = listed(resources.map(titleOf), 3);
  return [finding("error", `${number(resources.length)} resources`, names, page), `${INDENT}${message}`];
}

function resourceLines(resource: CheckedResource, widest: number, page: Page): string[] {
  const { verdict, message, changes, source } = resource;
  return [
    finding(verdict, titleOf(resource), source ? placeOf(source) : "", page),
    ...(message === undefined ? [] : [`${INDENT}${sentence(message)}`]),
    ...changes.flatMap((change) => changeLines(change, widest, page)),
    ...ignoredLines(resource, widest, page).map((line) => page.paint("dim", line)),
  ];
}

function ignoredLines({ verdict, ignored }: CheckedResource, widest: number, { width }: Page): string[] {
  if (ignored.length === 0) return [];
  const plain: Page = { width, paint: (_, text) => text };
  const lines = ignored.flatMap((change) => changeLines(change, widest, plain));
  return verdict === "ignored" ? lines : [`${INDENT}and ignored:`, ...lines];
}

function changeLines(change: PropertyChange, widest: number, { paint, width }: Page): string[] {
  const { property, expected, actual } = showChange(change, Math.max(60, 2 * width));
  const name = `${INDENT}${property.padEnd(widest)}  `;
  const arrow = paint("dim", "→");
  const fits = name.length + expected.length + 3 + actual.length <= width;
  if (fits) return [`${name}${paint("green", expected)} ${arrow} ${paint("red", actual)}`];
  return [`${name}${paint("green", expected)}`, `${" ".repeat(name.length - 2)}${arrow} ${paint("red", actual)}`];
}

function accountLines({ projectId, baseUrl, unmanaged, error }: Account, page: Page): string[] {
  const title = projectId === "" ? "Account" : `Project ${projectId} at ${baseUrl}`;
  return [
    page.paint(["bold", "underline"], visible(title)),
    ...(error === undefined ? [] : [finding("error", sentence(error), "", page)]),
    ...unmanaged.map(({ type, label, handler }) =>
      finding("unmanaged", titleOf({ type, name: label }), visible(handler ?? ""), page),
    ),
  ];
}

const MOST_EDITS = 10;

function remedyLines({ title, commands, edits, notes }: Remedy, { paint }: Page): string[] {
  const rest = edits.length - MOST_EDITS;
  return [
    paint("bold", title),
    ...commands.map(({ line, note }) => `  ${paint("cyan", visible(line))}${note ? paint("dim", `  # ${note}`) : ""}`),
    ...edits.slice(0, MOST_EDITS).map((edit) => `  ${editText(edit)}`),
    ...(rest > 0 ? [paint("dim", `  and ${number(rest)} more edits: see the other reports`)] : []),
    ...notes.map((note) => `  ${note}`),
  ];
}
