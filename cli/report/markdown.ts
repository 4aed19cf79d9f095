// A page for a job summary, a comment or a note. Equal findings give equal bytes, apart from the time.

import { clip, listed, number } from "../../contract/index.ts";
import { code, prose, row, tableHead } from "./markdown-text.ts";
import type { Level, ShownItem, ShownReport } from "./model.ts";
import { alike, placeOf, sectionsOf } from "./text.ts";

/** One row. An object instead of a text, because two rows may have the same text. */
interface Row {
  readonly text: string;
  readonly weight: number;
}

interface Block {
  /** Printed once before the blocks that share it. */
  readonly heading: string;
  /** Text before and after the rows; left out with them. */
  readonly head: string;
  readonly foot: string;
  readonly rows: readonly Row[];
  /** The lowest is filled first. */
  readonly urgency: number;
  /** What its rows are, for the sentence that counts the ones left out. */
  readonly what: string;
}

const MARKS: { readonly [level in Level]: string } = { error: "❌", warning: "⚠️", info: "ℹ️", ok: "✅" };
/** Each block gets this many rows before any block gets more: 500 calls must not displace every violation. */
const FIRST_ROWS = 20;
const MOST_NAMES = 20;
const LONGEST_TEXT = 2_000;
const SHORTENED = 200;

/** Returns a page of at most `limit` bytes. Whole rows are left out, the last first, and the page counts them. */
export function markdown(report: ShownReport, limit: number): string {
  const blocks = [...groupBlocks(report), ...remedyBlocks(report), ...appendixBlocks(report)];
  const urgent = blocks.toSorted((a, b) => a.urgency - b.urgency);
  const rows = [
    ...urgent.flatMap((block) => block.rows.slice(0, FIRST_ROWS)),
    ...urgent.flatMap((block) => block.rows.slice(FIRST_ROWS)),
  ];
  const first = (count: number) => page(report, blocks, new Set(rows.slice(0, count)));
  let [enough, tooMany] = [0, rows.length + 1];
  while (tooMany - enough > 1) {
    // The whole page first: most fit, and the sentence about omitted rows may be longer than a row.
    const middle = tooMany > rows.length && enough === 0 ? rows.length : (enough + tooMany) >> 1;
    if (Buffer.byteLength(first(middle)) <= limit) enough = middle;
    else tooMany = middle;
  }
  return first(enough);
}

function page({ level, title, facts, at }: ShownReport, blocks: readonly Block[], kept: ReadonlySet<Row>): string {
  const left = [...Map.groupBy(blocks, ({ what }) => what)].flatMap(([what, members]) => {
    const cut = members.flatMap(({ rows }) => rows.filter((each) => !kept.has(each)));
    return cut.length === 0 ? [] : [`${number(cut.reduce((sum, { weight }) => sum + weight, 0))} × ${what}`];
  });
  let heading = "";
  const texts = blocks.map((block) => {
    const own = block.rows.filter((each) => kept.has(each));
    if (own.length === 0) return "";
    const top = block.heading === heading ? "" : block.heading;
    heading = block.heading;
    return `${top}\n${block.head}${own.map(({ text }) => text).join("")}${block.foot}`;
  });
  return [
    `## ${MARKS[level]} ${prose(clip(title, LONGEST_TEXT))}\n`,
    ...(facts.length > 0 ? ["\n", ...facts.map((fact) => `- ${prose(clip(fact, LONGEST_TEXT))}\n`)] : []),
    ...(left.length > 0 ? [`\n> **Shortened.** Left out: ${left.join(", ")}. The log of the run has more.\n`] : []),
    ...texts,
    `\n<sub>${at}</sub>\n`,
  ].join("");
}

function groupBlocks(report: ShownReport): Block[] {
  const order = Object.keys(report.sections);
  return report.groups.flatMap(({ title, error, items, notes }) => {
    const heading = report.kind !== "preview" ? `\n### ${prose(title)}\n` : "";
    const failed = error === undefined ? [] : [{ text: `**Not checked:** ${sentences([error])}\n`, weight: 1 }];
    const seen = notes.map((note) => ({ text: `- ${prose(note)}\n`, weight: 1 }));
    return [
      { heading, head: "", foot: "", urgency: 0, rows: failed, what: "reason" },
      ...sectionsOf(report, items).map((each) => ({ heading, urgency: order.indexOf(each.key), ...tableOf(each) })),
      { heading, ...folded("Cannot be verified", seen.length), urgency: 90, rows: seen, what: "note" },
    ];
  });
}

