// Evaluates the JavaScript of SWML scripts in a sandbox without any access to this process (gap `script-expressions`).

import type { QuickJSContext, QuickJSRuntime, QuickJSSyncVariant, QuickJSWASMModule } from "quickjs-emscripten-core";
import { DATES, ScriptDates } from "./script-dates.ts";

/** The variables of an expression. A name that is missing, in a group too, has no value that is known. */
export interface Scope {
  readonly vars: { readonly [name: string]: unknown };
  /** Variables whose value depends on the time → their expressions. */
  readonly timed: { readonly [name: string]: string };
  /** `call`, `params`, `envs`. */
  readonly groups: { readonly [name: string]: { readonly [member: string]: unknown } };
}

export type Evaluated =
  /** `usesClock` is true when the value depends on the time. */
  | { readonly value: unknown; readonly usesClock: boolean }
  /** Why there is no value. `isFatal` is true for an expression that cannot run: too long, too slow, no JavaScript. */
  | { readonly problem: string; readonly isFatal?: true };

/** A value: the same at all times of the call, one of several by the time, or why it is not known. */
export type Known =
  | { readonly value: unknown }
  | { readonly byTime: readonly TimedValue[] }
  | Extract<Evaluated, { readonly problem: string }>;

export interface TimedValue {
  readonly value: unknown;
  /** The times at which it has this value, in milliseconds since 1970. */
  readonly times: readonly number[];
}

/** Processor time for an expression, and for each further time at which it is evaluated. */
const [MOST_MILLISECONDS, MILLISECONDS_A_TIME] = [500, 1];
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_STACK_BYTES = 256 * 1024;
const MOST_CHARACTERS = 10_000;

export class Expressions {
  readonly #module: QuickJSWASMModule;
  readonly #dates = new ScriptDates();
  #engine: { readonly runtime: QuickJSRuntime; readonly context: QuickJSContext } | undefined;
  /** The processor time of this process, in milliseconds, at which an expression is interrupted. */
  #end = Number.POSITIVE_INFINITY;

  private constructor(module: QuickJSWASMModule) {
    this.#module = module;
  }

  /** Loaded for the first expression, so that a server without scripts starts faster. */
  static async open(): Promise<Expressions> {
    const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
      import("quickjs-emscripten-core"),
      import("@jitl/quickjs-wasmfile-release-sync"),
    ]);
    // The package's declarations describe its CommonJS form, which has the variant one level deeper.
    return new Expressions(await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant));
  }

  /**
   * Evaluates an expression at one time at least. After the first problem there are no more results.
   *
   * @param times - The times of `Date` in the expression, in milliseconds since 1970.
   */
  evaluate(expression: string, scope: Scope, times: readonly number[]): Evaluated[] {
    if (expression.length > MOST_CHARACTERS)
      return [{ problem: `it is longer than ${MOST_CHARACTERS} characters`, isFatal: true }];
    const { context } = this.#opened();
    this.#end = processorTime() + MOST_MILLISECONDS + times.length * MILLISECONDS_A_TIME;
    const result = context.evalCode(programOf(expression, scope, times));
    this.#end = Number.POSITIVE_INFINITY;
    if (result.error) {
      const { message } = context.dump(result.error) as { readonly message?: string };
      result.error.dispose();
      // An engine that was out of time or memory may be damaged.
      this.close();
      return [{ problem: String(message ?? "it failed"), isFatal: true }];
    }
    const text = context.getString(result.value);
    result.value.dispose();
    return JSON.parse(text) as Evaluated[];
  }

  close(): void {
    this.#engine?.context.dispose();
    this.#engine?.runtime.dispose();
    this.#engine = undefined;
  }

  #opened(): { readonly runtime: QuickJSRuntime; readonly context: QuickJSContext } {
    if (this.#engine) return this.#engine;
    const runtime = this.#module.newRuntime();
    runtime.setMemoryLimit(MOST_BYTES);
    runtime.setMaxStackSize(MOST_STACK_BYTES);
    runtime.setInterruptHandler(() => processorTime() > this.#end);
    const context = runtime.newContext();
    const askNode = context.newFunction("askNode", (json) =>
      context.newString(this.#dates.answer(context.getString(json))),
    );
    context.setProp(context.global, "askNode", askNode);
    askNode.dispose();
    context.unwrapResult(context.evalCode(PRELUDE)).dispose();
    this.#engine = { runtime, context };
    return this.#engine;
  }
}

/**
 * Defines `evaluated`. Reading a variable without a known value ends the expression, and so does a random number. `Date` shows the
 * given time, and notes that it was asked.
 */
const PRELUDE = `
const evaluated = (() => {
  let now = 0, usesClock = false;
  const clock = () => { usesClock = true; return now; };
  const askNode = globalThis.askNode;
  delete globalThis.askNode;
  ${DATES}
  const unknown = (name) => new Error("the value of " + name + " is not known");
  Math.random = () => { throw unknown("Math.random()"); };
  const reader = (timed) => (values, name) => {
    if (typeof name !== "string") return undefined;
    if (Object.hasOwn(timed, name)) return timed[name]();
    if (!Object.hasOwn(values, name)) throw unknown(name);
    return values[name];
  };
  const parseJson = JSON.parse, text = JSON.stringify;
  const functionOf = (expression) => Function("__scope", "with (__scope) { return (" + expression + "\\n); }");
  const evaluated = (expression, scope, expressions, times) => {
    const run = functionOf(expression);
    const { vars, groups } = parseJson(scope), results = [], values = { ...vars };
    const timed = {};
    for (const [name, each] of Object.entries(expressions)) {
      const runTimed = functionOf(each);
      timed[name] = () => runTimed(all);
    }
    const all = new Proxy(values, {
      has: (_, name) => typeof name === "string"
        && (Object.hasOwn(values, name) || Object.hasOwn(timed, name) || !(name in globalThis)),
      get: reader(timed),
    });
    values.vars = new Proxy(vars, { get: reader(timed) });
    for (const [name, group] of Object.entries(groups)) values[name] = new Proxy(group, { get: reader({}) });
    for (const time of times) {
      now = time;
      usesClock = false;
      try {
        const value = run(all);
        results.push({ value: value === undefined ? null : value, usesClock });
      } catch (error) {
        results.push({ problem: String((error && error.message) || error) });
        break;
      }
    }
    return text(results);
  };
  // An expression leaves nothing to the next one.
  const frozen = new Set();
  const freeze = (value) => {
    if (Object(value) !== value || frozen.has(value)) return;
    frozen.add(value);
    Object.freeze(value);
    freeze(Object.getPrototypeOf(value));
    for (const { value: member, get } of Object.values(Object.getOwnPropertyDescriptors(value))) { freeze(member); freeze(get); }
  };
  freeze(globalThis);
  return evaluated;
})();`;

function programOf(expression: string, { timed, ...scope }: Scope, times: readonly number[]): string {
  const given = [expression, JSON.stringify(scope), timed, times].map((each) => JSON.stringify(each));
  return `evaluated(${given.join(", ")})`;
}

/** Unlike the time of day, it stands still while a busy machine runs other processes. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
