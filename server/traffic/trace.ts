import { visible } from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import { type Cause, type Details, type StepCode, sentenceOf } from "./narration.ts";

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
 * `looped` – it came back to where it had been.
 */
export type TrafficOutcome = "answered" | "ringing" | "handed-over" | "unanswered" | "failed" | "looped";

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
  /** The whole of it, to print: a line each, in which what came from outside cannot act. */
  readonly text: string;
}

/** A trace while it is written: no outcome yet. */
export type OpenTrace = Pick<Trace, "kind" | "id" | "from" | "to" | "steps"> & {
  readonly outcome: TrafficOutcome | null;
};

/** The newest calls and messages, those under way included. */
export class Traces {
  readonly #tracers: Tracer[] = [];

  open(clock: Clock, head: Head): Tracer {
    const tracer = new Tracer(clock, head);
    this.#tracers.push(tracer);
    if (this.#tracers.length > MOST) this.#tracers.shift();
    return tracer;
  }

  /** Oldest first. */
  get all(): readonly Tracer[] {
    return this.#tracers;
  }
}

const MOST = 100;

type Head = Pick<Trace, "kind" | "id" | "from" | "to">;

/** Collects the steps while they happen. */
export class Tracer {
  readonly #clock: Clock;
  readonly #head: Head;
  readonly #steps: Step[] = [];
  #outcome: TrafficOutcome | null = null;

  constructor(clock: Clock, head: Head) {
    this.#clock = clock;
    this.#head = head;
  }

  get soFar(): OpenTrace {
    return { ...this.#head, outcome: this.#outcome, steps: [...this.#steps] };
  }

  note(code: StepCode, details: Details = {}, more: Pick<Step, "field" | "attempt" | "next"> = {}): void {
    const time = new Date(this.#clock.now()).toISOString();
    this.#steps.push({ time, code, details, text: sentenceOf(code, details), ...more });
  }

  finish(end: Pick<Trace, "project" | "handler" | "outcome">): Trace {
    const trace = { ...this.#head, ...end };
    this.#outcome = trace.outcome;
    const head = `${trace.kind} ${trace.id} from ${trace.from} to ${trace.to}: ${trace.outcome}`;
    const lines = this.#steps.map(({ time, text, field }) => `  ${time}  ${text}${field ? ` [${field}]` : ""}`);
    return { ...trace, steps: this.#steps, text: [head, ...lines].map(visible).join("\n") };
  }
}
