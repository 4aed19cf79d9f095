import { visible } from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import { type Details, type StepCode, sentenceOf } from "./narration.ts";
import type { OpenTrace, Step, Trace, TrafficOutcome } from "./step.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export type { Attempt, Failure, OpenTrace, Party, Step, Trace, TrafficOutcome } from "./step.ts";

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
  #verdict: Verdict | undefined;

  constructor(clock: Clock, head: Head) {
    this.#clock = clock;
    this.#head = head;
  }

  get soFar(): OpenTrace {
    return { ...this.#head, outcome: this.#outcome, steps: [...this.#steps], ...this.#verdict };
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
    this.#verdict = verdictOf({ ...trace, steps: this.#steps });
    return { ...trace, steps: this.#steps, ...this.#verdict, text: [head, ...lines].map(visible).join("\n") };
  }
}
