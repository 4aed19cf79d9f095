import { masked, visible } from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import { type Details, events, type StepCode } from "./events.ts";
import type { Attempt, OpenTrace, Step, Trace, TrafficOutcome, Verdict } from "./trace.ts";
import { verdictOf } from "./verdict.ts";

/** The newest calls and messages, including running ones. */
export class Traces {
  readonly #tracers: Tracer[] = [];

  open(clock: Clock, head: Head): Tracer {
    const tracer = new Tracer(clock, head);
    this.#tracers.push(tracer);
    if (this.#tracers.length > MOST_TRACES) this.#tracers.shift();
    return tracer;
  }

  /** Oldest first. */
  get all(): readonly Tracer[] {
    return this.#tracers;
  }
}

const MOST_TRACES = 100;

type Head = Pick<Trace, "kind" | "id" | "from" | "to">;

export class Tracer {
  readonly #clock: Clock;
  readonly #head: Head;
  readonly #steps: Step[] = [];
  #by: string | undefined;
  /** The same without its secrets. */
  #shownBy: string | undefined;
  #outcome: TrafficOutcome | null = null;
  #verdict: Verdict | undefined;

  constructor(clock: Clock, head: Head) {
    this.#clock = clock;
    this.#head = head;
  }

  get soFar(): OpenTrace {
    return { ...this.#head, outcome: this.#outcome, steps: [...this.#steps], ...this.#verdict };
  }

  /** The address of the document that is played. */
  get by(): string | undefined {
    return this.#by;
  }

  set by(address: string | undefined) {
    if (address !== this.#by) this.#shownBy = masked(address);
    this.#by = address;
  }

  /** Adds a step. Secrets are masked at once: only values from outside can contain one. */
  note(code: StepCode, details: Details = {}, { field, attempt, next }: More = {}): void {
    const time = new Date(this.#clock.now()).toISOString();
    const shown = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, withoutSecrets(value)]));
    this.#steps.push({
      ...{ time, code, details: shown, text: events[code].text(shown) },
      ...(field !== undefined && { field }),
      ...(this.#shownBy !== undefined && { by: this.#shownBy }),
      ...(attempt && { attempt: withoutSecretsIn(attempt) }),
      ...(next && { next: { ...next, name: masked(next.name) } }),
    });
  }

  finish(end: Pick<Trace, "project" | "handler" | "outcome">): Trace {
    this.#outcome = end.outcome;
    const verdict = verdictOf(this.soFar);
    this.#verdict = verdict;
    const trace = { ...this.#head, ...end };
    const steps = [...this.#steps];
    const head = `${trace.kind} ${trace.id} from ${trace.from} to ${trace.to}: ${trace.outcome}`;
    const lines = steps.map(({ time, text, field }) => `  ${time}  ${text}${field ? ` [${field}]` : ""}`);
    return { ...trace, steps, ...verdict, text: [head, ...lines].map(visible).join("\n") };
  }
}

type More = Pick<Step, "attempt" | "next"> & { readonly field?: string | undefined };

function withoutSecretsIn({ failure, document, script, ...attempt }: Attempt): Attempt {
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
