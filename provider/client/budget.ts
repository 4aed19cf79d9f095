// When a request may leave: all resources of a process share the connections, the requests a second and the service's waits.

import type { Connection } from "../config.ts";

/** Waits that can be ended from outside; `sleep` rejects when they are. */
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
  /** When the next request may start. */
  #opens = 0;

  constructor(limits: Connection["limits"], timer: Timer) {
    this.#limits = limits;
    this.timer = timer;
  }

  /** How many requests wait for one of those under way to end. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs `request`, its repetitions included, as soon as fewer than the limit are under way; first come, first served. */
  async share<T>(request: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#limits.concurrency) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await request();
    } finally {
      // Whoever is next takes over the place, so nobody slips in between.
      const next = this.#queue.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }

  /** Resolves when the next attempt may start, one after the other. */
  turn(): Promise<void> {
    const turn = this.#lastTurn.then(() => this.#open());
    // Whoever waited learns that its wait was ended; those behind it have waits of their own.
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Nothing starts for this long: the service asked for it, and what it asks of one request it means for all. */
  pause(milliseconds: number): void {
    this.#opens = Math.max(this.#opens, this.timer.now() + milliseconds);
  }

  async #open(): Promise<void> {
    // A pause may begin while this sleeps.
    while (this.#opens > this.timer.now()) await this.timer.sleep(this.#opens - this.timer.now());
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond !== undefined) this.#opens = this.timer.now() + 1_000 / requestsPerSecond;
  }
}
