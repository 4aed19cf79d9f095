// Decides what is left out of a Markdown document that would be too long: whole rows, the least urgent first.

import { share } from "./markdown-text.ts";

export interface Row {
  readonly text: string;
  /** How many things the row stands for. Default: 1. */
  readonly weight?: number;
}

export interface Section {
  /** What a row is, in the singular and the plural: what was cut is counted in these words. */
  readonly what: readonly [one: string, many: string];
  /** Sections with the lowest number get the room first. */
  readonly urgency: number;
  /** What stands before and after the rows; without rows neither does. */
  readonly head: string;
  readonly rows: readonly Row[];
  readonly foot: string;
}

export interface Part {
  /** Stands only where one of the sections does. */
  readonly heading: string;
  readonly sections: readonly Section[];
}

export interface Fitted {
  readonly body: string;
  /** For example `all 3 ignored properties`; empty when everything found room. */
  readonly cut: readonly string[];
}

/** Takes as many rows as fit into `room` characters. */
export function fitRows(parts: readonly Part[], room: number): Fitted {
  const queue = parts
    .flatMap((part) => part.sections.map((section) => ({ part, section })))
    .sort((a, b) => a.section.urgency - b.section.urgency);
  const taken = new Map<Section, number>();
  const open = new Set<Part>();
  let left = room;
  for (const { part, section } of queue) {
    let count = 0;
    for (const { text } of section.rows) {
      const frame = count === 0 ? section.head.length + section.foot.length : 0;
      const cost = text.length + frame + (open.has(part) ? 0 : part.heading.length);
      // What follows is left out too, so that what stands is the beginning of the list.
      if (cost > left) break;
      left -= cost;
      open.add(part);
      count++;
    }
    taken.set(section, count);
  }
  const body = parts
    .filter((part) => open.has(part))
    .map((part) => part.heading + part.sections.map((each) => write(each, taken.get(each) ?? 0)).join(""));
  return { body: body.join(""), cut: cuts(parts, (section) => taken.get(section) ?? 0) };
}

/** The longest that the list of cuts can become. */
export function longestCut(parts: readonly Part[]): number {
  // "1,234 of 1,234" is longer than "all 1,234".
  return cuts(parts, () => 0).reduce((sum, text) => sum + 2 * text.length, 0);
}

function write({ head, rows, foot }: Section, count: number): string {
  if (count === 0) return "";
  const kept = rows.slice(0, count);
  return `${head}${kept.map(({ text }) => text).join("")}${foot}`;
}

function cuts(parts: readonly Part[], taken: (section: Section) => number): string[] {
  const sums = new Map<string, { what: Section["what"]; cut: number; all: number }>();
  for (const section of parts.flatMap(({ sections }) => sections)) {
    const sum = sums.get(section.what[1]) ?? { what: section.what, cut: 0, all: 0 };
    sum.all += weigh(section.rows);
    sum.cut += weigh(section.rows.slice(taken(section)));
    sums.set(section.what[1], sum);
  }
  return [...sums.values()].filter(({ cut }) => cut > 0).map(({ what, cut, all }) => share(cut, all, what));
}

export function weigh(rows: readonly Row[]): number {
  return rows.reduce((sum, { weight = 1 }) => sum + weight, 0);
}
