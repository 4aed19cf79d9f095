// Decides how fast requests may start once the service refused some: a little slower than it was seen to take them, and
// faster again while it takes them all. What the service counts, and over how long, nobody tells: only `Retry-After` hints at it.

/** Of what the service was seen to take, so that the next refusal is the exception. */
const MARGIN = 0.9;
/** Requests a second below which no first guess goes: a service that takes fewer says so at once, and the guess falls. */
const LOWEST_GUESS = 5;
/** Requests a second below which no pace goes, so that no wait between two of them is long: slower limits are kept by waiting as told. */
const LOWEST = 1;
/** What is not told takes a second: the least that `Retry-After` can say, zero aside. */
const SHORTEST_WINDOW = 1_000;
/** Refusals that take less than a tenth of the time cost less than a guess may. */
const SELDOM = 10;
/** Nothing refused for so many milliseconds doubles the rate; flat at first, then steep, as RFC 9438 has it for TCP. */
const DOUBLED_AFTER = 30_000;
/** Nothing refused for so many milliseconds: whatever it was is over. */
const FORGOTTEN_AFTER = 60_000;

export interface Refusal {
  /** When the refused request started. */
  readonly started: number;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter: number | undefined;
}

/** The rate of requests that one limit of the service counts. Every moment is in milliseconds, by the caller's clock. */
export class Pace {
  #steady = Number.POSITIVE_INFINITY;
  #calmSince = Number.NEGATIVE_INFINITY;
  #lastRefusal = Number.NEGATIVE_INFINITY;
  /** When the service took a request, since the last refusal. */
  #taken: number[] = [];

  /** Requests that may start within a second; infinite as long as nothing is known against it. */
  perSecond(now: number): number {
    const calm = Math.max(now - this.#calmSince, 0);
    return calm > FORGOTTEN_AFTER ? Number.POSITIVE_INFINITY : this.#steady * (1 + (calm / DOUBLED_AFTER) ** 3);
  }

  taken(now: number): void {
    this.#taken.push(now);
  }

  refused(now: number, { started, retryAfter = 0 }: Refusal): void {
    // What had started before is part of the refusal that is known already.
    if (started <= this.#lastRefusal) return;
    const window = Math.max(retryAfter, SHORTEST_WINDOW);
    this.#steady = this.#after(now, window);
    this.#taken = [];
    this.#lastRefusal = now;
    this.#calmSince = now + retryAfter;
  }

  /** The rate to go on with. */
  #after(now: number, window: number): number {
    const calm = now - this.#calmSince;
    const reached = this.perSecond(now);
    const isUnlimited = reached === Number.POSITIVE_INFINITY;
    // Everything is refused: no pace would be slow enough.
    if (this.#taken.length === 0) return isUnlimited ? reached : this.#steady;
    if (isUnlimited) {
      // One refusal may have any reason, somebody else's requests included. Waiting as told is all it asks for.
      if (calm > SELDOM * window) return reached;
      const taken = this.#taken.filter((moment) => moment > now - window).length;
      return Math.max((MARGIN * taken * 1_000) / window, LOWEST_GUESS);
    }
    // The service took this rate for longer than it now asks to wait: at most what was added since then is too much.
    const isProven = calm > 2 * window;
    return Math.max(MARGIN * reached, isProven ? this.#steady : LOWEST);
  }
}
