// The variables of an SWML script, and the texts and conditions that read them (gap `script-expressions`).

import { hash } from "node:crypto";
import { valuesByTime } from "./changes-of-time.ts";
import { toldApartBy } from "./choices.ts";
import { isHidden } from "./document.ts";
import type { Known, Scope } from "./expressions.ts";
import type { Assumed } from "./running-call.ts";
import { common } from "./spans.ts";

export interface Values {
  readonly [name: string]: unknown;
}

/** What the documents are played to, as its requests describe it. */
export type Subject = { readonly call: Values } | { readonly message: Values };

export class Variables {
  readonly #values = new Map<string, unknown>();
  /** Variables whose values depend on the time → their expressions. */
  readonly #timed = new Map<string, string>();
  /** Variables that hold the input of a menu, or are computed from inputs → the menus. */
  readonly #menus = new Map<string, readonly string[]>();
  /** Such a variable → the text that it was set from. */
  readonly #texts = new Map<string, string>();
  readonly #groups: Subject;
  readonly #assumed: Assumed;
  readonly #onEnded: (expression: string, problem: string) => void;

  /** @param onEnded - Called when an expression was ended, because it takes too long or cannot run. */
  constructor(groups: Subject, assumed: Assumed, onEnded: (expression: string, problem: string) => void) {
    this.#groups = groups;
    this.#assumed = assumed;
    this.#onEnded = onEnded;
  }

