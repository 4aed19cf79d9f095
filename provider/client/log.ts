// Writes one log line for each request, for support. It contains no sent or received values.

import { appendFileSync } from "node:fs";
import type { LogTarget } from "../config/config.ts";

export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Milliseconds since the request was queued, or since its previous attempt failed. */
  readonly waited: number;
  readonly reason: string;
}

interface Ended extends Attempt {
  /** The status, or the error code of a failure below HTTP. */
  readonly outcome: string | number;
  readonly milliseconds: number;
}

interface LogOutput {
  readonly target: LogTarget;
  readonly print: (line: string) => void;
  readonly mask: (text: string) => string;
}

/**
 * Writes a line such as `2026-11-22T03:00:00.123Z GET /api/relay/rest/phone_numbers?page_size=1000 429 35 ms, attempt 2 after
 * waiting 1000 ms: …`
 */
export function logRequest(
  { target, print, mask }: LogOutput,
  { method, path }: { readonly method: string; readonly path: string },
  ended: Ended,
): void {
  const { outcome, milliseconds, number, waited, reason } = ended;
  const why = number > 1 || waited >= SHORTEST_LOGGED ? ` after waiting ${Math.round(waited)} ms: ${reason}` : "";
  const line = mask(
    `${new Date().toISOString()} ${method} ${withoutValues(path)} ${outcome} ${Math.round(milliseconds)} ms, attempt ${number}${why}`,
  );
  if (target === "user") print(line);
  else writeTo(target.file, `${line}\n`);
}

/** Milliseconds; shorter waits are not logged. */
const SHORTEST_LOGGED = 100;

/** Removes query values: a filter contains a user name or a number, and a page's token belongs to the service. */
function withoutValues(path: string): string {
  return path.replace(/([?&])([^=&]*)=[^&]*/g, (all, mark, name) => (name === "page_size" ? all : `${mark}${name}=…`));
}

function writeTo(file: string, line: string): void {
  try {
    appendFileSync(file, line);
  } catch {
    // A full disk must not fail an `up`.
  }
}
