// Formats sentences, counts and items. The contract formats values.

import { styleText } from "node:util";
import { number, type ShownChange, showChange, UNKNOWN, visible } from "../../contract/index.ts";
import type { Edit, Report, ShownItem, ShownReport, SourceLine } from "./model.ts";

export function sentence(text: string): string {
  return visible(text.trim().replace(/\s+/g, " "));
}

export function plural(count: number, one: string): string {
  return `${number(count)} ${count === 1 ? one : `${one}s`}`;
}

export function placeOf({ file, line }: SourceLine): string {
  return visible(`${file}:${line}`);
}

export function editText({ source, resource, before, code, after }: Edit): string {
  const where = [source ? placeOf(source) : "", `${resource}:`].filter(Boolean).join("  ");
  return [where, before, code, after].filter(Boolean).join(" ");
}

/** Returns the items of a group, after one of this section for what could not be checked. */
export function itemsOf({ title, error, items }: ShownReport["groups"][number], section: string): ShownItem[] {
  const failed: ShownItem = { section, level: "error", fails: true, subject: title, lines: [error ?? ""], changes: [] };
  return [...(error === undefined ? [] : [failed]), ...items];
}

export function linesOf({ lines, changes }: ShownItem): string[] {
  return [...lines, ...changes.map(({ property, expected, actual }) => `${property}: ${expected} → ${actual}`)];
}

export function lineOf(item: ShownItem): string {
  return linesOf(item)
    .map((line, at, all) => (at === all.length - 1 || /[.!?]$/.test(line) ? line : `${line};`))
    .join(" ");
}

/** Quotes a name as one word for a POSIX shell. */
export function shellWord(name: string): string {
  if (/^[\w./-]+$/.test(name)) return name;
  if (visible(name) === name) return `'${name.replaceAll("'", "'\\''")}'`;
  // A line break, say: the report shows it escaped, and the shell reads it so.
  return `$'${visible(name.replace(/[\\']/g, "\\$&"))}'`;
}

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Returns a function that colours text, or returns it unchanged. */
export function painter(isColoured: boolean): Paint {
  return (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text);
}

const UNKNOWN_VALUE = new RegExp(`"?${UNKNOWN}"?`, "g");

/** Returns the report for people: values as text, and no character that acts on a terminal or a CI runner. */
export function shown(report: Report): ShownReport {
  const { groups, appendix, ...rest } = report;
  const items = groups.map((group) => ({
    ...inEachText({ ...group, items: [] }, sentence),
    items: group.items.map(({ changes, ...item }) => ({
      ...inEachText(item, sentence),
      changes: changes.map(changeText),
    })),
  }));
  return { ...inEachText(rest, sentence), groups: items, appendix };
}

function changeText(change: Report["groups"][number]["items"][number]["changes"][number]): ShownChange {
  const { property, expected, actual } = showChange(change);
  const known = (text: string) => text.replace(UNKNOWN_VALUE, "(known after the `up`)");
  return { property, expected: known(expected), actual: known(actual) };
}

/** Returns the data with each of its texts changed. */
export function inEachText<Data>(data: Data, change: (text: string) => string): Data {
  if (typeof data === "string") return change(data) as Data;
  if (Array.isArray(data)) return data.map((each) => inEachText(each, change)) as Data;
  if (typeof data !== "object" || data === null) return data;
  const members = Object.entries(data).map(([name, value]) => [name, inEachText(value, change)]);
  return Object.fromEntries(members) as Data;
}

/** Groups items of one section that share a rule, their sentences and their changes: they take one row. */
export function alike(items: readonly ShownItem[]): (readonly [ShownItem, ...ShownItem[]])[] {
  const groups = Map.groupBy(items, ({ rule, lines, changes }) => JSON.stringify([rule?.name, lines, changes]));
  return [...groups.values()] as [ShownItem, ...ShownItem[]][];
}

/** Returns the items that people read, by section: the sections in their order, items that are in order left out. */
export function sectionsOf(
  { sections }: ShownReport,
  items: readonly ShownItem[],
): { readonly key: string; readonly section: ShownReport["sections"][string]; readonly items: readonly ShownItem[] }[] {
  return Object.entries(sections).flatMap(([key, section]) => {
    const own = items.filter((item) => item.section === key && item.level !== "ok");
    return own.length === 0 ? [] : [{ key, section, items: own }];
  });
}

/** Removes the colour marks of the engine. */
export function withoutColour(text: string): string {
  return text.replace(/<\{%[^%]*%\}>/g, "");
}