  /** The members of the call or message. */
  get #members(): Values {
    return "call" in this.#groups ? this.#groups.call : this.#groups.message;
  }

  get all(): Values {
    return Object.fromEntries([...this.#values, ...this.#timed]);
  }

  /** @param values - Undefined for none, and for a value that is not known. */
  set(values: Values): void {
    for (const [name, value] of Object.entries(values)) {
      this.#timed.delete(name);
      this.#menus.delete(name);
      this.#texts.delete(name);
      if (value === undefined || isHidden(value)) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }

  /** Sets a variable to the value of a text. A value that depends on the time is computed when it is read. */
  async setFrom(name: string, text: string, params: Values): Promise<void> {
    if (isHidden(text)) {
      this.set({ [name]: undefined });
      return;
    }
    const menus = this.menusIn(text);
    const written = this.#withTexts(text);
    const expression = expressionIn(text);
    this.#tellApartIn(text);
    const known = await this.#valueOf(expression, params);
    this.set({ [name]: "value" in known ? known.value : undefined });
    // Not kept: an expression with `params`, which belong to one section, or with the variable itself, which would never end.
    const isKept = ![name, "params"].some((read) => mentions(expression, read));
    if ("byTime" in known && isKept) this.#timed.set(name, expression);
    if (menus.length === 0) return;
    this.takeFrom(name, ...menus);
    this.#texts.set(name, written);
  }

  /** Records that a variable holds the input of a menu, or is computed from inputs. */
  takeFrom(name: string, ...menus: readonly string[]): void {
    this.#menus.set(name, menus);
  }

  menusIn(expression: string): string[] {
    return [...new Set([...this.#menus].flatMap(([name, menus]) => (mentions(expression, name) ? menus : [])))];
  }

  /** Records the inputs that an expression distinguishes, at each menu whose input it reads. */
  tellApart(expression: string, inputs: () => readonly string[]): void {
    const menus = this.menusIn(expression);
    if (menus.length === 0) return;
    // An input is compared with other variables too.
    const others = [...this.#values].filter(([name]) => !this.#menus.has(name) && mentions(expression, name));
    const texts = others.flatMap(([, value]) => [value].flat().flatMap((each) => textOf(each) ?? []));
    const told = [...inputs(), ...(isComputed(expression) ? toldApartBy(expression) : []), ...texts];
    // Of inputs that are joined, each is a part.
    const isJoined = /\+|\bconcat\b|\bjoin\b/.test(expression);
    const all = told.flatMap((text) => (isJoined && /^[\d*#]+$/.test(text) ? [text, ...text] : [text]));
    for (const menu of menus) this.#assumed.told.set(menu, new Set([...(this.#assumed.told.get(menu) ?? []), ...all]));
  }

  /** Records what the expressions of a text distinguish. */
  #tellApartIn(text: string): void {
    for (const expression of readExpressions(text).expressions)
      if (isComputed(expression)) this.tellApart(expression, () => []);
  }

  /** Records the inputs with which an address leads to one of these user names: 101 for desk-101 and `sip:desk-%{prompt_value}`. */
  tellApartAddress(address: string, usernames: () => readonly string[]): void {
    const written = this.#withTexts(address);
    this.tellApart(address, () => usernames().flatMap((username) => inputIn(username, written)));
  }

  /** Puts the texts that variables were set from in their place. */
  #withTexts(text: string): string {
    return [...this.#texts].reduce(
      (all, [name, from]) => all.replaceAll(`%{${name}}`, from),
      text.replaceAll("${", "%{"),
    );
  }

  /** Returns the variables with known values that an expression reads, as text. */
  readBy(expression: string): string {
    return JSON.stringify(Object.entries(this.all).filter(([name]) => mentions(expression, name)));
  }

  /** Fills in `${prompt_value}`; undefined when a value is not known, or no text. */
  async filledIn(text: string, params: Values): Promise<string | undefined> {
    if (isHidden(text)) return undefined;
    return textOf(await this.literal(text, params));
  }

  /** Returns a text with its expressions filled in. A text that is one expression keeps the type of its value. */
  async literal(text: string, params: Values): Promise<unknown> {
    if (!EXPRESSION.test(text)) return text;
    this.#tellApartIn(text);
    const known = await this.#valueOf(expressionIn(text), params);
    return "value" in known ? known.value : undefined;
  }

  /** Returns the value of a variable, by its name or as `%{name}`. By the time, it has one value of each class. */
  async variable(name: string, params: Values, classOf: Classes["classOf"], classes: string): Promise<Known> {
    return this.#valueOf(EXPRESSION.test(name) ? expressionIn(name) : name, params, { classOf, name: classes });
  }

  /** Evaluates a condition. Some scripts write `%{…}` inside it, although it needs no delimiter. */
  async condition(text: string, params: Values): Promise<Known> {
    const { literals, expressions } = readExpressions(text);
    const bare = literals.map((literal, at) => `${literal}${at in expressions ? `(${expressions[at]})` : ""}`).join("");
    const known = await this.#valueOf(bare, params, { classOf: Boolean, name: "condition" });
    if ("value" in known) return { value: Boolean(known.value) };
    if ("problem" in known) return known;
    const timed = known.byTime.map(({ value, times }) => ({ value: Boolean(value), times }));
    return { ...known, byTime: timed.sort((a, b) => Number(b.value) - Number(a.value)) };
  }

  /** @param classes - Default: of a value that depends on the time, the times are not looked for. */
  async #valueOf(expression: string, params: Values, classes?: Classes): Promise<Known> {
    if (PARTIES.test(expression)) this.#assumed.readsCall = true;
    const named = NAME.test(expression) ? this.#named(expression, params) : undefined;
    if (named !== undefined) return { value: named };
    const timed = Object.fromEntries(this.#timed);
    // What no expression reads is left out, so that callers, and their choices before, share its value.
    const read = [expression, ...Object.values(timed)].join(" ");
    const members = PARTIES.test(read) ? this.#members : withoutParties(this.#members);
    const isRead = ([name]: [string, unknown]) => READS_ANY.test(read) || mentions(read, name);
    const scope: Scope = {
      // Scripts name members of the call without its prefix too.
      vars: { ...members, ...Object.fromEntries([...this.#values].filter(isRead)) },
      timed,
      groups: { params, ["call" in this.#groups ? "call" : "message"]: members, envs: {} },
    };
    const { evaluated, times, expressions, now, horizon } = this.#assumed;
    let result: Known | undefined = expressions.refused(expression);
    if (!result) {
      const text = JSON.stringify([expression, scope, classes?.name, now, horizon]);
      expressions.compared(text.length);
      const key = hash("sha1", text);
      result = evaluated.get(key) ?? (await this.#evaluated(expression, scope, classes));
      evaluated.set(key, result);
    }
    if ("problem" in result && result.isFatal) this.#onEnded(expression, result.problem);
    if (!("byTime" in result)) return result;
    const possible = result.byTime.map((each) => ({ ...each, times: common(each.times, times) }));
    const byTime = possible.filter(({ times }) => times.length > 0);
    const [only] = byTime;
    return only && byTime.length === 1 ? { value: only.value } : { ...result, byTime };
  }

  async #evaluated(expression: string, scope: Scope, classes: Classes | undefined): Promise<Known> {
    const { now, horizon, expressions } = this.#assumed;
    const first = await expressions.evaluate(expression, scope, [now]);
    if ("problem" in first) return first;
    if (!first.usesClock || horizon.length === 0) return { value: first.values[0] };
    if (!classes) return { byTime: [], zones: first.zones };
    const text = `${expression} ${JSON.stringify(scope)}`;
    return valuesByTime(horizon, text, classes.classOf, (times) => expressions.evaluate(expression, scope, times));
  }

  /** Returns the value of a name such as `params.digits`, if it is known. Most scripts need no more. */
  #named(name: string, params: Values): unknown {
    const [root = "", ...members] = name.split(".");
    const vars = Object.fromEntries(this.#values);
    const scope: Values = { ...this.#members, ...vars, vars, params, ...this.#groups };
    return [root, ...members].reduce<unknown>(
      (value, member) => (Object.hasOwn(Object(value), member) ? (value as Values)[member] : undefined),
      scope,
    );
  }
}

/** Values between which a script makes no difference. */
interface Classes {
  readonly classOf: (value: unknown) => unknown;
  /** The same for the same classes. */
  readonly name: string;
}

/** The members that differ between equal callers. */
const PARTIES = /\bcall\b|\bmessage\b(?!\.body\b)|\b(?:to|from)\b/;

/** Expressions that may read a variable without its name. */
const READS_ANY = /\b(?:vars|eval|Function|constructor|this)\b|\\u/;

function withoutParties({ to: _, from: __, ...members }: Values): Values {
  return members;
}

const NAME = /^[a-z_]\w*(?:\.\w+)*$/i;
const EXPRESSION = /[$%]\{[^}]*\}/;

/** Returns the expressions of a text, and the literals around them: one more. An expression may hold braces, also in quotation marks. */
export function readExpressions(text: string): {
  readonly literals: readonly string[];
  readonly expressions: readonly string[];
} {
  const [literals, expressions]: [string[], string[]] = [[], []];
  let rest = 0;
  for (let start = nextExpression(text, 0); start >= 0; start = nextExpression(text, rest)) {
    const end = endOfExpression(text, start + 2);
    if (end < 0) break;
    literals.push(text.slice(rest, start));
    expressions.push(text.slice(start + 2, end));
    rest = end + 1;
  }
  return { literals: [...literals, text.slice(rest)], expressions };
}

function nextExpression(text: string, from: number): number {
  const found = text.slice(from).search(/[$%]\{/);
  return found < 0 ? -1 : from + found;
}

/** Returns the index of the closing brace, or -1. */
function endOfExpression(text: string, from: number): number {
  let [depth, quote] = [0, ""];
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quote !== "") {
      if (letter === "\\") at += 1;
      else if (letter === quote) quote = "";
    } else if (/["'`]/.test(letter)) quote = letter;
    else if (letter === "{") depth += 1;
    else if (letter === "}" && depth > 0) depth -= 1;
    else if (letter === "}") return at;
  }
  // A quotation mark alone, as in `it's`, opens no text.
  return text.indexOf("}", from);
}

/** Returns one expression for a text with several: `desk-%{n}` becomes `"desk-" + (n)`. */
function expressionIn(text: string): string {
  const { literals, expressions } = readExpressions(text);
  const [only = ""] = expressions;
  if (expressions.length === 1 && literals.join("") === "") return only.trim();
  return literals
    .map((literal, at) => `${JSON.stringify(literal)}${at in expressions ? ` + (${expressions[at]})` : ""}`)
    .join(" + ");
}

/** True for an expression that is more than the name of a variable. */
function isComputed(expression: string): boolean {
  return !NAME.test(expression.trim()) && !EXPRESSION.test(expression);
}

/** Returns the input with which a menu leads to a user name: 101 for desk-101 and `sip:desk-%{prompt_value}`. */
function inputIn(username: string, address: string): string[] {
  const text = address.replace(/^sips?:/i, "").replace(/@[^{}]*$/, "");
  const { literals } = readExpressions(text);
  const [before = "", after = ""] = literals;
  const isFitting =
    username.length > before.length + after.length && username.startsWith(before) && username.endsWith(after);
  return literals.length === 2 && isFitting ? [username.slice(before.length, username.length - after.length)] : [];
}

function mentions(expression: string, name: string): boolean {
  return expression.split(/[^\w$]+/).includes(name);
}

function textOf(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
