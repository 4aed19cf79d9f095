import { SECRET, UNKNOWN } from "../../contract/index.ts";
import type { TrafficOutcome } from "./trace.ts";

export const LARGEST_DOCUMENT_BYTES = 64 * 1024;

/** The end of a call's document, or of the last one that it led to. Steps have the reason. */
export interface End {
  readonly outcome: TrafficOutcome;
  /** The call's own status: a destination that it dialled is another call (gap `webhook-requests`). */
  readonly status: "completed" | "failed" | "busy" | "no-answer";
}

/** The result of reading a text: its parts, or the reason why it cannot take a call. */
export type Read<Parts> = Parts | { readonly problem: string };

export interface Requested {
  readonly url: string;
  /** For people: "POST http://…", or "the SWML script Menu" for a script of the project. */
  readonly name: string;
  /** The address after redirects, where relative addresses in the document begin. */
  readonly base: string;
  readonly text: string;
}

/** How people see a value that is not known before an update. */
export const NOT_KNOWN = "(not known yet)";

/** True for a text that stands for a secret, or for a value that is not known before an update. */
export function isHidden(value: unknown): value is string {
  return typeof value === "string" && (value.includes(SECRET) || value.includes(UNKNOWN) || value === NOT_KNOWN);
}

/** Describes a hidden value. */
export function hiddenAs(value: unknown): string {
  return String(value).includes(SECRET) ? "a secret value" : AWAITED;
}

const AWAITED = "a value that is not known before the update";

/** True for a detail of an event with a value that is not known before an update. An address has it encoded. */
export function isAwaited(detail: string | number): boolean {
  return [AWAITED, NOT_KNOWN, encodeURIComponent(NOT_KNOWN)].some((each) => String(detail).includes(each));
}

/** A method of HTTP in a document. Default: POST. */
export function methodIn(value: unknown): "GET" | "POST" {
  return String(value).toUpperCase() === "GET" ? "GET" : "POST";
}
