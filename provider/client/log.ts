// One line a request for whoever asks for help: nothing of what was sent or answered.

import { appendFileSync } from "node:fs";

export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Milliseconds since it was wanted, or since the one before failed. */
  readonly waited: number;
  /** Why it waited. */
  readonly reason: string;
}

interface Ended extends Attempt {
  /** The status, or the code of what went wrong below HTTP. */
  readonly outcome: string | number;
  readonly milliseconds: number;
}

/** Where the lines go: a file, or to the user as it happens. */
export type LogTarget = { readonly file: string } | "user";

/** `2026-11-22T03:00:00.123Z GET /api/relay/rest/phone_numbers?page_size=1000 429 35 ms, attempt 2 after waiting 1000 ms: …` */
export function logRequest(
  { target, print }: { readonly target: LogTarget; readonly print: (line: string) => void },
  { method, path }: { readonly method: string; readonly path: string },
  ended: Ended,
): void {
  const { outcome, milliseconds, number, waited, reason } = ended;
  const why = number > 1 || waited >= SHORTEST_TOLD ? ` after waiting ${Math.round(waited)} ms: ${reason}` : "";
  const line = `${new Date().toISOString()} ${method} ${withoutValues(path)} ${outcome} ${Math.round(milliseconds)} ms, attempt ${number}${why}`;
  if (target === "user") print(line);
  else writeTo(target.file, `${line}\n`);
}

/** Milliseconds. */
const SHORTEST_TOLD = 100;

/** A filter's value is a user name or a number, and a page's token is the service's own. */
function withoutValues(path: string): string {
  return path.replace(/([?&])([^=&]*)=[^&]*/g, (all, mark, name) => (name === "page_size" ? all : `${mark}${name}=…`));
}

function writeTo(file: string, line: string): void {
  try {
    appendFileSync(file, line);
  } catch {
    // A full disk must not end an `up`.
  }
}