function tableOf({ section, items }: ReturnType<typeof sectionsOf>[number]) {
  const { title, values = ["Expected", "Actual"], isFolded } = section;
  const hasChanges = items.some(({ changes }) => changes.length > 0);
  const hasPlaces = items.some(({ source }) => source);
  const hasLines = items.some(({ lines, rule }) => lines.length > 0 || rule);
  const columns = [
    "Resource",
    ...(hasChanges ? ["Property", ...values] : hasLines ? ["What"] : []),
    ...(hasPlaces ? ["Declared"] : []),
  ];
  const rows = alike(items).flatMap((members) => rowsOf(members, columns, values.length));
  const name = title.charAt(0).toUpperCase() + title.slice(1);
  const isLong = rows.length > FIRST_ROWS && items.every(({ level }) => level !== "error");
  const { head, foot } = isFolded || isLong ? folded(name, items.length) : { head: `**${name}**\n\n`, foot: "" };
  return { head: `${head}${tableHead(columns)}`, foot, rows, what: title };
}

function folded(title: string, count: number): { readonly head: string; readonly foot: string } {
  return { head: `<details><summary>${title} (${number(count)})</summary>\n\n`, foot: "\n</details>\n" };
}

function rowsOf(members: readonly [ShownItem, ...ShownItem[]], columns: readonly string[], count: number): Row[] {
  const [{ changes, lines, rule }] = members;
  const weight = members.length;
  const who = listed(
    members.map(({ subject }) => short(subject)),
    MOST_NAMES,
  );
  const sources = members.flatMap(({ source }) => (source ? [code(placeOf(source))] : []));
  const places = columns.includes("Declared") ? [listed([...new Set(sources)], 3)] : [];
  if (changes.length > 0)
    return changes.map(({ property, expected, actual }) => {
      const values = [expected, actual].slice(-count).map((value) => (value === "" ? "" : code(value)));
      return { text: row([who, short(property), ...values, ...places]), weight };
    });
  const name = rule && (rule.link ? `[${code(rule.name)}](${rule.link})` : code(rule.name));
  const what = `${name ? `${name}${rule?.severity ? ` (${rule.severity})` : ""}: ` : ""}${sentences(lines)}`;
  const hasChanges = columns.includes("Property");
  const cells = hasChanges ? [what, ...Array<string>(count).fill("")] : columns.includes("What") ? [what] : [];
  return [{ text: row([who, ...cells, ...places]), weight }];
}

function remedyBlocks({ remedies }: ShownReport): Block[] {
  return remedies.flatMap(({ title, commands, edits, notes }) => {
    const heading = `\n#### ${title}\n`;
    const lines = commands.map(({ line, note }) => ({ text: `${line}${note ? `  # ${note}` : ""}\n`, weight: 1 }));
    const texts = [
      ...edits.map(({ source, resource, before, code: text, after }) => {
        const where = [source ? code(placeOf(source)) : "", short(resource)].filter(Boolean).join(" ");
        return `${where}: ${[before, text === undefined ? "" : code(text), after].filter(Boolean).join(" ")}`;
      }),
      ...notes.map(prose),
    ].map((text) => ({ text: `- ${text}\n`, weight: 1 }));
    const long = texts.length > FIRST_ROWS ? folded("Edits", texts.length) : { head: "", foot: "" };
    return [
      { heading, head: "```sh\n", foot: "```\n", urgency: 50, rows: lines, what: "command" },
      { heading, ...long, urgency: 60, rows: texts, what: "edit" },
    ];
  });
}

function appendixBlocks({ appendix }: ShownReport): Block[] {
  return appendix.map(({ title, markdown }) => ({
    heading: "",
    head: `<details><summary>${title}</summary>\n\n`,
    foot: "\n</details>\n",
    urgency: 80,
    rows: [{ text: markdown, weight: 1 }],
    what: title,
  }));
}

function short(text: string): string {
  return code(clip(text, SHORTENED));
}

function sentences(lines: readonly string[]): string {
  return lines.map((line) => prose(clip(line, LONGEST_TEXT))).join("<br>");
}
