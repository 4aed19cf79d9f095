import * as z from "zod";
import type { Clock } from "./clock.ts";
import { parseInput } from "./input.ts";

export interface RateLimitOptions {
  /** The number of POST, PUT and PATCH requests that one project may send. */
  readonly writes: number;
  readonly seconds: number;
}

/** Counts writes and enforces the limit of each project (gap `rate-limit`). */
export class RateLimit {
  readonly #clock: Clock;
  readonly #windows = new Map<string, { ends: number; writes: number }>();
  #options: RateLimitOptions | false;

  constructor(options: RateLimitOptions | false, clock: Clock) {
    this.#options = checkedLimit(options);
    this.#clock = clock;
  }

  /** Changes the limit and restarts the count. */
  set(options: RateLimitOptions | false): void {
    this.#options = checkedLimit(options);
    this.#windows.clear();
  }

  /** Counts a write. Returns the seconds to wait when the limit is exceeded. */
  count(project: string): number | undefined {
    if (!this.#options) return undefined;
    const now = this.#clock.now();
    const { writes, seconds } = this.#options;
    let window = this.#windows.get(project);
    // A clock that was set back leaves a window far in the future. That window is invalid too.
    if (!window || window.ends <= now || window.ends > now + seconds * 1000) {
      window = { ends: now + seconds * 1000, writes: 0 };
      this.#windows.set(project, window);
    }
    window.writes += 1;
    return window.writes > writes ? Math.max(Math.ceil((window.ends - now) / 1000), 1) : undefined;
  }
}

/** A limit of 0 is rejected: use a fault to refuse every write. */
export const rateLimitOptions: z.ZodType<RateLimitOptions> = z.strictObject({
  writes: z.int("must be a whole number from 1").min(1, "must be a whole number from 1"),
  seconds: z.number("must be a number above 0").gt(0, "must be a number above 0"),
});

/** `false` means no limit. */
function checkedLimit(options: RateLimitOptions | false): RateLimitOptions | false {
  return options === false ? false : parseInput("The rate limit", rateLimitOptions, options);
}
