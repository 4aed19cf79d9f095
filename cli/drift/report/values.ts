// Decides how what comes from outside is shown: passwords in addresses masked, characters that could act made visible.

import type { PropertyChange } from "../model.ts";

const SECRET = "[secret]";
const NOT_SET = "(not set)";

/**
 * The same data with the password of every address masked: `https://user:[secret]@host/…`. Each report starts with this.
 */
export function masked<T>(data: T): T {
  return mask(data) as T;
}

function mask(data: unknown): unknown {
  if (typeof data === "string") return data.replace(USERINFO, `$1:${SECRET}@`);
  if (Array.isArray(data)) return data.map(mask);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, mask(value)]));
}

// A password that should have been encoded may hold a slash; then only a port tells `host:80/a@b` from it. The bound
// keeps a hostile text from costing more than its length.
const USERINFO = /(:\/\/[^\s/?#:]*):(?:[^\s/?#]*|(?!\d+[/?#])[^\s@]{0,500})@/g;

/** As in the program's own text: JSON on one line, `(not set)` for nothing, `[secret]` bare. */
export function formatValue(value: unknown): string {
  return value === undefined ? NOT_SET : visible(inline(value));
}

function inline(value: unknown): string {
  if (value === SECRET) return SECRET;
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? NOT_SET;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([k, v]) => `${JSON.stringify(k)}: ${inline(v)}`).join(", ")} }`;
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

/** A sentence of an error and the like, on one line. */
export function sentence(text: string): string {
  return visible(text.trim().replace(/\s+/g, " "));
}

export interface ShownChange {
  readonly property: string;
  readonly expected: string;
  readonly actual: string;
}

/** Both values, cut to about `limit` characters around the first difference. */
export function showChange({ property, expected, actual }: PropertyChange, limit: number): ShownChange {
  const [before, after] = [formatValue(expected), formatValue(actual)];
  const name = visible(property);
  // Only what is masked differs.
  if (before === after)
    return { property: name, expected: clip(before, limit), actual: `${clip(after, limit)} (changed)` };
  const same = commonStart(before, after);
  const start = Math.max(before.length, after.length) > limit && same > limit / 2 ? same - 20 : 0;
  return { property: name, expected: excerpt(before, start, limit), actual: excerpt(after, start, limit) };
}

export function clip(text: string, limit: number): string {
  return excerpt(text, 0, limit);
}

function excerpt(text: string, start: number, limit: number): string {
  if (start === 0 && text.length <= limit) return text;
  const part = visible(text.slice(start, start + limit));
  const end = start + limit < text.length ? "…" : "";
  return `${start > 0 ? "…" : ""}${part}${end} (${text.length.toLocaleString("en")} characters)`;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
