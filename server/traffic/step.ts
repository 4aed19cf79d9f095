// What a trace is made of.

import type { Cause, Details, StepCode } from "./narration.ts";

/** One HTTP request that the server made. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** Null when no answer came. */
  readonly status: number | null;
  /** Real time, in milliseconds. */
  readonly duration: number;
  /** Why it counts as failed. The code is the live service's. */
  readonly failure?: Failure;
  /** What was answered, unless it is empty: the first 20,000 characters. */
  readonly document?: string;
}

/** Why a request counts as failed. */
export interface Failure {
  /** The live service's code. */
  readonly code: number;
  readonly cause: Cause;
  /** The cause as a sentence. */
  readonly reason: string;
}

export interface Step {
  /** By the server's clock: UTC, with milliseconds. */
  readonly time: string;
  /** What happened, for programs; `details` are the values in its sentence. */
  readonly code: StepCode;
  readonly details: Details;
  /** What happened, as a sentence. */
  readonly text: string;
  /** The field that decided it. */
  readonly field?: string;
  readonly attempt?: Attempt;
  /** Whom it comes to from here. */
  readonly next?: Party;
}

/** Who or what takes a call: what it is, and what it is called. `SIP endpoint` and `desk`, `client` and `alice`, `video room` and its id. */
export interface Party {
  readonly what: string;
  readonly name: string;
}

/**
 * How it ended: `answered` – a document took it; `ringing` – a connected client would ring; `handed-over` – it goes to something
 * that this server does not play, or leaves it; `unanswered` – nobody is set or nobody is there; `failed` – every webhook failed;
 * `looped` – it came back to where it had been; `stopped` – the server was closed before it was over.
 */
export type TrafficOutcome = "answered" | "ringing" | "handed-over" | "unanswered" | "failed" | "looped" | "stopped";

export interface Trace {
  readonly kind: "call" | "message";
  /** The identifier that webhooks get as CallSid or MessageSid. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The project it came in for; null when nobody has that address. */
  readonly project: string | null;
  readonly handler: string | null;
  readonly outcome: TrafficOutcome;
  readonly steps: readonly Step[];
  /** One sentence with the cause: `✗ Did not ring: POST http://… refused the connection, and so did the fallback`. */
  readonly verdict: string;
  /** The way in one line: `+12025550101 ✓ → laml_webhooks ✓ → POST http://… ✗ → fallback ✗`. */
  readonly way: string;
  /** The whole of it, to print: a line each, in which what came from outside cannot act. */
  readonly text: string;
}

/** A trace while it is written: no outcome yet. */
export type OpenTrace = Pick<Trace, "kind" | "id" | "from" | "to" | "steps"> & {
  readonly outcome: TrafficOutcome | null;
  /** As in a trace; absent until it is over. */
  readonly verdict?: string;
  readonly way?: string;
};
