import type { Clock } from "./clock.ts";
import { InputError } from "./input.ts";

export interface RateLimitOptions {
  /** POST and PUT requests of one project. */
  readonly writes: number;
  readonly seconds: number;
}

/** What the live service documents. */
export const DOCUMENTED_LIMIT: RateLimitOptions = { writes: 13_800, seconds: 10 };

/** When a project has written too much (gap `rate-limit`). */
export class RateLimit {
  readonly #clock: Clock;
  readonly #windows = new Map<string, { ends: number; writes: number }>();
  #options: RateLimitOptions | false;

  constructor(options: RateLimitOptions | false, clock: Clock) {
    this.#options = accepted(options);
    this.#clock = clock;
  }

  /** Changes the limit and starts counting afresh. */
  set(options: RateLimitOptions | false): void {
    this.#options = accepted(options);
    this.#windows.clear();
  }

  /** Counts a write; when it is one too many, the whole seconds to wait. */
  count(project: string): number | undefined {
    if (!this.#options) return undefined;
    const now = this.#clock.now();
    const { writes, seconds } = this.#options;
    let window = this.#windows.get(project);
    // A clock that was put back leaves a window far in the future: it counts for nothing either.
    if (!window || window.ends <= now || window.ends > now + seconds * 1000) {
      window = { ends: now + seconds * 1000, writes: 0 };
      this.#windows.set(project, window);
    }
    window.writes += 1;
    return window.writes > writes ? Math.max(Math.ceil((window.ends - now) / 1000), 1) : undefined;
  }
}

/** `false` is no limit; one of 0 would refuse every write, which a fault says more clearly. */
function accepted(options: RateLimitOptions | false): RateLimitOptions | false {
  if (!options || (options.writes >= 1 && options.seconds > 0)) return options;
  throw new InputError("The rate limit", ["writes must be 1 or more, and seconds above 0"]);
}
