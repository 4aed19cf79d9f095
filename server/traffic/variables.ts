// The variables of an SWML script, and the texts and conditions that read them (gap `script-expressions`).

import { type Evaluated, Expressions, type Scope } from "./expressions.ts";
import type { Assumed } from "./running-call.ts";

export interface Values {
  readonly [name: string]: unknown;
}

/** The value of a condition: at all times of the call, or at some of them only. Undefined when it is not known. */
export type Condition = boolean | { readonly holds: readonly number[]; readonly fails: readonly number[] } | undefined;

export class Variables {
  readonly #values = new Map<string, unknown>();
  /** The call, as its requests describe it. */
  readonly #call: Values;
  readonly #assumed: Assumed;

  constructor(call: Values, assumed: Assumed) {
    this.#call = call;
    this.#assumed = assumed;
  }

  get all(): Values {
    return Object.fromEntries(this.#values);
  }

  set(name: string, value: unknown): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** Fills in `${prompt_value}`; undefined when a value is not known. */
  async filledIn(text: string, params: Values): Promise<string | undefined> {
    const parts = text.split(/[$%]\{([^}]*)\}/);
    const filled: string[] = [];
    for (const [at, part] of parts.entries()) {
      const value = at % 2 === 0 ? part : await this.valueOf(part.trim(), params);
      if (value === undefined) return undefined;
      filled.push(value);
    }
    return filled.join("");
  }

  /** Returns the value of a name or expression as text; undefined when it is not known. */
  async valueOf(expression: string, params: Values): Promise<string | undefined> {
    if (NAME.test(expression)) return textOf(this.#named(expression, params));
    const [first] = this.#assumed.times;
    const result = (await expressions()).evaluate(expression, this.#scope(expression, params), first ?? 0);
    if (!("value" in result) || (result.usesClock && this.#assumed.times.length > 1)) return undefined;
    return textOf(result.value);
  }

  /** Evaluates a condition. Some scripts write `%{…}` inside it, although it needs no delimiter. */
  async condition(text: string, params: Values): Promise<Condition> {
    const expression = text.replace(/[$%]\{([^}]*)\}/g, "($1)");
    const scope = this.#scope(expression, params);
    const { times, week, conditions } = this.#assumed;
    const engine = await expressions();
    const result = engine.evaluate(expression, scope, times[0] ?? 0);
    if (!("value" in result)) return undefined;
    if (!result.usesClock || week.length === 1) return Boolean(result.value);
    const key = JSON.stringify([expression, scope]);
    if (!conditions.has(key)) conditions.set(key, timesOf(engine.evaluateAt(expression, scope, week), week));
    const open = conditions.get(key);
    if (!open) return undefined;
    const holds = times.filter((time) => open.has(time));
    const fails = times.filter((time) => !open.has(time));
    return holds.length === 0 ? false : fails.length === 0 ? true : { holds, fails };
  }

  /** Returns the value of a name such as `params.digits`. Most scripts need no more. */
  #named(name: string, params: Values): unknown {
    const [root = "", ...members] = name.split(".");
    const scope = this.#scope(name, params);
    return [root, ...members].reduce<unknown>(
      (value, member) => (Object.hasOwn(Object(value), member) ? (value as Values)[member] : undefined),
      scope,
    );
  }

  #scope(expression: string, params: Values): Scope {
    if (/\bcall\b/.test(expression)) this.#assumed.readsCall = true;
    const vars = this.all;
    return { ...vars, vars, params, call: this.#call, envs: {} };
  }
}

const NAME = /^[a-z_]\w*(?:\.\w+)*$/i;

function textOf(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/** Returns the times at which an expression is true; undefined when it has no value at some of them. */
function timesOf(results: readonly Evaluated[], times: readonly number[]): ReadonlySet<number> | undefined {
  if (results.some((result) => !("value" in result))) return undefined;
  return new Set(times.filter((_, at) => Boolean((results[at] as { readonly value: unknown }).value)));
}

let opened: Promise<Expressions> | undefined;

/** One sandbox serves all scripts of the process: it keeps nothing from one expression to the next. */
function expressions(): Promise<Expressions> {
  opened ??= Expressions.open();
  return opened;
}
