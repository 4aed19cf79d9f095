// A service with a rate limit, and a clock that jumps from event to event.

import { Budget, type Timer } from "../../provider/client/budget.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import { sendPatiently } from "../../provider/client/retry.ts";
import type { Connection } from "../../provider/config/config.ts";

/** Returns the milliseconds to wait, when a request at this time exceeds the limit. */
export type Limit = (now: number) => number | undefined;

export interface Demand {
  readonly requests: number;
  /**
   * Returns the milliseconds that the caller needs before the request with this number. Requests are prepared one after the
   * other.
   */
  readonly preparing?: (request: number) => number;
  readonly limits?: Partial<Connection["limits"]>;
}

export interface Played {
  /** The time of the last answer, in seconds. */
  readonly seconds: number;
  /** The start times of refused requests, in seconds. */
  readonly refused: readonly number[];
  /** The start times of all requests, repetitions included, in seconds. */
  readonly started: readonly number[];
}

/** The requests that an engine starts in parallel, which may exceed the provider's limit. */
const ASKING_AT_ONCE = 64;
const LATENCY = 8;

/** Counts from the first request of a window, like the reference server. */
export function fixedWindow(requests: number, seconds: number): Limit {
  let [ends, counted] = [0, 0];
  return (now) => {
    if (now >= ends) [ends, counted] = [now + seconds * 1_000, 0];
    counted += 1;
    return counted > requests ? wholeSeconds(ends - now) : undefined;
  };
}

/** Counts the requests of the last seconds. */
export function slidingWindow(requests: number, seconds: number): Limit {
  let counted: number[] = [];
  return (now) => {
    counted = counted.filter((moment) => moment > now - seconds * 1_000);
    const [oldest = now] = counted;
    if (counted.length >= requests) return wholeSeconds(oldest + seconds * 1_000 - now);
    counted.push(now);
    return undefined;
  };
}

/** Simulates an operation with many writes. */
export async function play(limit: Limit, { requests, preparing, limits }: Demand): Promise<Played> {
  const clock = new Clock();
  const budget = new Budget({ concurrency: 16, requestsPerSecond: undefined, ...limits }, clock);
  const [started, refused]: [number[], number[]] = [[], []];
  let prepared = Promise.resolve();
  let next = 0;

  async function attempt(): Promise<void> {
    const moment = clock.now() / 1_000;
    started.push(moment);
    await clock.sleep(LATENCY / 2);
    const retryAfter = limit(clock.now());
    await clock.sleep(LATENCY / 2);
    if (retryAfter === undefined) return;
    refused.push(moment);
    throw new RequestFailure("rate_limited", "the service answered 429 Too Many Requests", { retryAfter });
  }

  async function ask(): Promise<void> {
    while (next < requests) {
      const request = next;
      next += 1;
      if (preparing) {
        prepared = prepared.then(() => clock.sleep(preparing(request)));
        await prepared;
      }
      await sendPatiently(attempt, false, budget);
    }
  }

  await clock.runUntil(Promise.all(Array.from({ length: ASKING_AT_ONCE }, ask)));
  return { seconds: clock.now() / 1_000, refused, started };
}

/** A timer that jumps to the end of the next sleep. */
export class Clock implements Timer {
  #now = 0;
  readonly #sleepers = new Map<number, (() => void)[]>();

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    return new Promise((wake) => this.#sleepers.set(end, [...(this.#sleepers.get(end) ?? []), wake]));
  }

  async runUntil(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void work.then(() => {
      isDone = true;
    });
    for (;;) {
      await new Promise((settled) => setImmediate(settled));
      if (isDone) return;
      if (this.#sleepers.size === 0) throw new Error("everything waits, and nothing will wake it");
      this.#now = Math.min(...this.#sleepers.keys());
      for (const wake of this.#sleepers.get(this.#now) ?? []) wake();
      this.#sleepers.delete(this.#now);
    }
  }
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(Math.ceil(milliseconds / 1_000), 1) * 1_000;
}
