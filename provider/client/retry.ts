// Decides whether a failed request is sent again, and after how long.

import type { RequestFailure } from "./errors.ts";

export interface RetryPlan {
  /** Doing it twice is the same as doing it once. */
  readonly repeatable: boolean;
  /** Counts the failures so far, this one included. */
  readonly failures: number;
  /** Milliseconds since the operation's first request. */
  readonly elapsed: number;
}

/** An operation that the service keeps turning away ends after this many milliseconds. */
export const DEADLINE = 5 * 60_000;

const MOST_FAILURES = 5;
const BASE = 250;
const CEILING = 20_000;

/**
 * Milliseconds to wait before the request is sent again, or `undefined` to give up.
 * `random` is a number from 0 up to 1.
 */
export function retryDelay(failure: RequestFailure, plan: RetryPlan, random: number): number | undefined {
  if (!isTransient(failure)) return undefined;
  // What may have been done already is only done again when that changes nothing.
  if (failure.reach === "unknown" && !plan.repeatable) return undefined;
  // A service that names a time is alive and means it: only the deadline ends that.
  if (failure.retryAfter === undefined && plan.failures >= MOST_FAILURES) return undefined;
  // "At once" it was refused already: zero, or a date that has passed by this machine's clock, must not become a tight loop.
  const delay = failure.retryAfter || backoff(plan.failures, random);
  return plan.elapsed + delay > DEADLINE ? undefined : delay;
}

/** `Retry-After` in milliseconds: a number of seconds or a date. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}

/** The same request may well succeed later. */
export function isTransient({ code }: RequestFailure): boolean {
  return code === "unreachable" || code === "timeout" || code === "rate_limited" || code === "service_error";
}

/** Exponential with full jitter, so that requests which failed together do not come back together. */
function backoff(failures: number, random: number): number {
  return random * Math.min(CEILING, BASE * 2 ** failures);
}
