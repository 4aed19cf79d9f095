import { hash } from "node:crypto";
import { clip } from "../../contract/index.ts";
import { assumeNothing, chosenBy, inputsFor, type Menu, type Missed, type Option } from "./choices.ts";
import { type End, hiddenAs, type Requested } from "./document.ts";
import type { Details, StepCode } from "./events.ts";
import type { Collected } from "./keys.ts";
import type { HandledCall } from "./running-call.ts";
import { addressIn } from "./switchboard.ts";
import type { TrafficOutcome } from "./trace.ts";
import { absenceOf, type Verbs } from "./verbs.ts";
import { TAKEN } from "./verdict.ts";

/** Documents and sections that lead to each other end here, even when each one is new. */
const MOST_DOCUMENTS = 100;
/** Characters of all states of a call: the variables of a script may grow in a loop. */
const MOST_CHARACTERS = 20_000_000;

/** The text of a message, among the menus whose inputs are told apart. */
export const BODY = "message.body";

/** The next document could not be requested or read. */
export const FAILS: End = { outcome: "failed", status: "failed" };
/** The document plays to the caller, or hangs up. */
export const KEEPS: End = { outcome: "answered", status: "completed" };
/** The documents lead back to an earlier state of the call. */
const LOOPS: End = { outcome: "looped", status: "failed" };

/** Seconds, as recorded at one space. */
const LONGEST_RINGING = 20;

const OVER: readonly Option<boolean>[] = [
  { name: "", value: false },
  { name: "over", value: true, isFailure: true, isFurther: true },
];

/**
 * One part of a call while documents play to it: whether it is answered, and where its documents were before (gap
 * `documents-of-a-call`). For a message, the documents send replies.
 */
export class Playback {
  readonly call: HandledCall;
  readonly #onAnswer: (() => Promise<void>) | undefined;
  #answered = false;
  /** What the caller has from the documents: nothing yet, something to hear or read, or the result of the last dialling. */
  #last: "nothing" | "heard" | "asked" | TrafficOutcome = "nothing";
  /** The menus that the caller heard, and those with an input. */
  #menus = 0;
  #inputs = 0;
  readonly #unplayed = new Set<string>();
  readonly #endedExpressions = new Set<string>();
  /** State of the call → these numbers when it was there. */
  readonly #been = new Map<string, { readonly menus: number; readonly inputs: number }>();

  /** @param onAnswer - Called once, when the call is answered. */
  constructor(call: HandledCall, onAnswer?: () => Promise<void>) {
    this.call = call;
    this.#onAnswer = onAnswer;
  }

  get answered(): boolean {
    return this.#answered;
  }

  /** True when the choices of the call are assumed in turn. */
  get isExplored(): boolean {
    return this.call.choose !== assumeNothing;
  }

