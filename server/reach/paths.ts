// A path of a call or message: what decides it, and where it ends.

import { joined, type Times, without } from "../calls/spans.ts";
import type { Mistake, PathEnd, Reached } from "./ends.ts";

export interface Path {
  /** What decides this path, in order: "key 1", "SIP endpoint desk: no answer", "Mon–Fri 09:00–17:00". Empty for the only path. */
  readonly choices: readonly string[];
  /** The same for the same choices of two programs, whatever a device that does not answer is called. */
  readonly key: string;
  /** True when a failure is assumed: a device that does not answer, a document that cannot be had. */
  readonly isFailure: boolean;
  /** The keys with which a call takes this path. */
  readonly digits: string;
  /** The text with which a message takes this path; only where the text matters. */
  readonly body?: string;
  /** A time at which a call takes this path, in milliseconds since 1970; only where the time matters. */
  readonly at?: number;
  /** The times at which a call takes this path: "Mon–Fri 09:00–17:00". The last of the choices may be shorter. */
  readonly hours?: string;
  /** The same, for the next 366 days, as spans: the first and the last minute, counted from 1970. */
  readonly times?: Times;
  /** Steps of the path that lead to what does not exist, whatever comes after them. */
  readonly mistakes: readonly Mistake[];
  readonly end: PathEnd;
  /** What the call or message reaches on its way. */
  readonly reached: Reached;
  /** Of a call with given keys: those that no menu took. */
  readonly unused?: string;
}

/** Returns the choices of a path without its hours. */
export function pointOf({ key, hours }: Path): string {
  if (hours === undefined) return key;
  return key === hours ? "" : key.slice(0, -`, ${hours}`.length);
}

/** True when the other paths have each time of this one. */
export function isCovered({ times }: Path, others: readonly Path[]): boolean {
  if (others.some((other) => other.times === undefined)) return true;
  return times !== undefined && without(times, joined(others.flatMap((other) => other.times ?? []))).length === 0;
}
