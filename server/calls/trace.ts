// The types of a trace.

import type { Details, StepCode } from "./events.ts";
import type { Failure } from "./failures.ts";

/** One HTTP request by the server. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** Null without an answer. */
  readonly status: number | null;
  /** Real time, in milliseconds. */
  readonly duration: number;
  readonly failure?: Failure;
  /** The first 20,000 characters of the answer; absent for an empty one. */
  readonly document?: string;
  /** The script of the project at this URL. */
  readonly script?: Party;
}

export interface Step {
  /** By the server's clock: UTC, with milliseconds. */
  readonly time: string;
  /** The event, for programs; `details` are the values in its sentence. */
  readonly code: StepCode;
  readonly details: Details;
  /** The event, as a sentence. */
  readonly text: string;
  /** The field that decided this step. */
  readonly field?: string;
  /** The address of the document that leads to this step; absent where an object's handler does. */
  readonly by?: string;
  readonly attempt?: Attempt;
  /** The next party on the route. */
  readonly next?: Party;
}

/** A party of a call: its kind and its name. `SIP endpoint` and `desk`, `client` and `alice`, `video room` and its id. */
export interface Party {
  readonly what: string;
  readonly name: string;
}

/**
 * The end of a call or message: `answered` – a document took it; `ringing` – a connected client would ring; `handed-over` – it
 * goes to something that this server does not support, or leaves it; `unanswered` – no handler is set or no client is
 * connected, or a document rejects the call; `failed` – every webhook failed; `looped` – it came back to an earlier object; `stopped` – the server was closed
 * before the end.
 */
export type TrafficOutcome = "answered" | "ringing" | "handed-over" | "unanswered" | "failed" | "looped" | "stopped";

/** The first lines of a trace. */
export interface Verdict {
  /** One sentence with the cause: `✗ Did not ring: POST http://… refused the connection, and so did the fallback`; `✓` for a taken call. */
  readonly verdict: string;
  /** The verdict without its mark. */
  readonly summary: string;
  readonly isTaken: boolean;
  /** The route in one line: `+12025550101 ✓ → laml_webhooks ✓ → POST http://… ✗ → fallback ✗`. */
  readonly way: string;
}

export interface Trace extends Verdict {
  readonly kind: "call" | "message";
  /** The identifier that webhooks get as CallSid or MessageSid. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The destination's project; null for an unknown address. */
  readonly project: string | null;
  readonly handler: string | null;
  readonly outcome: TrafficOutcome;
  readonly steps: readonly Step[];
  /** The whole trace as text, one line for each step. Values from outside are safe to print. */
  readonly text: string;
}

/** A trace while it is written: without an outcome and a verdict before its end. */
export type OpenTrace = Pick<Trace, "kind" | "id" | "from" | "to" | "steps"> & {
  readonly outcome: TrafficOutcome | null;
} & Partial<Verdict>;

/** Returns the last script or object on the way that exists: the one whose settings decide the end. */
export function decidingParty(steps: readonly Step[]): Party | undefined {
  return steps.map(partyIn).findLast((party) => party !== undefined);
}

function partyIn({ attempt, next }: Step): Party | undefined {
  return attempt?.failure?.cause === "script_deleted" ? undefined : (attempt?.script ?? next);
}
