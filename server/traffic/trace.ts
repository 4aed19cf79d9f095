import { masked, visible } from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import { type Details, type StepCode, sentenceOf } from "./narration.ts";
import type { Attempt, OpenTrace, Step, Trace, TrafficOutcome } from "./step.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export type { Attempt, Failure, OpenTrace, Party, Step, Trace, TrafficOutcome } from "./step.ts";

/** The newest calls and messages, including running ones. */
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

/** Collects the steps of a call or message. */
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

  /** The trace so far, with secrets in addresses and documents masked. */
  get soFar(): OpenTrace {
    return { ...this.#head, outcome: this.#outcome, steps: this.#steps.map(maskedStep), ...this.#verdict };
  }

  note(code: StepCode, details: Details = {}, more: Pick<Step, "field" | "attempt" | "next"> = {}): void {
    const time = new Date(this.#clock.now()).toISOString();
    this.#steps.push({ time, code, details, text: sentenceOf(code, details), ...more });
  }

  /** @param secrets - True to show secrets in addresses and documents. Default: masked. */
  finish(end: Pick<Trace, "project" | "handler" | "outcome">, secrets = false): Trace {
    this.#outcome = end.outcome;
    const open = this.soFar;
    this.#verdict = verdictOf(open);
    const steps = secrets ? this.#steps : open.steps;
    const verdict = secrets ? verdictOf({ ...open, steps }) : this.#verdict;
    const trace = { ...this.#head, ...end };
    const head = `${trace.kind} ${trace.id} from ${trace.from} to ${trace.to}: ${trace.outcome}`;
    const lines = steps.map(({ time, text, field }) => `  ${time}  ${text}${field ? ` [${field}]` : ""}`);
    return { ...trace, steps, ...verdict, text: [head, ...lines].map(visible).join("\n") };
  }
}

/** Only values from outside can contain a secret: addresses, documents, names, reasons. */
function maskedStep({ details, attempt, next, ...step }: Step): Step {
  const shown = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, withoutSecrets(value)]));
  return {
    ...step,
    details: shown,
    text: sentenceOf(step.code, shown),
    ...(attempt && { attempt: maskedAttempt(attempt) }),
    ...(next && { next: { ...next, name: masked(next.name) } }),
  };
}

function maskedAttempt({ failure, document, script, ...attempt }: Attempt): Attempt {
  return {
    ...attempt,
    url: masked(attempt.url),
    ...(failure && { failure: { ...failure, reason: masked(failure.reason) } }),
    ...(document !== undefined && { document: masked(document) }),
    ...(script && { script: { ...script, name: masked(script.name) } }),
  };
}

function withoutSecrets(value: string | number): string | number {
  return typeof value === "string" ? masked(value) : value;
}
