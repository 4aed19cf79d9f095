// Evaluates the JavaScript of SWML scripts in a thread of its own (gap `script-expressions`). A function of the sandbox that does not
// return, as `indexOf` of two long texts, can only be ended with its thread.

import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Times } from "./spans.ts";

/** The variables of an expression. A name that is missing, in a group too, has no value that is known. */
export interface Scope {
  readonly vars: { readonly [name: string]: unknown };
  /** Variables whose value depends on the time → their expressions. */
  readonly timed: { readonly [name: string]: string };
  /** `call`, `params`, `envs`. */
  readonly groups: { readonly [name: string]: { readonly [member: string]: unknown } };
}

/** What an expression is evaluated to, at one or several times. */
export interface Evaluated {
  /** Each value once. */
  readonly values: readonly unknown[];
  /** For each time, the index of its value. */
  readonly at: readonly number[];
  /** True when the value depends on the time. */
  readonly usesClock: boolean;
  /** The time zones that the expression asks for. */
  readonly zones: readonly string[];
}

export interface Problem {
  /** Why there is no value. */
  readonly problem: string;
  /** True for an expression that cannot run: too long, too slow, no JavaScript. */
  readonly isFatal?: true;
}

/** What the thread gets. */
export interface Task {
  readonly expression: string;
  readonly scope: Scope;
  /** The times of `Date` in the expression, in milliseconds since 1970. */
  readonly times: readonly number[];
  /** The processor time after which the sandbox interrupts the expression. */
  readonly milliseconds: number;
}

/** A value: the same at all times of the call, one of several by the time, or why it is not known. */
export type Known = { readonly value: unknown } | KnownByTime | Problem;

export interface KnownByTime {
  /** Empty when the times of the values were not looked for. */
  readonly byTime: readonly TimedValue[];
  /** The time zones that the expression asks for. */
  readonly zones: readonly string[];
}

export interface TimedValue {
  readonly value: unknown;
  /** The times at which it has this value. */
  readonly times: Times;
}

/** Processor time for an expression, and for each further time at which it is evaluated. */
const [MOST_MILLISECONDS, MILLISECONDS_A_TIME] = [500, 0.2];
/** Processor time after which the thread is ended: the sandbox had to interrupt the expression before. */
const GRACE_MILLISECONDS = 300;
const MOST_MEGABYTES = 64;
const CHARACTERS_A_MILLISECOND = 100_000;
/** Characters of an expression, and of its value. */
export const MOST_CHARACTERS = 10_000;

/** The expressions of a call, or of an exploration. Together they have a limit too. */
export class Expressions {
  #left: number;
  /** Expressions that were ended are not tried again with other values. */
  readonly #ended = new Map<string, Problem>();

  /** @param milliseconds - Processor time for all expressions. */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  /** Returns the problem of an expression that will not be evaluated. */
  refused(expression: string): Problem | undefined {
    if (expression.length > MOST_CHARACTERS) return fatal(`it is longer than ${MOST_CHARACTERS} characters`);
    if (this.#left <= 0) return fatal("the expressions before it took too long");
    return this.#ended.get(expression);
  }

  /** Counts the work of comparing a text of this length. */
  compared(characters: number): void {
    this.#left -= characters / CHARACTERS_A_MILLISECOND;
  }

  /** Evaluates an expression at one time at least. A problem at one time is the result. */
  async evaluate(expression: string, scope: Scope, times: readonly number[]): Promise<Evaluated | Problem> {
    const refused = this.refused(expression);
    if (refused) return refused;
    const milliseconds = Math.min(this.#left, MOST_MILLISECONDS + times.length * MILLISECONDS_A_TIME);
    const { result, used } = await inTurn(() => evaluated({ expression, scope, times, milliseconds }));
    this.#left -= used;
    if ("problem" in result && result.isFatal) this.#ended.set(expression, result);
    return result;
  }
}

function fatal(problem: string): Problem {
  return { problem, isFatal: true };
}

interface Done {
  readonly result: Evaluated | Problem;
  /** Processor time, in milliseconds. */
  readonly used: number;
}

/** One thread serves the process: it keeps nothing from one expression to the next. */
let thread: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** A thread has one expression at a time, so that a limit is about this expression. */
function inTurn(run: () => Promise<Done>): Promise<Done> {
  const done = last.then(run);
  last = done;
  return done;
}

async function evaluated(asked: Task): Promise<Done> {
  thread ??= await started();
  const worker = thread;
  const start = processorTime();
  const result = await new Promise<Evaluated | Problem>((resolve) => {
    const end = (problem: string) => {
      thread = undefined;
      done(fatal(problem));
      void worker.terminate();
    };
    const watch = setInterval(() => {
      if (processorTime() > start + asked.milliseconds + GRACE_MILLISECONDS) end("it takes too long");
    }, 50);
    const broke = ({ message }: Error) => end(message);
    const done = (result: Evaluated | Problem) => {
      clearInterval(watch);
      worker.off("message", done).off("error", broke);
      resolve(result);
    };
    worker.on("message", done).on("error", broke);
    worker.postMessage(asked);
  });
  return { result, used: processorTime() - start };
}

/** Started for the first expression, so that a server without scripts starts faster. */
async function started(): Promise<Worker> {
  const file = new URL(`./expression-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } });
  await once(worker, "message");
  // The timer of an expression keeps the process alive. The thread does not.
  worker.unref();
  return worker;
}

/** The processor time of this process, in milliseconds. Unlike the time of day, it stands still while a busy machine runs others. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
