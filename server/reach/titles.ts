// The names of callers and of their paths, as reports and errors print them.

import type { ExploredCaller } from "./callers.ts";

/** Returns "+12025550101", "a message to +12025550101", or "sip:anyone@example.com from 203.0.113.5". */
export function titleOf({ kind, to, sourceIp }: Pick<ExploredCaller, "kind" | "to" | "sourceIp">): string {
  return `${kind === "message" ? "a message to " : ""}${to}${sourceIp === undefined ? "" : ` from ${sourceIp}`}`;
}

/** Returns "+12025550101: key 1, key 2"; the caller alone for its only path. */
export function pathTitle(caller: string, choices: string): string {
  return choices === "" ? caller : `${caller}: ${choices}`;
}

/** Returns `+12025550101 expects[0] { keys: "1", rings: "sales" }`. */
export function expectationTitle(
  to: string,
  { index, text }: { readonly index: number; readonly text: string },
): string {
  return `${to} expects[${index}] ${text}`;
}
