// Decides when a request may leave: all resources of a process share one budget of connections and of requests a second.

import { RequestFailure } from "./errors.ts";
import { Pace } from "./pace.ts";

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

/** How the service counts a request: what it limits on one side, what it does not on the other (gap `rate-limit`). */
export type Lane = "counted" | "free";

interface LaneState {
  readonly pace: Pace;
  /** The last of those that wait in this lane. */
  last: Promise<unknown>;
  /** When the next of this lane may start. */
  opens: number;
}

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #timer: Timer;
  readonly #turns: (() => void)[] = [];
  readonly #lanes: { readonly [lane in Lane]: LaneState } = { counted: emptyLane(), free: emptyLane() };
  #underWay = 0;
  #waiting = 0;
  /** When the next may start, whatever its lane. */
  #opens = 0;

  constructor(limits: BudgetLimits, timer: Timer) {
    this.#limits = limits;
    this.#timer = timer;
  }

  /** How many requests wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Requests that may start within a second now, by what the service was seen to take; infinite until it refuses. */
  perSecond(lane: Lane): number {
    return this.#lanes[lane].pace.perSecond(this.#timer.now());
  }

  /** Runs `request` when it is its turn. */
  async spend<T>(lane: Lane, request: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    if (this.#underWay >= this.#limits.concurrency) await new Promise<void>((turn) => this.#turns.push(turn));
    else this.#underWay += 1;
    try {
      await this.#turnOf(this.#lanes[lane]);
      return await this.#watch(this.#lanes[lane].pace, request);
    } finally {
      const next = this.#turns.shift();
      if (next) next();
      else this.#underWay -= 1;
    }
  }

  /** Nothing starts for this long: the service asked for it, and what it asks of one request it means for all. */
  pause(milliseconds: number): void {
    this.#opens = Math.max(this.#opens, this.#timer.now() + milliseconds);
  }

  /** Learns from what becomes of the request how fast the next ones may come. */
  async #watch<T>(pace: Pace, request: () => Promise<T>): Promise<T> {
    const started = this.#timer.now();
    try {
      const answer = await request();
      pace.taken(this.#timer.now());
      return answer;
    } catch (error) {
      if (error instanceof RequestFailure && error.code === "rate_limited")
        pace.refused(this.#timer.now(), { started, retryAfter: error.retryAfter });
      throw error;
    }
  }

  /** One after the other within a lane, so that a lane that is slowed down does not hold up the other. */
  async #turnOf(lane: LaneState): Promise<void> {
    const turn = lane.last.then(() => this.#open(lane));
    // Whoever waited learns that its wait was ended; those behind it have waits of their own.
    lane.last = turn.catch(() => undefined);
    try {
      await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #open(lane: LaneState): Promise<void> {
    const wait = () => Math.max(lane.opens, this.#opens) - this.#timer.now();
    // What keeps it may grow while it sleeps.
    while (wait() > 0) await this.#timer.sleep(wait());
    const now = this.#timer.now();
    lane.opens = now + 1_000 / lane.pace.perSecond(now);
    this.#opens = now + 1_000 / (this.#limits.requestsPerSecond ?? Number.POSITIVE_INFINITY);
  }
}

function emptyLane(): LaneState {
  return { pace: new Pace(), last: Promise.resolve(), opens: 0 };
}
