import type { TrafficOutcome } from "./step.ts";

/** The end of a call's document, or of the last one that it led to. */
export type End =
  /** The document keeps the call: it plays to the caller, or hangs up. */
  | { readonly kind: "keeps" }
  /** The call went on to the destinations that the document dialled. */
  | { readonly kind: "dialled"; readonly outcome: TrafficOutcome }
  /** The document rejects the call before anything answers it. */
  | { readonly kind: "rejects"; readonly reason: "busy" | "rejected" }
  /** The next document could not be requested or read. A step has the reason. */
  | { readonly kind: "fails" }
  /** The documents lead back to an earlier state of the call. A step names the place. */
  | { readonly kind: "loops" };

/** The result of reading a text: its parts, or the reason why it cannot take a call. */
export type Read<Parts> = Parts | { readonly problem: string };

export interface Requested {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** The address after redirects, where relative addresses in the document begin. */
  readonly base: string;
  readonly text: string;
}

/** A method of HTTP in a document. Default: POST. */
export function methodIn(value: unknown): "GET" | "POST" {
  return String(value).toUpperCase() === "GET" ? "GET" : "POST";
}
