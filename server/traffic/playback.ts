import type { End, Requested } from "./document.ts";
import type { Details, StepCode } from "./events.ts";
import type { Collected } from "./keys.ts";
import type { RunningCall } from "./running-call.ts";

/** Documents and sections that lead to each other end here, even when each one is new. */
const MOST_DOCUMENTS = 100;

export const FAILS: End = { kind: "fails" };
export const KEEPS: End = { kind: "keeps" };

/**
 * One part of a call while documents play to it: whether it is answered, and where its documents were before (gap
 * `documents-of-a-call`).
 */
export class Playback {
  readonly #way: RunningCall;
  readonly #onAnswer: () => Promise<void>;
  #answered = false;
  /** The number of menus that received no digits. */
  #unheard = 0;
  readonly #unplayed = new Set<string>();
  /** State of the call → that number when it was there. */
  readonly #been = new Map<string, number>();

  /** @param onAnswer - Called once, when the call is answered. */
  constructor(way: RunningCall, onAnswer: () => Promise<void> = async () => undefined) {
    this.#way = way;
    this.#onAnswer = onAnswer;
  }

  get answered(): boolean {
    return this.#answered;
  }

  async answer(): Promise<void> {
    if (this.#answered) return;
    this.#answered = true;
    await this.#onAnswer();
  }

  note(code: StepCode, details: Details): void {
    this.#way.tracer.note(code, details);
  }

  /** Records, once, a part of the documents that this server does not play. */
  unplayed(part: string): void {
    if (this.#unplayed.has(part)) return;
    this.#unplayed.add(part);
    this.#way.tracer.note("part_unplayed", { part });
  }

  /** Takes the keys for a menu. */
  collect(part: string, most: number, ending: string): Collected {
    const { keys, tracer } = this.#way;
    const collected = keys.take(most, ending);
    if (collected.digits === "") {
      this.#unheard += 1;
      tracer.note("digits_missing", { part });
    } else tracer.note("digits_pressed", { part, digits: collected.digits });
    return collected;
  }

  /**
   * Returns an end when the call was in the same state before, with the same keys left: such documents would repeat forever. A
   * menu that waits for keys is no failure: the call stays there.
   */
  roundTo(state: string, where: string): End | undefined {
    const key = this.#keyOf(state);
    const before = this.#been.get(key);
    this.#been.set(key, this.#unheard);
    if (before === undefined) return undefined;
    if (before < this.#unheard) {
      this.#way.tracer.note("menu_repeats");
      return KEEPS;
    }
    this.#way.tracer.note("documents_go_round", { where });
    return { kind: "loops" };
  }

  /** Forgets a state, so that the call may return to it. */
  leave(state: string): void {
    this.#been.delete(this.#keyOf(state));
  }

  /** Counts one more document or section of the call. Returns false and records a step when there were too many. */
  countDocument(): boolean {
    const { used, tracer } = this.#way;
    used.documents += 1;
    if (used.documents <= MOST_DOCUMENTS) return true;
    tracer.note("documents_too_many", { most: MOST_DOCUMENTS });
    return false;
  }

  /**
   * Returns the address of the next document. When no address can be requested, records a step and returns undefined. An empty
   * name means the current document.
   */
  next(part: string, named: string, { url, base }: Requested): string | undefined {
    const { switchboard, tracer } = this.#way;
    tracer.note("document_leads_on", { part });
    if (!this.countDocument()) return undefined;
    const address = named === "" ? url : switchboard.addressIn(named, base);
    if (address === undefined) tracer.note("next_address_invalid", { part, named });
    return address;
  }
  #keyOf(state: string): string {
    return `${this.#way.keys.left} ${state}`;
  }
}
