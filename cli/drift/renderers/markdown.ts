import { resources } from "../../../contract/index.ts";
import { differenceChart } from "../../routes/difference.ts";
import { type Finding, type Findings, type Group, VERDICT_WORDS } from "../findings.ts";
import type { Edit, Remedy } from "../remedies.ts";
import type { CheckedStack } from "../report.ts";
import { clip, listed, number, placeOf, type ShownChange, visible } from "../text.ts";
import { code, prose, row, tableHead } from "./markdown-text.ts";
import * as page from "./page.ts";

export interface MarkdownOptions {
  /**
   * The largest number of characters. Whole rows are left out to stay below, and the report counts them. Default: 60,000,
   * because the body of an issue holds 65,536. At least 2,000.
   */
  readonly limit?: number;
}

interface Row extends page.Row {
  /** The number of findings in the row. Default: 1. */
  readonly weight?: number;
}

interface Section extends page.Section {
  /** Printed once before the sections that share it. */
  readonly heading: string;
  /** Singular and plural of a row's content, for the sentence that counts omitted rows. */
  readonly what: readonly [one: string, many: string];
  readonly rows: readonly Row[];
}

const LOWEST_LIMIT = 2_000;
const LONGEST_SENTENCE = 500;

/** Returns the report for a job summary or an issue on GitHub: tables by stack. Equal findings give equal bytes. */
export function markdownReport(found: Findings, { limit = 60_000 }: MarkdownOptions = {}): string {
  if (!(limit >= LOWEST_LIMIT)) throw new RangeError(`The limit of a Markdown report is ${limit}: give 2000 or more.`);
  const { outcome, report, share, groups, remedies } = found;
  const objects = new Map(report.stacks.map((stack) => [visible(stack.stack), stack.objects]));
  const sections = [
    ...groups.flatMap((group) => [...pictureSections(group, objects.get(group.name)), ...groupSections(group)]),
    ...remedies.flatMap(remedySections),
  ];
  const rows = sections.toSorted((a, b) => a.urgency - b.urgency).flatMap((section) => section.rows);
  const names = groups.filter(({ of }) => of === "stack").map(({ name }) => code(clip(name, 40)));
  const head = `## ${MARKS[outcome.kind]} ${outcome.title}\n\n${share ? `${share}\n\n` : ""}${countsTable(found)}`;
  const foot = `\n<sub>Checked ${listed(names, 5) || "no stack"} at ${code(report.checkedAt)}.</sub>\n`;

  const write = (kept: ReadonlySet<Row>) => {
    const cut = cutFrom(sections, kept).join(", ");
    const note = cut === "" ? "" : `\n> **Shortened** to ${number(limit)} characters. Left out: ${cut}.\n`;
    return `${head}${note}${bodyOf(sections, kept)}${foot}`;
  };
  return page.fitted(rows, write, ({ length }) => length <= limit);
}

const MARKS = { error: "⚠️", drift: "❌", notice: "⚠️", clean: "✅" } as const;

function bodyOf(sections: readonly Section[], kept: ReadonlySet<Row>): string {
  let last = "";
  return sections
    .map((section) => {
      const text = page.sectionText(section, kept);
      if (text === "") return "";
      const title = section.heading === last ? "" : section.heading;
      last = section.heading;
      return title + text;
    })
    .join("");
}

/** For example `12 of 30 drifted properties`. */
function cutFrom(sections: readonly Section[], kept: ReadonlySet<Row>): string[] {
  const alike = Map.groupBy(sections, ({ what }) => what[1]);
  return [...alike.values()].flatMap((members) => {
    const rows = members.flatMap((section) => section.rows);
    const [all, cut] = [weightOf(rows), weightOf(rows.filter((each) => !kept.has(each)))];
    const [one = "", many = ""] = members[0]?.what ?? [];
    if (cut === 0) return [];
    if (cut < all) return [`${number(cut)} of ${number(all)} ${many}`];
    return [all === 1 ? `the ${one}` : `all ${number(all)} ${many}`];
  });
}

function weightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { weight = 1 }) => sum + weight, 0);
}

function countsTable({ counts }: Findings): string {
  const words = counts.map(([verdict]) => VERDICT_WORDS[verdict]);
  const titles = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return tableHead(titles) + row(counts.map(([, count]) => (count > 0 ? `**${number(count)}**` : "0")));
}

