// Whether a failed request is sent again, and after how long.

import type { Budget } from "./budget.ts";
import { RequestFailure } from "./errors.ts";
import type { Attempt } from "./log.ts";
import type { ShowWait } from "./print.ts";

/** A request ends after this many milliseconds of attempts and of the waits between them. */
export const DEADLINE = 5 * 60_000;

const MOST_FAILURES = 5;
const BASE = 250;
const CEILING = 20_000;

/** Makes one attempt after the other until one succeeds or a further one is of no use. An attempt throws a `RequestFailure`. */
export function sendPatiently<T>(
  attempt: (which: Attempt) => Promise<T>,
  repeatable: boolean,
  budget: Budget,
  showWait: ShowWait = () => undefined,
): Promise<T> {
  const { timer } = budget;
  let since = timer.now();
  let reason = "other requests were before it";
  return budget.share(async () => {
    let elapsed = 0;
    for (let number = 1; ; number += 1) {
      await budget.turn();
      // From here on: what it waited behind others is not its own fault.
      const started = timer.now();
      try {
        return await attempt({ number, waited: started - since, reason });
      } catch (failure) {
        if (!(failure instanceof RequestFailure)) throw failure;
        since = timer.now();
        reason = failure.message;
        elapsed += since - started;
        const delay = retryDelay(failure, { repeatable, failures: number, elapsed }, Math.random());
        // A wait that the service asks for holds also when this request is given up: others follow, such as a look-up.
        const wait = delay ?? failure.retryAfter ?? 0;
        if (wait <= DEADLINE) {
          if (failure.retryAfter !== undefined) budget.pause(wait);
          showWait(failure.message, wait, budget.waiting);
        }
        if (delay === undefined) throw failure;
        await timer.sleep(delay);
        elapsed += delay;
      }
    }
  });
}

/**
 * Milliseconds to wait before the request is sent again, or `undefined` to give up. `failures` counts this one too, `elapsed`
 * is in milliseconds, `random` a number from 0 up to 1.
 */
export function retryDelay(
  failure: RequestFailure,
  plan: { readonly repeatable: boolean; readonly failures: number; readonly elapsed: number },
  random: number,
): number | undefined {
  if (!isTransient(failure)) return undefined;
  // What may have been done already is only done again when that changes nothing.
  if (failure.reach === "unknown" && !plan.repeatable) return undefined;
  // A service that names a time is alive and means it: only the deadline ends that.
  if (failure.retryAfter === undefined && plan.failures >= MOST_FAILURES) return undefined;
  // "At once" it was refused already: zero, or a date that has passed, must not become a tight loop.
  const delay = failure.retryAfter || backoff(plan.failures, random);
  return plan.elapsed + delay > DEADLINE ? undefined : delay;
}

/** The same request may well succeed later. */
function isTransient({ code }: RequestFailure): boolean {
  return code === "unreachable" || code === "timeout" || code === "rate_limited" || code === "service_error";
}

/** Another time the same request may well end otherwise, so that its failure is nothing to remember. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof RequestFailure) || isTransient(error) || error.code === "cancelled";
}

/**
 * `Retry-After` in milliseconds: a number of seconds, or a date. A date is compared with the answer's own `Date`, because
 * the two clocks may differ; with `now`, this machine's, where the answer has none.
 */
export function parseRetryAfter(
  header: string | undefined,
  answeredAt: string | undefined,
  now: number,
): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  const base = Date.parse(answeredAt ?? "");
  return Number.isNaN(date) ? undefined : Math.max(date - (Number.isNaN(base) ? now : base), 0);
}

/** Exponential with full jitter, so that requests which failed together do not come back together. */
function backoff(failures: number, random: number): number {
  return random * Math.min(CEILING, BASE * 2 ** failures);
}
