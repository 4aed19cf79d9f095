// The thread that evaluates the JavaScript of SWML scripts, in a sandbox without any access to this process (gap
// `script-expressions`). The sandbox interrupts an expression between two instructions. `expressions.ts` ends the whole thread when
// one instruction does not end.

import { parentPort } from "node:worker_threads";
import type { QuickJSContext, QuickJSRuntime, QuickJSSyncVariant, QuickJSWASMModule } from "quickjs-emscripten-core";
import { type Evaluated, MOST_CHARACTERS, type Problem, processorTime, type Scope, type Task } from "./expressions.ts";
import { DATES, ScriptDates } from "./script-dates.ts";

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_STACK_BYTES = 256 * 1024;

class Sandbox {
  readonly #module: QuickJSWASMModule;
  readonly #dates = new ScriptDates();
  #engine: { readonly runtime: QuickJSRuntime; readonly context: QuickJSContext } | undefined;
  /** The processor time of this process, in milliseconds, at which an expression is interrupted. */
  #end = Number.POSITIVE_INFINITY;

  private constructor(module: QuickJSWASMModule) {
    this.#module = module;
  }

  static async open(): Promise<Sandbox> {
    const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
      import("quickjs-emscripten-core"),
      import("@jitl/quickjs-wasmfile-release-sync"),
    ]);
    // The package's declarations describe its CommonJS form, which has the variant one level deeper.
    return new Sandbox(await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant));
  }

  /** Evaluates an expression at each time, up to the first problem. */
  evaluate({ expression, scope, times, milliseconds }: Task): Evaluated | Problem {
    const { context } = this.#opened();
    this.#end = processorTime() + milliseconds;
    const result = context.evalCode(programOf(expression, scope, times));
    this.#end = Number.POSITIVE_INFINITY;
    if (result.error) {
      const { message } = context.dump(result.error) as { readonly message?: string };
      result.error.dispose();
      // An engine that was out of time or memory may be damaged.
      this.close();
      return { problem: String(message ?? "it failed"), isFatal: true };
    }
    const text = context.getString(result.value);
    result.value.dispose();
    return JSON.parse(text) as Evaluated | Problem;
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
 * given time, and notes that it was asked, and for which time zone.
 */
const PRELUDE = `
const evaluated = (() => {
  let now = 0, usesClock = false;
  const zones = new Set();
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
  const parseJson = JSON.parse, text = JSON.stringify, MOST = ${MOST_CHARACTERS}, InternalError = globalThis.InternalError;
  const functionOf = (expression) => Function("__scope", "with (__scope) { return (" + expression + "\\n); }");
  const evaluated = (expression, scope, expressions, times) => {
    const run = functionOf(expression);
    const { vars, groups } = parseJson(scope), values = { ...vars };
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
    const found = new Map(), at = [];
    usesClock = false;
    zones.clear();
    try {
      for (now of times) {
        const value = text(run(all)) || "null";
        if (value.length > MOST) throw new InternalError("its value is longer than " + MOST + " characters");
        if (!found.has(value)) found.set(value, found.size);
        at.push(found.get(value));
      }
    } catch (error) {
      const problem = String((error && error.message) || error);
      return text(error instanceof InternalError ? { problem, isFatal: true } : { problem });
    }
    return '{"values":[' + [...found.keys()].join() + '],' + text({ at, usesClock, zones: [...zones] }).slice(1);
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

const sandbox = await Sandbox.open();
parentPort?.on("message", (asked: Task) => parentPort?.postMessage(sandbox.evaluate(asked)));
parentPort?.postMessage("ready");