  async answer(): Promise<void> {
    if (this.#answered) return;
    this.#answered = true;
    await this.#onAnswer?.();
  }

  note(code: StepCode, details: Details = {}): void {
    this.call.tracer.note(code, details);
  }

  /**
   * Does what a verb's table says: "done" when the document continues, an end when the verb takes the call, undefined for a verb
   * that only its player knows.
   *
   * @param name - The room, conference or queue that the verb names.
   */
  async perform(verbs: Verbs, verb: string, name?: unknown): Promise<End | "done" | undefined> {
    if (!verbs.isOf(this.call.delivered.kind, verb) || absenceOf(verbs, verb) !== undefined) {
      this.unsupported(verbs, verb);
      return "done";
    }
    if (!verbs.unanswering.has(verb)) await this.answer();
    if (verbs.silent.has(verb)) return "done";
    const taker = verbs.taking.get(verb);
    if (taker === undefined && !verbs.heard.has(verb)) return undefined;
    this.heard();
    if (taker === undefined) return "done";
    const what = typeof name === "string" && name !== "" ? `${taker} ${name}` : taker;
    this.note("taken_by", { what });
    return this.goesOn(what) ? "done" : KEEPS;
  }

  /**
   * True where the document goes on after the one who took an explored call: a caller ends a recording, or leaves a queue. A call
   * that is placed stays there.
   */
  goesOn(what: string): boolean {
    const isOver = this.call.choose(what, OVER) === true;
    if (isOver) this.note("goes_on", { what });
    return isOver;
  }

  heard(): void {
    this.#last = "heard";
  }

  /** Returns the end of a call that a destination took; otherwise why none did, if the reason is known. */
  async dial(to: readonly string[], from: string | undefined): Promise<End | { readonly missed: Missed | undefined }> {
    const { delivered, used } = this.call;
    if (delivered.kind === "message") throw new Error("A message dials nothing.");
    // All of these ring at once. So the order in which a document lists them makes no other path.
    const outcome = await delivered.dial(this.isExplored ? to.toSorted() : to, from);
    this.#last = outcome;
    return TAKEN.has(outcome) || outcome === "looped" ? this.ended() : { missed: used.missed };
  }

  /** Notes a time-out of a dial, in seconds, that is longer than the live service's own (gap `connect-results`). */
  rings(timeout: unknown): void {
    const seconds = Number(timeout);
    if (seconds > LONGEST_RINGING) this.note("rings_long", { seconds, longest: LONGEST_RINGING });
  }

  /** Returns the end of a call that a document rejects. An answered call is only hung up. */
  rejected(isBusy = false): End {
    if (this.#answered) return KEEPS;
    this.note("call_rejected");
    return { outcome: "unanswered", status: isBusy ? "busy" : "no-answer" };
  }

  /** Records a message that the documents send. Default: to the sender. */
  send(to?: string): void {
    this.heard();
    const isReply = to === undefined || to === this.call.delivered.from;
    if (isReply) this.note("message_replied", { what: "a reply" });
    else this.note("message_forwarded", { what: `a message to ${to}` });
  }

  received(): void {
    if (this.#last !== "nothing") return;
    this.heard();
    this.note("message_received", { what: "no reply" });
  }

  /** Returns the end of documents without a next step. After a dialling that failed, the caller got nothing more. */
  ended(): End {
    if (this.#last === "nothing") this.note(this.call.delivered.kind === "message" ? "nothing_sent" : "nothing_played");
    if (this.#last === "asked") this.note("menu_ends");
    if (this.#last === "nothing" || this.#last === "heard" || this.#last === "asked") return KEEPS;
    return this.#last === "looped" ? LOOPS : { outcome: this.#last, status: "completed" };
  }

  /** Records a verb that is not played, or that does not exist. */
  unsupported(verbs: Verbs, verb: string): undefined {
    const nearest = absenceOf(verbs, verb);
    if (nearest === undefined) return this.unplayed(verbs.written(verb));
    this.note("verb_unknown", { part: verbs.written(verb), nearest });
    return undefined;
  }

  unplayed(part: string): undefined {
    if (!this.#unplayed.has(part)) this.note("part_unplayed", { part });
    this.#unplayed.add(part);
  }

  /** Ends the call at a part whose value is secret, or not known before an update. */
  hidden(part: string, value: unknown): End {
    this.note("value_hidden", { part, what: hiddenAs(value) });
    return KEEPS;
  }

  readonly endedExpression = (expression: string, problem: string): void => {
    if (this.#endedExpressions.has(expression)) return;
    this.#endedExpressions.add(expression);
    this.note("expression_ended", { expression: clip(expression, 60), problem });
  };

  collect(part: string, menu: Menu): Collected {
    const { keys, choose, used, assumed } = this.call;
    const told = assumed.told.get(menu.id) ?? new Set();
    const inputs = inputsFor(menu, told);
    const given = () => chosenBy(keys.take(menu.most, menu.ending), inputs);
    const collected = used.isSilent ? { digits: "" } : (choose(part, inputs, given) ?? given().value);
    this.#menus += 1;
    this.#last = "asked";
    if (collected.digits === "") this.note("digits_missing", { part });
    else {
      this.#inputs += 1;
      this.note("digits_pressed", { part, digits: collected.digits });
    }
    return collected;
  }

  /**
   * Returns an end when the call was in the same state before, with the same keys left: such documents would repeat forever. A
   * menu that waits for keys is no failure: the call stays there. An explored caller who came back by a key presses no more, because
   * all keys are tried from the first time on.
   */
  roundTo(state: string, where: string): End | undefined {
    const { used } = this.call;
    used.characters += state.length;
    if (used.characters > MOST_CHARACTERS) {
      this.note("documents_too_many", { most: MOST_DOCUMENTS });
      return FAILS;
    }
    const key = this.#keyOf(state);
    const before = this.#been.get(key);
    this.#been.set(key, { menus: this.#menus, inputs: this.#inputs });
    if (before === undefined) return undefined;
    if (before.inputs < this.#inputs) {
      used.isSilent = true;
      return undefined;
    }
    if (before.menus < this.#menus) {
      this.note("menu_repeats");
      return KEEPS;
    }
    this.note("documents_go_round", { where });
    return LOOPS;
  }

  leave(state: string): void {
    this.#been.delete(this.#keyOf(state));
  }

  /** Returns false, and records a step, when the call had too many documents and sections. */
  countDocument(): boolean {
    const { used } = this.call;
    used.documents += 1;
    if (used.documents <= MOST_DOCUMENTS) return true;
    this.note("documents_too_many", { most: MOST_DOCUMENTS });
    return false;
  }

  /**
   * Returns the address of the next document. When no address can be requested, records a step and returns undefined. An empty
   * name means the current document.
   */
  next(part: string, named: string, { url, base }: Requested): string | undefined {
    this.note("document_leads_on", { part });
    if (!this.countDocument()) return undefined;
    const address = named === "" ? url : addressIn(named, base);
    if (address === undefined) this.note("next_address_invalid", { part, named });
    return address;
  }

  #keyOf(state: string): string {
    return hash("sha1", `${this.call.keys.left} ${state}`);
  }
}
