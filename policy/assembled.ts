// The texts that a script assembles when it runs, from its variables, the parameters of its sections, and the texts in expressions. An
// expression is not evaluated: its parts count in the order in which they are written. A part that only the call decides stays open.

import { isObject } from "../contract/index.ts";

/** Stands for a part that only the call decides, such as the digits that a caller presses. */
export const OPEN = "\u{F8FF}";

/** Returns the texts that a text with placeholders can become, as far as the script decides it. */
export type Assemble = (text: string) => readonly string[];

const PLACEHOLDER = /[%$]\{((?:[^{}]|\{[^{}]*\})*)\}/g;
/** More combinations than a script of people has. */
const MOST = 64;
const DEEPEST = 5;

/** The parts of an expression: a text, a number, a name with its members, the next choice of several, a comparison. */
const TOKEN =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(\d[\d_]*)|(?<![\w$.])([A-Za-z_$][\w$]*(?:(?:\??\.|\[["']?)[\w$]+(?:["']?\])?)*)(?![\w$(])|(?:\?\?|\?(?!\.)|:|\|\||&&)|([=!]=|[<>])/g;

/** Reads what a script gives to its variables, in each of its sections. */
export function assemblerOf(document: unknown): Assemble {
  const given = new Map<string, unknown[]>();

  function collect(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) collect(each);
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      const variables = name === "return" ? { return_value: each } : SETTERS.has(name) && isObject(each) ? each : {};
      for (const [variable, set] of Object.entries(variables))
        given.set(variable, [...(given.get(variable) ?? []), set]);
      collect(each);
    }
  }
  collect(document);

  function textsOf(text: string, depth: number): string[] {
    if (depth > DEEPEST) return [text];
    let found = [""];
    let from = 0;
    for (const match of text.matchAll(PLACEHOLDER)) {
      const before = text.slice(from, match.index);
      found = joined(joined(found, [before]), resultsOf(match[1] ?? "", depth + 1));
      from = match.index + match[0].length;
    }
    return [...new Set(joined(found, [text.slice(from)]))];
  }

  /** Returns the texts of each choice. A comparison decides between choices, and is none. */
  function resultsOf(expression: string, depth: number): string[] {
    let parts: string[][] = [];
    const choices = [parts];
    const compared = new Set<string[][]>();
    for (const [, literal, number, name, comparison] of expression.matchAll(TOKEN)) {
      if (literal?.startsWith("`")) parts.push(textsOf(unquoted(literal), depth));
      else if (literal) parts.push([unquoted(literal)]);
      else if (number) parts.push([number.replaceAll("_", "")]);
      else if (name) parts.push(valuesOf(name, depth));
      else if (comparison) compared.add(parts);
      else {
        parts = [];
        choices.push(parts);
      }
    }
    const found = choices.filter((each) => each.length > 0 && !compared.has(each)).flatMap(resultsFrom);
    return found.length === 0 ? [OPEN] : found;
  }

  function valuesOf(name: string, depth: number): string[] {
    const [first = "", second = ""] = name.match(/[\w$]+/g) ?? [];
    const values = given.get(first === "params" || first === "vars" ? second : first);
    return values ? textsIn(values).flatMap((each) => textsOf(each, depth)) : [OPEN];
  }

  return (text) => textsOf(text, 0);
}

/** The members of a script that set variables, or the parameters of a section. */
const SETTERS: ReadonlySet<string> = new Set(["set", "result", "params"]);

/** Returns the parts as one text, and each number in them: a method may cut the rest away. */
function resultsFrom(parts: readonly (readonly string[])[]): string[] {
  const numbers = parts.flat().flatMap((each) => each.match(/\+?\d{10,}/g) ?? []);
  return [...parts.reduce<readonly string[]>(joined, [""]), ...numbers];
}

function joined(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((each) => second.map((more) => each + more)).slice(0, MOST);
}

/** Returns every text and number in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

function unquoted(token: string): string {
  return token
    .slice(1, -1)
    .replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, long, short, each) =>
      each === undefined ? String.fromCharCode(Number.parseInt(long ?? short, 16)) : each,
    );
}
