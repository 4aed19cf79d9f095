// The report as a page: the job summary and the comment on GitHub, the note on GitLab.

import { code, prose, row, tableHead } from "../drift/renderers/markdown-text.ts";
import * as page from "../drift/renderers/page.ts";
import { clip, masked, number, placeOf, plural, type ShownChange } from "../drift/text.ts";
import type { TriedCall } from "../routes/tried-call.ts";
import { type Calls, type Change, type Report, stepTexts, verdictOf, waitingText, warningsOf } from "./report.ts";
import { type Alike, alike, type Violation } from "./violations.ts";

interface Section extends page.Section {
  /** The content of a row, for the sentence that counts omitted rows. */
  readonly what: string;
}

/** Each section gets this many rows before any section gets more: 500 calls must not displace every violation. */
const FIRST = 20;

const MARKS: { readonly [outcome in Report["outcome"]]: string } = { done: "✅", refused: "❌", failed: "❌" };

/**
 * Returns the verdict, the warnings, the changed calls, the violations by rule, the changes and the engine's output.
 *
 * @param room The largest number of bytes. Whole rows are left out to stay below, and the page counts them.
 */
export function markdown(report: Report, room: number): string {
  const sections = [...callSections(report.calls, room), ...violationSections(report), ...changeSections(report)];
  const urgent = sections.toSorted((a, b) => a.urgency - b.urgency);
  const rows = [
    ...urgent.flatMap((section) => section.rows.slice(0, FIRST)),
    ...urgent.flatMap((section) => section.rows.slice(FIRST)),
  ];
  const write = (kept: ReadonlySet<page.Row>) => {
    const left = sections.map(({ what, rows }) => [what, rows.filter((each) => !kept.has(each)).length] as const);
    const cut = left.flatMap(([what, missing]) => (missing === 0 ? [] : plural(missing, what)));
    const note =
      cut.length === 0 ? "" : `\n> **Shortened.** Left out: ${cut.join(", ")}. The log of the run has all.\n`;
    return `${headOf(report)}${note}${sections.map((section) => textOf(section, kept)).join("")}`;
  };
  return page.fitted(rows, write, (text) => Buffer.byteLength(text) <= room);
}

function headOf(report: Report): string {
  const title = `## ${MARKS[report.outcome]} ${code(clip(report.stack, 60))}: ${verdictOf(report)}\n`;
  const warnings = warningsOf(report).map(({ title, text }) => `- ⚠️ **${title}:** ${prose(text)}\n`);
  return `${title}${warnings.length === 0 ? "" : `\n${warnings.join("")}`}`;
}

function textOf(section: Section, kept: ReadonlySet<page.Row>): string {
  const text = page.sectionText(section, kept);
  return text === "" ? "" : `\n${text}`;
}

/** Longer steps are clipped. */
const LONGEST_STEP = 300;

function callSections(calls: Calls | undefined, room: number): Section[] {
  if (!calls) return [];
  const section = { what: "call", urgency: 0, head: "" };
  if (calls.error !== undefined)
    return [{ ...section, rows: [{ text: `**Who rings** could not be tried: ${prose(calls.error)}\n` }] }];
  if (calls.others.length === 0)
    return [
      { ...section, rows: [{ text: `**Who rings** stays the same: ${plural(calls.tried, "number")} tried.\n` }] },
    ];
  const rows = masked(calls.others).map(({ to, before, after }) => ({
    text: row([code(to), way(before), way(after)]),
  }));
  const title = `**Who rings now, and then** (${number(rows.length)} of ${plural(calls.tried, "number")})`;
  const head = `${title}\n\n${tableHead(["Number", "Now", "Then"])}`;
  const picture = `\n<details><summary>The change as a picture</summary>\n\n\`\`\`mermaid\n${calls.picture}\`\`\`\n\n</details>\n`;
  return [
    { ...section, head, rows },
    ...(calls.picture === undefined || calls.picture.length > room / 4
      ? []
      : [{ what: "picture", urgency: 4, head: "", rows: [{ text: picture }] }]),
  ];
}

function way(call: TriedCall): string {
  const said = stepTexts(call).map((text) => prose(clip(text, LONGEST_STEP)));
  return [...said, `→ ${call.outcome}`].join("<br>");
}

function violationSections(report: Report): Section[] {
  const { violations } = report;
  const waiting = waitingText(report);
  const [known, open] = [violations.filter((each) => each.isKnown), violations.filter((each) => !each.isKnown)];
  const mandatory = open.filter(({ level }) => level === "mandatory").length;
  const title = `**${plural(open.length, known.length > 0 ? "new violation" : "violation")}**${mandatory > 0 ? `, ${number(mandatory)} mandatory` : ""}`;
  const rows = (from: readonly Violation[]) => alike(masked(from)).map((each) => ({ text: violationRow(each) }));
  return [
    { what: "violation", urgency: 1, head: `${title}\n\n`, rows: rows(open) },
    {
      what: "known violation",
      urgency: 3,
      head: `<details><summary>${plural(known.length, "known violation")}, which the baseline has</summary>\n\n`,
      rows: rows(known),
      foot: "\n</details>\n",
    },
    { what: "note", urgency: 2, head: "", rows: waiting === "" ? [] : [{ text: `${waiting}.\n` }] },
  ];
}

/** A user's own rule may print any text. A long message must not displace the others. */
const LONGEST_MESSAGE = 2_000;
/** Further resources of a rule are only counted. */
const MOST_RESOURCES = 20;

function violationRow({ first, members }: Alike): string {
  const { level, policy, link, severity, message } = first;
  const rule = link === undefined ? code(policy) : `[${code(policy)}](${link})`;
  const facts = [level, ...(severity === undefined ? [] : [severity])].join(", ");
  const places = members.slice(0, MOST_RESOURCES).map(({ resource, source }) => placed(resource, source));
  const more = members.length > MOST_RESOURCES ? ` and ${number(members.length - MOST_RESOURCES)} more` : "";
  const mark = level === "mandatory" ? "❌" : "💡";
  return `- ${mark} ${rule} (${facts}): ${prose(clip(message, LONGEST_MESSAGE))}<br>${places.join(", ")}${more}\n`;
}

function placed(resource: string, source: Change["source"]): string {
  return `${code(resource)}${source ? ` ${code(placeOf(source))}` : ""}`;
}

function changeSections({ changes, text }: Report): Section[] {
  const rows = masked(changes).map(({ doing, resource, source, fields }) => ({
    text: row([`${doing} ${placed(resource, source)}`, fields.map(fieldText).join("<br>")]),
  }));
  const lines = masked(text.trim().split("\n")).map((line) => ({ text: `${line}\n` }));
  const fence = fenceAround(text);
  return [
    { what: "change", urgency: 2, head: `**Changes**\n\n${tableHead(["Resource", "Fields"])}`, rows },
    {
      what: "line of the engine's output",
      urgency: 5,
      head: `<details><summary>The engine's output</summary>\n\n${fence}\n`,
      rows: text.trim() === "" ? [] : lines,
      foot: `${fence}\n\n</details>\n`,
    },
  ];
}

function fieldText({ property, expected, actual }: ShownChange): string {
  return expected === "" && actual === "" ? code(property) : `${code(property)} ${code(expected)} → ${code(actual)}`;
}

/** Returns a fence that is longer than any fence in the text. */
function fenceAround(text: string): string {
  const longest = Math.max(7, ...[...text.matchAll(/^\s*(~+)/gm)].map(([, run = ""]) => run.length));
  return "~".repeat(longest + 1);
}
