import { listed } from "../../contract/index.ts";
import type { ShownItem, ShownReport } from "./model.ts";
import { alike, itemsOf, linesOf, plural } from "./text.ts";

/** GitHub shows this many annotations of one level for a step, and drops the others without a note. */
const MOST_ANNOTATIONS = 10;
const MOST_NAMES = 20;

/** Returns GitHub's workflow commands, one a line: one for each problem, and at most one for each rule and file. */
export function annotations(report: ShownReport): string {
  const items = report.groups.flatMap((group) => itemsOf(group, "error"));
  const lines = (["error", "warning"] as const).flatMap((level) => {
    const open = items.filter((item) => item.level === level && !item.rule?.isKnown);
    const notes = [...Map.groupBy(open, keyOf).values()].map((members) => commandOf(report, members));
    if (notes.length <= MOST_ANNOTATIONS) return notes;
    const rest = plural(notes.length - MOST_ANNOTATIONS + 1, `more ${level}`);
    return [...notes.slice(0, MOST_ANNOTATIONS - 1), `::${level} title=${property(rest)}::See the page of this run.`];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function keyOf(item: ShownItem): string {
  if (item.rule) return JSON.stringify([item.rule.name, item.source?.file]);
  return JSON.stringify([item.section, item.lines, item.changes, item.section === "error" || item.source]);
}

function commandOf({ sections }: ShownReport, members: readonly ShownItem[]): string {
  const [first] = members as readonly [ShownItem, ...ShownItem[]];
  const { level, source, rule, section } = first;
  const who = members.length === 1 ? first.subject : plural(members.length, "resource");
  const lines = alike(members).flatMap((row) => {
    const names = listed(
      row.map(({ subject }) => subject),
      MOST_NAMES,
    );
    const words = linesOf(row[0]);
    return members.length === 1 ? words : [`${names}:`, ...words];
  });
  const place = source ? `file=${property(source.file)},line=${source.line},` : "";
  const title = `${rule?.name ?? sections[section]?.title ?? section}: ${who}`;
  return `::${level} ${place}title=${property(title)}::${data([...lines, ...(rule?.link ? [rule.link] : [])].join("\n"))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
