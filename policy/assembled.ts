// The texts that a script assembles when it runs: from its variables, the parameters of its sections, and expressions. A part that
// only the call decides, such as the digits that a caller presses, stays open.

import { isObject } from "../contract/index.ts";

/** Stands for a part that only the call decides. */
export const OPEN = "\u{F8FF}";

/** Returns every text that a text with placeholders can become, as far as the script decides it. */
export type Assemble = (text: string) => readonly string[];

type Values = readonly unknown[];

const PLACEHOLDER = /[%$]\{((?:[^{}]|\{[^{}]*\})*)\}/g;
/** More combinations than a script of people has. */
const MOST = 64;
const LONGEST = 200;
const DEEPEST = 5;

/** Reads what a script gives to its variables, in each of its sections. */
export function assemblerOf(document: unknown): Assemble {
  const variables = new Map<string, unknown[]>();
  const parameters = new Map<string, unknown[]>();

  function collect(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) collect(each);
    if (!isObject(value)) return;
    for (const [name, each] of Object.entries(value)) {
      if (name === "set" || name === "result") add(variables, each);
      if (name === "params") add(parameters, each);
      if (name === "return") add(variables, { return_value: each });
      collect(each);
    }
  }
  collect(document);

  function textsOf(text: string, depth: number): string[] {
    if (!text.includes("{") || depth > DEEPEST) return [text];
    let found = [""];
    let from = 0;
    for (const match of text.matchAll(PLACEHOLDER)) {
      const values = new Expression(match[1] ?? "", (path) => valuesOf(path, depth)).values.map(asText);
      found = product([found.map((each) => each + text.slice(from, match.index)), values], (parts) => parts.join(""));
      from = match.index + match[0].length;
    }
    return [...new Set(found.map((each) => each + text.slice(from)))];
  }

  function valuesOf(path: readonly string[], depth: number): Values {
    const [first = "", second = ""] = path;
    const isIn = first === "params" || first === "vars";
    const values = (first === "params" ? parameters : variables).get(isIn ? second : first);
    if (!values) return [OPEN];
    return values.flatMap((value) => (typeof value === "string" ? textsOf(value, depth + 1) : [value]));
  }

  return (text) => textsOf(text, 0);
}

function add(all: Map<string, unknown[]>, values: unknown): void {
  if (!isObject(values)) return;
  for (const [name, value] of Object.entries(values)) all.set(name, [...(all.get(name) ?? []), value]);
}

/** Returns the results for each combination of one value of each list. */
function product<Made>(lists: readonly Values[], make: (parts: Values) => Made): Made[] {
  let parts: Values[] = [[]];
  for (const list of lists) parts = parts.flatMap((before) => list.map((each) => [...before, each])).slice(0, MOST);
  return parts.map(make);
}

function asText(value: unknown): string {
  return isObject(value) || Array.isArray(value) || value === undefined ? OPEN : String(value).slice(0, LONGEST);
}

