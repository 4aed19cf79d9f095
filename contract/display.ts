// Reads JSON, and formats text from outside for display: cuts long values and removes characters that act on a terminal.

import { SECRET } from "./text/secrets.ts";

const NOT_SET = "(not set)";
const LONGEST_VALUE = 200;

export interface Change {
  readonly property: string;
  /** Absent when the value is not set. */
  readonly expected?: unknown;
  readonly actual?: unknown;
}

export interface ShownChange {
  readonly property: string;
  readonly expected: string;
  readonly actual: string;
}

/** Formats a value as in a program: JSON on one line, `(not set)` for no value, `[secret]` without quotes. */
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

/**
 * Returns text on one line. No character in it can move the cursor, change the reading direction, hide text or command a CI
 * runner.
 */
export function visible(text: string): string {
  // CI runners obey lines that begin with `::name::`, and `##[name]` anywhere. Azure's runner obeys `##vso[name]`.
  return text
    .replace(ACTING, (character) => SHORT[character] ?? escaped(character))
    .replace(/^(\s*):(?=:)/, "$1\\u003a")
    .replace(/#(?=#\w*\[)/g, "\\u0023");
}

// Control and format characters such as U+202E, line and paragraph separators, unpaired surrogates, and noncharacters.
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const SHORT: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Characters of what two long values have in common that are shown beside their difference. */
const CONTEXT = 20;

/** Formats both values of a change. Of long values, only what differs is shown, with what is beside it. */
export function showChange({ property, expected, actual }: Change): ShownChange {
  const [before, after] = [formatValue(expected), formatValue(actual)];
  const name = visible(property);
  // Equal texts mean that only masked parts differ.
  if (before === after) return { property: name, expected: clip(before), actual: `${clip(after)} (changed)` };
  if (Math.max(before.length, after.length) <= LONGEST_VALUE)
    return { property: name, expected: before, actual: after };
  const start = commonStart(before, after);
  const end = Math.min(commonEnd(before, after), Math.min(before.length, after.length) - start);
  const differing = (text: string) => {
    const [from, to] = [Math.max(0, start - CONTEXT), Math.min(text.length, text.length - end + CONTEXT)];
    return `${from > 0 ? "…" : ""}${clip(visible(text.slice(from, to)))}${to < text.length ? "…" : ""}`;
  };
  return { property: name, expected: differing(before), actual: differing(after) };
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function commonEnd(a: string, b: string): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a.at(-count - 1) === b.at(-count - 1)) count++;
  return count;
}

/** Cuts a text to `limit` characters, and counts the others. */
export function clip(text: string, limit = LONGEST_VALUE): string {
  if (text.length <= limit) return text;
  return `${visible(text.slice(0, limit))}… (${number(text.length - limit)} more characters)`;
}

/** `a, b and 9 more` */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${number(rest)} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** Breaks a text between words: a longer word stays whole, so that it can be copied. The first line begins with `first`. */
export function wrapped(text: string, first: string, indent = " ".repeat(first.length || 2), width = 80): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of visible(text).split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** Returns a regular expression's source that matches the text itself. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^$()[\]{}|\\/]/g, "\\$&");
}

/** True when a text matches a pattern, where `*` matches any characters. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [start = "", ...others] = pattern.split("*");
  const end = others.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start)) return false;
  let at = start.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - end.length >= at && text.endsWith(end);
}

export function number(count: number): string {
  return count.toLocaleString("en");
}

/** Returns the value of a JSON text; undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
