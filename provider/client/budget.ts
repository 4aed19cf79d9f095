// Decides when a request may start. All resources of a process share the connections, the requests in a second, and the
// service's pauses.

import type { Connection } from "../config/config.ts";

/** Waits that a cancellation can end; `sleep` rejects then. */
export interface Timer {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export class Budget {
  readonly timer: Timer;
  readonly #limits: Connection["limits"];
  readonly #queue: (() => void)[] = [];
  #underWay = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** The time when the next request may start. */
  #opens = 0;

  constructor(limits: Connection["limits"], timer: Timer) {
    this.#limits = limits;
    this.timer = timer;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs `request`, including its retries, as soon as fewer requests than the limit are running. First come, first served. */
  async share<T>(request: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#limits.concurrency) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await request();
    } finally {
      // The next request takes over the slot directly, so no other request can take it.
      const next = this.#queue.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }

  /** Resolves when the next attempt may start. Attempts start one after the other. */
  turn(): Promise<void> {
    const turn = this.#lastTurn.then(() => this.#open());
    // The waiting request gets the rejection. Later requests have waits of their own.
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Starts no request for this long. A pause that the service demands of one request applies to all. */
  pause(milliseconds: number): void {
    this.#opens = Math.max(this.#opens, this.timer.now() + milliseconds);
  }

  async #open(): Promise<void> {
    // A pause may begin during this sleep.
    while (this.#opens > this.timer.now()) await this.timer.sleep(this.#opens - this.timer.now());
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond !== undefined) this.#opens = this.timer.now() + 1_000 / requestsPerSecond;
  }
}
