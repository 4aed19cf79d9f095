// Compares values with the shapes of records, and makes a value of a shape.

import { isObject } from "../../contract/index.ts";
import type { Shape } from "./form.ts";

interface Kind {
  /** The pattern of a text of this kind, which may also be part of a text. */
  readonly pattern?: string;
  readonly isOne?: (value: unknown) => boolean;
  readonly example: unknown;
}

/** The words in brackets. */
const KINDS: { readonly [word: string]: Kind } = {
  id: {
    pattern: "[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}",
    example: "0a1b2c3d-1111-4222-8333-444455556666",
  },
  text: { pattern: "[^]+", example: "text" },
  secret: { pattern: "[^]+", example: "secret" },
  refresh_token: { pattern: "[^]+", example: "token" },
  page_token: { pattern: "\\w[\\w-]*", example: "PA0a1b2c3d-1111-4222-8333-444455556666" },
  word: { pattern: "[^\\s/@]+", example: "word" },
  hex: { pattern: "[\\da-f]+", example: "0123456789ab" },
  time: { pattern: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", example: "2026-05-08T19:08:41Z" },
  mailtime: {
    pattern: "\\w{3}, \\d\\d? \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d \\+0000",
    example: "Wed, 01 Jan 2025 12:00:00 +0000",
  },
  url: { pattern: "https?://\\S+", example: "https://example.com/x" },
  phone: { pattern: "\\+\\d+", example: "+12025550101" },
  digits: { pattern: "\\d+", example: "1" },
  integer: { isOne: Number.isInteger, example: 0 },
  number: { isOne: (value) => typeof value === "number", example: 0.5 },
  flag: { isOne: (value) => typeof value === "boolean", example: false },
  list: { isOne: Array.isArray, example: [] },
  object: { isOne: isObject, example: {} },
  null: { isOne: (value) => value === null, example: null },
  absent: { isOne: (value) => value === undefined, example: undefined },
  any: { isOne: (value) => value !== undefined, example: "any" },
};

/** Members in which a refusal speaks to people: any text is like any other. */
const PROSE = new Set(["detail", "message", "title", "url", "more_info"]);

/** Returns where the value differs from the shape; empty when it is one of it. */
export function differences(shape: Shape, value: unknown, at = "the answer"): string[] {
  const told = () => [`${at} is ${shown(value)}, recorded ${shown(shape)}`];
  if (typeof shape === "string") {
    if (isProse(at) && typeof value === "string") return [];
    return isOfText(shape, value) ? [] : told();
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || (shape.length === 0) !== (value.length === 0)) return told();
    return value.flatMap((each, index) => {
      const tries = shape.map((one) => differences(one, each, `${at}[${index}]`));
      return tries.find((problems) => problems.length === 0) ?? tries[0] ?? [];
    });
  }
  if (!isObject(shape)) return Object.is(shape, value) ? [] : told();
  if (!isObject(value)) return told();
  return Object.entries(shape).flatMap(([key, each]) => differences(each as Shape, value[key], `${at}.${key}`));
}

function isProse(at: string): boolean {
  const inRefusal = at.includes(".errors") || at.lastIndexOf(".") === at.indexOf(".");
  return inRefusal && PROSE.has(at.slice(at.lastIndexOf(".") + 1));
}

function isOfText(shape: string, value: unknown): boolean {
  const words = wordsIn(shape);
  if (words) return words.some((word) => isOfKind(word, value));
  return typeof value === "string" && patternOf(shape).test(value);
}

function isOfKind(word: string, value: unknown): boolean {
  const { pattern, isOne } = kindOf(word);
  if (isOne) return isOne(value);
  return typeof value === "string" && new RegExp(`^${pattern}$`).test(value);
}

/** Returns the values for the ids that the shape numbers: `{ id3: "…" }`. */
export function idsIn(shape: Shape, value: unknown): { readonly [word: string]: string } {
  if (typeof shape === "string") {
    const [word = ""] = wordsIn(shape) ?? [];
    return /^id\d+$/.test(word) && typeof value === "string" ? { [word]: value } : {};
  }
  if (!isObject(shape) || !isObject(value)) return {};
  return Object.assign({}, ...Object.entries(shape).map(([key, each]) => idsIn(each as Shape, value[key])));
}

/** Returns a value of the shape, the first where it leaves a choice. `fixed` replaces words, for example `id`. */
export function exampleOf(shape: Shape, fixed: { readonly [word: string]: string } = {}): unknown {
  if (typeof shape === "string") {
    const [word] = wordsIn(shape) ?? [];
    if (word !== undefined) return fixed[word] ?? kindOf(word).example;
    return shape.replace(MARK, (_, found: string) => fixed[found] ?? String(kindOf(found).example));
  }
  if (Array.isArray(shape)) return shape.map((each) => exampleOf(each, fixed));
  if (!isObject(shape)) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, exampleOf(each as Shape, fixed)]));
}

const MARK = /\[([a-z_]+\d*)\]/g;

/** Returns the words of `[text or null]`, and undefined for any other text. */
function wordsIn(text: string): string[] | undefined {
  return /^\[([a-z_]+\d*(?: or [a-z_]+\d*)*)\]$/.exec(text)?.[1]?.split(" or ");
}

function patternOf(shape: string): RegExp {
  const parts = shape
    .split(MARK)
    .map((part, at) => (at % 2 === 0 ? part.replace(/[^\w\s]/g, "\\$&") : kindOf(part).pattern));
  return new RegExp(`^${parts.join("")}$`);
}

function kindOf(word: string): Kind {
  // `[id3]` is the id of one object in a whole record.
  const [, number] = /^id(\d+)$/.exec(word) ?? [];
  if (number !== undefined) return { ...KINDS.id, example: `${number.padStart(8, "0")}-1111-4222-8333-444455556666` };
  const kind = KINDS[word];
  if (!kind) throw new Error(`a record has [${word}], which is none of ${Object.keys(KINDS).join(", ")}`);
  return kind;
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