function groupSections({ of, name, error, findings, blindSpots }: Group): Section[] {
  const heading = of === "stack" ? `\n### Stack ${code(name)}\n` : `\n### ${prose(`In the ${name}`)}\n`;
  const ofVerdict = (verdict: Finding["verdict"]) => findings.filter((finding) => finding.verdict === verdict);
  const notChecked = error === undefined ? [] : [{ text: `\n**Not checked:** ${said([error])}\n` }];
  const tables: (Pick<Section, "what" | "urgency" | "rows"> & { title: string; columns: string[] })[] = [
    {
      title: "Could not be read",
      what: ["error", "errors"],
      urgency: 0,
      columns: ["Resource", "Why", "Declared"],
      rows: errorRows(ofVerdict("error")),
    },
    {
      title: "Missing from the service",
      what: ["missing resource", "missing resources"],
      urgency: 1,
      columns: ["Resource", "Id", "Declared"],
      rows: ofVerdict("missing").map((each) => rowOf(each, short(each.id), declared(each))),
    },
    {
      title: "Drifted",
      what: ["drifted property", "drifted properties"],
      urgency: 2,
      columns: CHANGE_COLUMNS,
      rows: findings.flatMap((each) => each.changes.map((change) => changeRow(each, change))),
    },
    {
      title: "Names what is not there",
      what: ["dangling reference", "dangling references"],
      urgency: 2,
      columns: ["Resource", "Why", "Declared"],
      rows: ofVerdict("dangling").map((each) => rowOf(each, said(each.lines), declared(each))),
    },
    {
      title: "Changed where the program says nothing",
      what: ["unwatched property", "unwatched properties"],
      urgency: 3,
      columns: CHANGE_COLUMNS,
      rows: findings.flatMap((each) => each.unwatched.map((change) => changeRow(each, change))),
    },
    {
      title: "Unmanaged: no checked stack claims it",
      what: ["unmanaged object", "unmanaged objects"],
      urgency: 3,
      columns: ["Object", "Handler", "Id"],
      rows: ofVerdict("unmanaged").map((each) => rowOf(each, each.handler ? short(each.handler) : "", short(each.id))),
    },
    {
      title: "Renewal due",
      what: ["renewal due", "renewals due"],
      urgency: 4,
      columns: ["Resource", "Why", "Declared"],
      rows: ofVerdict("renewal-due").map((each) => rowOf(each, said(each.lines), declared(each))),
    },
    {
      title: "Changed on purpose and ignored",
      what: ["ignored property", "ignored properties"],
      urgency: FOLDED,
      columns: CHANGE_COLUMNS,
      rows: findings.flatMap((each) => each.ignored.map((change) => changeRow(each, change))),
    },
    {
      title: "Cannot be verified",
      what: ["thing that cannot be verified", "things that cannot be verified"],
      urgency: FOLDED + 1,
      columns: ["What"],
      rows: blindSpots.map((sentence) => ({ text: row([prose(sentence)]) })),
    },
  ];
  return [
    { heading, what: ["reason", "reasons why it was not checked"], urgency: 0, head: "", rows: notChecked },
    ...tables.map(({ title, columns, ...table }) => {
      const isFolded = table.urgency >= FOLDED;
      const summary = `<details><summary>${title} (${number(weightOf(table.rows))})</summary>`;
      const head = `\n${isFolded ? summary : `**${title}**`}\n\n${tableHead(columns)}`;
      return { ...table, heading, head, foot: isFolded ? "\n</details>\n" : "" };
    }),
  ];
}

/** Returns the pictures of calls and messages whose destination differs from the recorded one. */
function pictureSections({ of, name }: Group, objects: CheckedStack["objects"]): Section[] {
  if (of !== "stack" || !objects) return [];
  const picture = differenceChart(objects.recorded, objects.live, ["recorded", "at the service"]);
  if (picture === undefined) return [];
  const heading = `\n### Stack ${code(name)}\n`;
  const row = { text: `\n**Where calls and messages go another way**\n\n\`\`\`mermaid\n${picture}\`\`\`\n` };
  return [{ heading, what: ["picture", "pictures"], urgency: 5, head: "", rows: [row] }];
}

/** Tables from this urgency on are folded. */
const FOLDED = 7;

const CHANGE_COLUMNS = ["Resource", "Property", "Expected", "Actual", "Declared"];

function rowOf(finding: Finding, ...cells: readonly string[]): Row {
  return { text: row([named(finding), ...cells]) };
}

function changeRow(finding: Finding, { property, expected, actual }: ShownChange): Row {
  return rowOf(finding, code(property), code(expected), code(actual), declared(finding));
}

/** Groups resources with the same read error into one row. */
function errorRows(errors: readonly Finding[]): Row[] {
  const alike = Map.groupBy(errors, ({ lines }) => lines.join(" "));
  return [...alike].map(([why, members]) => ({
    text: row([listed(members.map(named), 5), said([why]), members.length === 1 ? members.map(declared).join("") : ""]),
    weight: members.length,
  }));
}

function remedySections({ title, commands, edits, notes }: Remedy): Section[] {
  const heading = `\n#### ${title}\n`;
  const lines = commands.map(({ line, note }) => ({ text: `${visible(line)}${note ? `  # ${note}` : ""}\n` }));
  return [
    { heading, what: ["command", "commands"], urgency: 5, head: "\n```sh\n", rows: lines, foot: "```\n" },
    { heading, what: ["code edit", "code edits"], urgency: 6, head: "\n", rows: edits.map(editRow) },
    {
      ...{ heading, what: ["remark", "remarks"], urgency: 5, head: "" },
      rows: notes.map((note) => ({ text: `\n${prose(note)}\n` })),
    },
  ];
}

function editRow({ source, resource, before, code: text, after }: Edit): Row {
  const where = [source ? code(placeOf(source)) : "", resource ? short(resource) : ""].filter(Boolean).join(" ");
  const what = [before, text === undefined ? "" : code(text), after].filter(Boolean).join(" ");
  return { text: `- ${where === "" ? "" : `${where}: `}${what}\n` };
}

function named({ type, name, label }: Finding): string {
  return `${resources[type].title} ${short(name)}${label === undefined ? "" : ` (${short(label)})`}`;
}

function declared({ source }: Finding): string {
  return source ? code(placeOf(source)) : "";
}

function short(text: string): string {
  return code(clip(text));
}

function said(lines: readonly string[]): string {
  return prose(clip(lines.join(" "), LONGEST_SENTENCE));
}
