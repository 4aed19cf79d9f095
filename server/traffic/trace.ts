import type { Clock } from "../control/clock.ts";

/** One HTTP request that the server made. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** Null when no answer came. */
  readonly status: number | null;
  /** Real time, in milliseconds. */
  readonly duration: number;
  /** Why it counts as failed. The code is the live service's. */
  readonly failure?: { readonly code: number; readonly reason: string };
}

export interface Step {
  /** By the server's clock: UTC, with milliseconds. */
  readonly time: string;
  /** What happened, as a sentence. */
  readonly text: string;
  /** The field that decided it. */
  readonly field?: string;
  readonly attempt?: Attempt;
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
  /** The whole of it, to print. */
  readonly text: string;
}

/** Collects the steps while they happen. */
export class Tracer {
  readonly #clock: Clock;
  readonly #steps: Step[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  say(text: string, more: { readonly field?: string; readonly attempt?: Attempt } = {}): void {
    this.#steps.push({ time: new Date(this.#clock.now()).toISOString(), text, ...more });
  }

  finish(trace: Omit<Trace, "steps" | "text">): Trace {
    const head = `${trace.kind} ${trace.id} from ${trace.from} to ${trace.to}: ${trace.outcome}`;
    const lines = this.#steps.map(({ time, text, field }) => `  ${time}  ${text}${field ? ` [${field}]` : ""}`);
    return { ...trace, steps: this.#steps, text: [head, ...lines].join("\n") };
  }
}
