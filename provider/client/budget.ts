// Decides when a request may leave: all resources of a process share one budget of connections and of requests a second.

export interface BudgetLimits {
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Requests that may start within a second; unlimited when not given. */
  readonly requestsPerSecond: number | undefined;
}

/** Waits that can be ended from outside; `sleep` rejects when they are. */
export interface Timer {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #timer: Timer;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #nextStart = 0;
  #pausedUntil = 0;

  constructor(limits: BudgetLimits, timer: Timer) {
    this.#limits = limits;
    this.#timer = timer;
  }

  /** How many requests wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `request` when it is its turn. */
  async spend<T>(request: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#limits.concurrency) await new Promise<void>((turn) => this.#waiting.push(turn));
    else this.#underWay += 1;
    try {
      await this.#start();
      return await request();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }

  /** Nothing starts for this long: the service asked for it, and what it asks of one request it means for all. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#timer.now() + milliseconds);
  }

  async #start(): Promise<void> {
    const { requestsPerSecond } = this.#limits;
    if (requestsPerSecond !== undefined) {
      const start = Math.max(this.#timer.now(), this.#nextStart);
      this.#nextStart = start + 1_000 / requestsPerSecond;
      if (start > this.#timer.now()) await this.#timer.sleep(start - this.#timer.now());
    }
    while (this.#pausedUntil > this.#timer.now()) await this.#timer.sleep(this.#pausedUntil - this.#timer.now());
  }
}
