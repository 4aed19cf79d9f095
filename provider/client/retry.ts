// Decides whether a failed request is sent again, and after which delay.

import type { Budget } from "./budget.ts";
import { RequestFailure, reached } from "./errors.ts";
import type { Attempt } from "./log.ts";
import type { ShowWait } from "./print.ts";

/** Milliseconds after which a request gives up, including all attempts and waits. */
export const DEADLINE = 5 * 60_000;

const MOST_FAILURES = 5;
const BASE = 250;
const CEILING = 20_000;

/** Repeats attempts until one succeeds or another one is pointless. An attempt throws a `RequestFailure`. */
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
    let mayBeDone = false;
    for (let number = 1; ; number += 1) {
      await budget.turn();
      // The deadline starts here: time in the queue does not count.
      const started = timer.now();
      try {
        return await attempt({ number, waited: started - since, reason });
      } catch (failure) {
        if (!(failure instanceof RequestFailure)) throw failure;
        since = timer.now();
        reason = failure.message;
        mayBeDone ||= failure.reach === "unknown";
        elapsed += since - started;
        const delay = retryDelay(failure, { repeatable, failures: number, elapsed }, Math.random());
        // A wait that the service asks for applies even when this request gives up, because other requests follow.
        const wait = delay ?? failure.retryAfter ?? 0;
        if (wait <= DEADLINE) {
          if (failure.retryAfter !== undefined) budget.pause(wait);
          showWait(failure.message, wait, budget.waiting);
        }
        if (delay === undefined) throw mayBeDone && failure.reach !== "unknown" ? reached("unknown", failure) : failure;
        await timer.sleep(delay);
        elapsed += delay;
      }
    }
  });
}

/**
 * Returns the milliseconds to wait before the next attempt, or `undefined` to give up. `failures` includes this failure,
 * `elapsed` is in milliseconds, `random` is from 0 up to 1.
 */
export function retryDelay(
  failure: RequestFailure,
  plan: { readonly repeatable: boolean; readonly failures: number; readonly elapsed: number },
  random: number,
): number | undefined {
  if (!isTransient(failure)) return undefined;
  // A request that may have been carried out is repeated only when a repetition has no further effect.
  if (failure.reach === "unknown" && !plan.repeatable) return undefined;
  // A service that names a delay is alive, so only the deadline ends the attempts.
  if (failure.retryAfter === undefined && plan.failures >= MOST_FAILURES) return undefined;
  // A delay of zero, or a date in the past, must not cause a tight loop.
  const delay = failure.retryAfter || backoff(plan.failures, random);
  return plan.elapsed + delay > DEADLINE ? undefined : delay;
}

/** True when the same request may succeed later. */
function isTransient({ code }: RequestFailure): boolean {
  return code === "unreachable" || code === "timeout" || code === "rate_limited" || code === "service_error";
}

/** True when the same request may have another result later, so the failure must not be remembered. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof RequestFailure) || isTransient(error) || error.code === "cancelled";
}

/**
 * Parses `Retry-After` into milliseconds: a number of seconds, or a date. A date is compared with the answer's own `Date`,
 * because the two clocks may differ. Without one, it is compared with `now`, this machine's time.
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

/** Exponential backoff with full jitter, so that requests that failed together are not repeated together. */
function backoff(failures: number, random: number): number {
  return random * Math.min(CEILING, BASE * 2 ** failures);
}
