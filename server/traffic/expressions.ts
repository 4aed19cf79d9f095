// Evaluates the JavaScript of SWML scripts in a sandbox without any access to this process (gap `script-expressions`).

import type { QuickJSContext, QuickJSRuntime, QuickJSSyncVariant, QuickJSWASMModule } from "quickjs-emscripten-core";

/** The variables of an expression. A name that is missing has no value that is known. */
export interface Scope {
  readonly [name: string]: unknown;
}

export type Evaluated =
  /** `usesClock` is true when the value depends on the time. */
  | { readonly value: unknown; readonly usesClock: boolean }
  /** Why there is no value. `unknown` names the variable whose value is not known. */
  | { readonly problem: string; readonly unknown?: string };

/** For an expression, and for each further time at which it is evaluated. */
const [MOST_MILLISECONDS, MILLISECONDS_A_TIME] = [200, 0.2];
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_STACK_BYTES = 256 * 1024;
const MOST_CHARACTERS = 10_000;

export class Expressions {
  readonly #module: QuickJSWASMModule;
  #engine: { readonly runtime: QuickJSRuntime; readonly context: QuickJSContext } | undefined;
  /** The time at which an expression is interrupted. */
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

  /** @param now - The time of `Date` in the expression, in milliseconds since 1970. */
  evaluate(expression: string, scope: Scope, now: number): Evaluated {
    const [result] = this.evaluateAt(expression, scope, [now]);
    return result ?? { problem: "it has no value" };
  }

  /** Evaluates an expression at several times. After the first problem there are no more results. */
  evaluateAt(expression: string, scope: Scope, times: readonly number[]): Evaluated[] {
    if (expression.length > MOST_CHARACTERS) return [{ problem: `it is longer than ${MOST_CHARACTERS} characters` }];
    const { runtime, context } = this.#opened();
    this.#end = performance.now() + MOST_MILLISECONDS + times.length * MILLISECONDS_A_TIME;
    const result = context.evalCode(programOf(expression, scope, times));
    this.#end = Number.POSITIVE_INFINITY;
    if (result.error) {
      const { message } = context.dump(result.error) as { readonly message?: string };
      result.error.dispose();
      // An engine that was out of time or memory may be damaged.
      this.close();
      return [{ problem: String(message ?? "it failed") }];
    }
    const text = context.getString(result.value);
    result.value.dispose();
    runtime.executePendingJobs();
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
    runtime.setInterruptHandler(() => performance.now() > this.#end);
    const context = runtime.newContext();
    context.unwrapResult(context.evalCode(PRELUDE)).dispose();
    this.#engine = { runtime, context };
    return this.#engine;
  }
}

/**
 * Defines `evaluated`. Reading a variable without a known value ends the expression. `Date` shows the given time, and notes that
 * it was asked.
 */
const PRELUDE = `
const evaluated = (() => {
  const RealDate = Date;
  let now = 0, usesClock = false;
  const clock = () => { usesClock = true; return now; };
  globalThis.Date = class Date extends RealDate {
    constructor(...given) { if (given.length === 0) super(clock()); else super(...given); }
    static now() { return clock(); }
  };
  const unknown = (name) => Object.assign(new Error("the value of " + name + " is not known"), { unknown: name });
  const reads = (values) => new Proxy(values, {
    has: (_, name) => typeof name === "string" && !(name in globalThis && !(name in values)),
    get: (_, name) => {
      if (typeof name !== "string") return undefined;
      if (!Object.hasOwn(values, name)) throw unknown(name);
      return values[name];
    },
  });
  const parse = JSON.parse, text = JSON.stringify;
  return (run, scope, times) => {
    const results = [], values = reads(parse(scope));
    for (const time of times) {
      now = time;
      usesClock = false;
      try {
        const value = run(values);
        results.push({ value: value === undefined ? null : value, usesClock });
      } catch (error) {
        results.push({ problem: String(error && error.message), ...(error && error.unknown && { unknown: error.unknown }) });
        break;
      }
    }
    return text(results);
  };
})();`;

function programOf(expression: string, scope: Scope, times: readonly number[]): string {
  return `evaluated((__scope) => { with (__scope) { return (${expression}\n); } }, ${JSON.stringify(JSON.stringify(scope))}, ${JSON.stringify(times)})`;
}
