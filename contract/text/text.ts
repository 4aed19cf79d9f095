// How text from outside is shown: long values cut, and nothing in it that could act.

import { SECRET } from "./secrets.ts";

const NOT_SET = "(not set)";
const LONGEST_VALUE = 200;

export interface Change {
  readonly property: string;
  /** Absent when nothing is set. */
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export interface ShownChange {
  readonly property: string;
  readonly expected: string;
  readonly actual: string;
}

/** As in the program's own text: JSON on one line, `(not set)` for nothing, `[secret]` bare. */
export function formatValue(value: unknown): string {
  return value === undefined ? NOT_SET : visible(inline(value));
}

function inline(value: unknown): string {
  if (value === SECRET) return SECRET;
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? NOT_SET;
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A text on one line in which nothing can move the cursor, turn the reading direction, hide or command a CI runner. */
export function visible(text: string): string {
  // Runners obey lines that begin with `::name::`, and `##[name]` anywhere; that of Azure `##vso[name]`.
  return text
    .replace(ACTING, (character) => SHORT[character] ?? escaped(character))
    .replace(/^(\s*):(?=:)/, "$1\\u003a")
    .replace(/#(?=#\w*\[)/g, "\\u0023");
}

// Controls, format characters such as U+202E, line and paragraph separators, halves of a pair, what is no character.
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const SHORT: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Both values, cut around the first difference. */
export function showChange({ property, expected, actual }: Change): ShownChange {
  const [before, after] = [formatValue(expected), formatValue(actual)];
  const name = visible(property);
  // Only what is masked differs.
  if (before === after) return { property: name, expected: clip(before), actual: `${clip(after)} (changed)` };
  const same = commonStart(before, after);
  const isLong = Math.max(before.length, after.length) > LONGEST_VALUE;
  const start = isLong && same > LONGEST_VALUE / 2 ? same - 20 : 0;
  return { property: name, expected: clip(before, LONGEST_VALUE, start), actual: clip(after, LONGEST_VALUE, start) };
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** At most so many characters of the text; of a longer one its length is told. */
export function clip(text: string, limit = LONGEST_VALUE, start = 0): string {
  if (start === 0 && text.length <= limit) return text;
  const part = visible(text.slice(start, start + limit));
  const end = start + limit < text.length ? "…" : "";
  return `${start > 0 ? "…" : ""}${part}${end} (${number(text.length)} characters)`;
}

export function number(count: number): string {
  return count.toLocaleString("en");
}
