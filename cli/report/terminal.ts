import { listed, number, wrapped } from "../../contract/index.ts";
import type { Level, Section, ShownItem, ShownReport } from "./model.ts";
import { alike, editText, type Paint, painter, placeOf, plural, type Style, sectionsOf } from "./text.ts";

const STYLES: { readonly [level in Level]: Style } = { error: "red", warning: "yellow", info: "dim", ok: "green" };
const MARKS: { readonly [level in Level]: string } = { error: "✗", warning: "!", info: "·", ok: "✓" };

/** Columns; a longer change takes two lines. */
const WIDTH = 100;
/** Rows of a section, and edits of a remedy. The others are counted. */
const MOST_ROWS = 20;
const MOST_EDITS = 10;
const MOST_NAMES = 3;

/** Returns the report for a terminal or a log. Ends with a line break. */
export function terminal(report: ShownReport, isColoured: boolean): string {
  const paint = painter(isColoured);
  const { level, title, facts, groups, remedies } = report;
  const blocks = [
    [
      paint([STYLES[level], "bold"] as Style, `${MARKS[level]} ${title}`),
      ...facts.flatMap((fact) => wrapped(fact, "  ", "    ", WIDTH)),
    ],
    ...groups.map((group) => groupLines(report, group, paint)),
    ...remedies.map(({ title, commands, edits, notes }) => [
      paint("bold", title),
      ...commands.map(({ line, note }) => `  ${paint("cyan", line)}${note ? paint("dim", `  # ${note}`) : ""}`),
      ...edits.slice(0, MOST_EDITS).map((edit) => `  ${editText(edit)}`),
      ...more(edits.length - MOST_EDITS, "edits", paint),
      ...notes.map((note) => `  ${note}`),
    ]),
  ];
  return `${blocks.flatMap((lines) => (lines.length === 0 ? [] : lines.join("\n"))).join("\n\n")}\n`;
}

function groupLines(report: ShownReport, group: ShownReport["groups"][number], paint: Paint): string[] {
  const sections = sectionsOf(report, group.items);
  const indent = " ".repeat(6 + Math.max(0, ...sections.map(({ section }) => section.title.length)));
  const lines = [
    ...(group.error === undefined ? [] : [paint("red", `  ${MARKS.error} ${group.error}`)]),
    ...sections.flatMap(({ section, items }) => {
      const rows = alike(items);
      return [
        ...rows.slice(0, MOST_ROWS).flatMap((row) => rowLines(row, section, indent, paint)),
        ...more(rows.length - MOST_ROWS, section.title, paint),
      ];
    }),
    ...group.notes.map((note) => paint("dim", `  · ${note}`)),
  ];
  return lines.length === 0 ? [] : [paint(["bold", "underline"], group.title), ...lines];
}

function rowLines(row: readonly [ShownItem, ...ShownItem[]], section: Section, indent: string, paint: Paint): string[] {
  const [{ subject, level, lines, changes, source, rule }] = row;
  // What the program says is right: the first value of a drift, and the second of a planned change.
  const [before, after] = section.values ? (["red", "green"] as const) : (["green", "red"] as const);
  const widest = Math.max(0, ...changes.map(({ property }) => property.length));
  const isOne = row.length === 1;
  const who = isOne ? subject : plural(row.length, section.noun ?? "resource");
  const names = row.map((item) => item.subject);
  const aside = isOne ? (source ? placeOf(source) : "") : listed(names, MOST_NAMES);
  const head = `${paint(STYLES[level], `  ${section.mark} ${section.title}`.padEnd(indent.length))}${paint("bold", who)}`;
  return [
    `${head}${aside && `  ${paint("dim", aside)}`}`,
    ...(rule ? [`${rule.name}${rule.severity ? ` (${rule.severity})` : ""}: ${lines.join(" ")}`] : lines).map(
      (line) => `${indent}${line}`,
    ),
    ...(rule?.link ? [`${indent}${rule.link}`] : []),
    ...changes.map(({ property, expected, actual }) => {
      const name = `${indent}${property.padEnd(widest)}  `;
      if (expected === "" && actual === "") return name.trimEnd();
      if (section.values?.length === 1) return `${name}${actual}`;
      const isLong = name.length + expected.length + 3 + actual.length > WIDTH;
      const gap = isLong ? `\n${" ".repeat(name.length - 2)}` : " ";
      return `${name}${paint(before, expected)}${gap}${paint("dim", "→")} ${paint(after, actual)}`;
    }),
  ];
}

function more(count: number, what: string, paint: Paint): string[] {
  return count > 0 ? [paint("dim", `  and ${number(count)} more ${what}: see --report json`)] : [];
}
