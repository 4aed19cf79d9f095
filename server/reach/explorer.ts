// Explores callers again only where what they asked of the objects has another answer.

import { masked } from "../../contract/index.ts";
import { Expressions } from "../calls/expressions.ts";
import { timesFrom, timesOf } from "../calls/hours.ts";
import { type Assumed, assumedAt } from "../calls/running-call.ts";
import type { Times } from "../calls/spans.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import type { Step } from "../calls/trace.ts";
import { MISTAKES } from "./ends.ts";
import { HourNames } from "./hour-names.ts";
import { type Asked, Questions } from "./questions.ts";
import { type Given, type Play, sizeOf, type TriedPaths, tryPaths } from "./try-paths.ts";

/** Processor time for all expressions of an exploration. */
const MOST_MILLISECONDS = 20_000;

/** What earlier explorations of equal callers told apart. A later one tries it again, so that two of them can be compared. */
interface Memory {
  /** Menu → the inputs that documents told apart there. */
  readonly told: Map<string, ReadonlySet<string>>;
  /** The addresses that calls to a domain application came from. */
  readonly addresses: Set<string>;
  /** Caller → its last exploration. */
  readonly tried: Map<string, Remembered>;
}

interface Remembered {
  readonly found: TriedPaths;
  readonly asked: Asked;
  readonly toldApart: number;
  /** The steps of its documents, by their texts. */
  readonly steps: ReadonlyMap<string, Step>;
}

/** Tries paths at a switchboard that rings nothing. A caller whose questions have the same answers is not tried again. */
export class Explorer {
  readonly #questions: Questions;
  readonly #memories = new Map<string, Memory>();
  /** Address of a document → its steps, by their texts. */
  readonly #steps = new Map<string, Map<string, Step>>();
  readonly #documents: Assumed["documents"] = new Map();
  readonly #evaluated: Assumed["evaluated"] = new Map();
  readonly #now: number;
  readonly #horizon: Times;
  readonly #hours: HourNames;
  readonly #failures: number;
  #expressions = new Expressions(MOST_MILLISECONDS);

  /** @param failures - The failures that a path may have. */
  constructor(switchboard: Switchboard, failures = 1) {
    this.#failures = failures;
    this.#questions = new Questions(switchboard);
    this.#now = switchboard.clock.now();
    this.#horizon = timesFrom(this.#now);
    this.#hours = new HourNames(this.#horizon);
  }

  /** Returns what was told apart under this name: the name of equal callers. */
  memoryOf(name: string): Memory {
    const known = this.#memories.get(name) ?? { told: new Map(), addresses: new Set(), tried: new Map() };
    this.#memories.set(name, known);
    return known;
  }

  /** How many inputs and addresses were told apart so far. Each exploration tries all of them. */
  get toldApart(): number {
    return [...this.#memories.values()].reduce((sum, { told, addresses }) => sum + sizeOf(told) + addresses.size, 0);
  }

  /** Notes that the objects may have changed. */
  forget(): void {
    this.#questions.forget();
    this.#steps.clear();
    this.#expressions = new Expressions(MOST_MILLISECONDS);
  }

  /** @param caller - Default: the only one of this name. */
  async pathsOf(name: string, play: Play, caller = name, given?: Given): Promise<TriedPaths> {
    const { told, tried } = this.memoryOf(name);
    const last = tried.get(caller);
    const isSame = last?.toldApart === sizeOf(told) && this.#questions.areSame(last.asked);
    const exploration = last && isSame ? last : await this.#explore(told, play, given);
    tried.set(caller, exploration);
    for (const step of exploration.steps.values()) this.#note(step);
    return exploration.found;
  }

  async #explore(told: Memory["told"], play: Play, given: Given | undefined): Promise<Remembered> {
    const shared = { expressions: this.#expressions, documents: this.#documents, evaluated: this.#evaluated };
    const { at } = given ?? {};
    const assume = () => {
      // An expression is evaluated at these times alone: it may have no value at others.
      const horizon = at === undefined ? this.#horizon : timesOf(at, this.#horizon);
      const now = at === undefined ? this.#now : (horizon[0]?.[0] ?? 0) * 60_000;
      return assumedAt(now, { ...shared, horizon, told, given });
    };
    const { switchboard } = this.#questions;
    const trying = { switchboard, assume, told, hours: this.#hours, failures: given ? 0 : this.#failures, given };
    const steps = new Map<string, Step>();
    const { value: found, asked } = await this.#questions.during(() =>
      tryPaths(trying, play, (all) => {
        for (const step of all) steps.set(`${step.by} ${step.attempt?.url ?? step.text}`, step);
      }),
    );
    return { found, asked, toldApart: sizeOf(told), steps };
  }

  /** True when the document at this address was played. */
  hasPlayed(address: string): boolean {
    return this.#steps.has(masked(address));
  }

  /** Returns the steps of a document that lead on, or to what does not exist: each one once. */
  stepsBy(address: string): readonly Step[] {
    return [...(this.#steps.get(masked(address))?.values() ?? [])];
  }

  #note(step: Step): void {
    const { by, code, attempt, next, text } = step;
    if (by === undefined) return;
    const known = this.#steps.get(by) ?? new Map<string, Step>();
    this.#steps.set(by, known);
    const isLead = attempt !== undefined || next !== undefined || code === "document_not_ours" || MISTAKES.has(code);
    if (isLead) known.set(attempt ? attempt.url : text, step);
  }
}