const TOKEN =
  /\s*(?:(\d[\d_.]*)|([A-Za-z_$][\w$]*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|([=!]==?|[<>]=?|\|\||&&|\?\?|\?\.|[-+*/%?:.,()[\]!]))/y;

/** An expression in the part of JavaScript that assembles texts. For any other, each text in it counts. */
class Expression {
  readonly values: Values;
  readonly #look: (path: readonly string[]) => Values;
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(source: string, look: (path: readonly string[]) => Values) {
    this.#look = look;
    this.values = this.#read(source) ?? [OPEN, ...(source.match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? []).map(unquoted)];
  }

  #read(source: string): Values | undefined {
    TOKEN.lastIndex = 0;
    let end = 0;
    for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
      this.#tokens.push(match[0].trim());
      end = TOKEN.lastIndex;
    }
    if (source.slice(end).trim() !== "") return undefined;
    try {
      const values = this.#choice();
      return this.#at === this.#tokens.length ? values : undefined;
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  /** A condition decides during the call, so both of its sides count. */
  #choice(): Values {
    let values = this.#sum();
    for (let operator = this.#take(OPERATOR); operator; operator = this.#take(OPERATOR)) {
      if (operator === "?") {
        values = this.#choice();
        this.#expect(":");
        return [...values, ...this.#choice()];
      }
      const right = this.#sum();
      values = /^(?:\|\||&&|\?\?)$/.test(operator) ? [...values, ...right] : [OPEN];
    }
    return values;
  }

  #sum(): Values {
    let values = this.#postfix();
    while (this.#take(/^\+$/)) {
      const right = this.#postfix();
      values = product([values, right], ([a, b]) =>
        typeof a === "number" && typeof b === "number" ? a + b : asText(a) + asText(b),
      );
    }
    return values;
  }

  #postfix(): Values {
    let { values, path } = this.#primary();
    for (let next = this.#take(/^(?:\.|\?\.|\[|\()$/); next; next = this.#take(/^(?:\.|\?\.|\[|\()$/)) {
      const name = next === "." || next === "?." ? this.#next() : undefined;
      if (name !== undefined && this.#take(/^\($/)) {
        values = this.#called(values, name);
        path = [];
      } else if (next === "(") {
        const [called = ""] = path;
        const [argument = [OPEN]] = this.#list(")");
        if (called !== "String" && called !== "Number") throw new Unreadable();
        values = argument.map((each) => (each === OPEN ? OPEN : called === "String" ? asText(each) : Number(each)));
        path = [];
      } else {
        const names = name === undefined ? (this.#list("]")[0] ?? []) : [name];
        const isNamespace = path.length === 1 && (path[0] === "params" || path[0] === "vars");
        if (isNamespace) {
          path = [...path, asText(names[0])];
          values = this.#look(path);
        } else {
          values = product([values, names], ([value, member]) => memberOf(value, asText(member)));
          path = [];
        }
      }
    }
    return values;
  }

  #called(values: Values, method: string): Values {
    const args = this.#list(")");
    if (!METHODS.has(method)) throw new Unreadable();
    return product([values, ...args], ([value, ...given]) => {
      if (value === OPEN || given.some((each) => typeof each === "number" && each > LONGEST)) return OPEN;
      const work: unknown =
        typeof value === "string" || typeof value === "number" || Array.isArray(value)
          ? Reflect.get(Object(value), method)
          : undefined;
      return typeof work === "function" ? (work.apply(value, given) as unknown) : OPEN;
    });
  }

  #primary(): { values: Values; path: string[] } {
    const token = this.#next();
    if (token === "(") {
      const values = this.#choice();
      this.#expect(")");
      return { values, path: [] };
    }
    if (token === "[") return { values: product(this.#list("]"), (parts) => [...parts]), path: [] };
    if (/^["'`]/.test(token)) return { values: this.#text(token), path: [] };
    if (/^\d/.test(token)) return { values: [Number(token.replaceAll("_", ""))], path: [] };
    if (/^[A-Za-z_$]/.test(token)) return { values: this.#look([token]), path: [token] };
    throw new Unreadable();
  }

  #text(token: string): Values {
    if (!token.startsWith("`") || !token.includes("${")) return [unquoted(token)];
    const parts = unquoted(token).split(/\$\{([^{}]*)\}/);
    const lists = parts.map((part, at) => (at % 2 === 0 ? [part] : new Expression(part, this.#look).values));
    return product(lists, (each) => each.map(asText).join(""));
  }

  #list(end: string): Values[] {
    const found: Values[] = [];
    while (!this.#take(end === ")" ? /^\)$/ : /^\]$/)) {
      if (found.length > 0) this.#expect(",");
      found.push(this.#choice());
    }
    return found;
  }

  #take(wanted: RegExp): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.test(token)) return undefined;
    this.#at += 1;
    return token;
  }

  #next(): string {
    const token = this.#take(/./s);
    if (token === undefined) throw new Unreadable();
    return token;
  }

  #expect(token: string): void {
    if (this.#next() !== token) throw new Unreadable();
  }
}

class Unreadable extends Error {}

const OPERATOR = /^(?:\?|\|\||&&|\?\?|[=!]==?|[<>]=?|[-*/%])$/;

/** Methods that make a text of texts. None of them takes long. */
const METHODS: ReadonlySet<string> = new Set(
  "concat join trim trimStart trimEnd toString toFixed slice substring substr replace replaceAll split reverse padStart padEnd repeat at charAt toUpperCase toLowerCase".split(
    " ",
  ),
);

function memberOf(value: unknown, name: string): unknown {
  return (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? Reflect.get(value, name) : OPEN;
}

function unquoted(token: string): string {
  return token
    .slice(1, -1)
    .replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, long, short, each) =>
      each === undefined ? String.fromCharCode(Number.parseInt(long ?? short, 16)) : each,
    );
}
