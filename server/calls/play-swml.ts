// Plays SWML scripts to a caller, or to the sender of a message: step by step, and on to the sections and documents that they name.

import type * as z from "zod";
import { listed } from "../../contract/index.ts";
import { Decisions } from "./decisions.ts";
import { dialDevices } from "./dial-devices.ts";
import { type End, isHidden, type Requested } from "./document.ts";
import { BODY, FAILS, type Playback } from "./playback.ts";
import type { HandledCall } from "./running-call.ts";
import type { Passed } from "./script-request.ts";
import { choice, conditions, connect, destination, jump, prompt, readSwml, reply, type Swml, verbOf } from "./swml.ts";
import { type Subject, type Values, Variables } from "./variables.ts";
import { functionsOf, hearsDigits, hearsSpeech, nameIn, SWML } from "./verbs.ts";

export type SwmlDocument = Requested & Swml;

/** Requests the next document. Returns undefined when that fails. */
export type RequestScript = (url: string, passed: Passed) => Promise<SwmlDocument | undefined>;

/** Plays a script, and those that it leads to, up to the end of the call's part. */
export function playSwml(
  playback: Playback,
  first: SwmlDocument,
  subject: Subject,
  request: RequestScript,
): Promise<End> {
  return new Player(playback, subject, request).play(first);
}

interface Section {
  readonly document: SwmlDocument;
  readonly section: string;
  readonly params: Values;
}

/** The end of a part: the call's end, a jump, or the return to the caller of a section. Undefined when the document continues. */
type Ended = End | "returned" | Jump | undefined;

interface Jump {
  readonly label: string;
  /** True when the document limits the number of these jumps. */
  readonly isLimited: boolean;
}

/** Jumps of one `goto` that names no limit. */
const MOST_JUMPS = 100;
/** Jumps of a call: its loops may be nested. */
const MOST_JUMPS_OF_CALL = 1_000;

class Player {
  readonly #playback: Playback;
  readonly #call: HandledCall;
  readonly #request: RequestScript;
  readonly #variables: Variables;
  /** `goto` → how often it jumped. */
  readonly #jumps = new Map<unknown, number>();
  readonly #decisions: Decisions;
  /** Address and text of a document → its number. */
  readonly #documents = new Map<string, number>();

  constructor(playback: Playback, subject: Subject, request: RequestScript) {
    this.#playback = playback;
    this.#call = playback.call;
    this.#request = request;
    this.#variables = new Variables(subject, playback.call.assumed, playback.endedExpression);
    this.#decisions = new Decisions(playback, this.#variables);
    if ("message" in subject) this.#variables.takeFrom("body", BODY);
  }

  async play(document: SwmlDocument): Promise<End> {
    const place = { document, section: "main", params: {} };
    const round = this.#playback.roundTo(this.#stateOf(place), nameOf(place));
    return round ?? (await this.#section(place)) ?? this.#playback.ended();
  }

  /** Returns the end of the call; undefined where the section ends, or returns to its caller. */
  async #section(place: Section): Promise<End | undefined> {
    const steps = place.document.sections[place.section] ?? [];
    this.#call.assumed.readsReasons ||= place.document.readsReasons;
    let end = await this.#steps(steps, place);
    // A label is looked up in its section.
    while (typeof end === "object" && "label" in end) {
      const { label, isLimited } = end;
      const at = steps.findIndex((step) => verbOf(step)[0] === "label" && verbOf(step)[1] === label);
      const state = `${this.#stateOf(place)} label ${label}`;
      if (at < 0) {
        this.#playback.note("section_unknown", { verb: "goto", name: label });
        return FAILS;
      }
      const round = isLimited ? undefined : this.#playback.roundTo(state, `the label ${label}`);
      if (round) return round;
      end = await this.#steps(steps.slice(at), place);
    }
    return end === "returned" ? undefined : end;
  }

  async #steps(steps: readonly unknown[], place: Section): Promise<Ended> {
    for (const each of steps) {
      const end = await this.#step(each, place);
      if (end) return end;
    }
    return undefined;
  }

  async #step(step: unknown, place: Section): Promise<Ended> {
    this.#call.tracer.by = place.document.url;
    const [verb, argument] = verbOf(step);
    if (isHidden(verb)) return this.#playback.hidden("script", verb);
    if (isHidden(argument) && !SAYS.has(verb)) return this.#playback.hidden(verb, argument);
    if (Object.keys(Object(step)).length > 1 && typeof step === "object")
      this.#playback.unplayed("several verbs in one step");
    const functions = verb === "ai" ? functionsOf(argument) : [];
    if (functions.length > 0) this.#playback.unplayed(`functions of an AI agent (${listed(functions, 3)})`);
    const done = await this.#playback.perform(SWML, verb, nameIn(argument));
    if (done) return done === "done" ? this.#after(verb, argument, place) : done;
    switch (verb) {
      case "hangup":
        return this.#hangUp(argument);
      case "return":
        if (typeof argument === "string") await this.#variables.setFrom("return_value", argument, place.params);
        else this.#variables.set({ return_value: argument ?? "" });
        return "returned";
      case "set":
        return this.#set(argument, place);
      case "unset":
        for (const name of [argument].flat()) this.#variables.set({ [String(name)]: undefined });
        return undefined;
      case "goto":
        return this.#jump(argument, place);
      case "prompt":
        this.#prompt(prompt.safeParse(argument).data ?? {}, place);
        return undefined;
      case "switch":
        return this.#choose(verb, choice.safeParse(argument).data, place);
      case "cond":
        return this.#cond(argument, place);
      case "request":
        return this.#assumeRequest(argument, place);
      case "connect":
        return this.#connect(connect.safeParse(argument).data ?? {}, place);
      case "reply":
        return this.#reply(reply.safeParse(argument).data ?? {}, place);
      case "receive":
        this.#playback.received();
        return undefined;
      case "transfer":
      case "execute":
        return this.#lead(verb, destination.safeParse(argument).data, place);
      default:
        return this.#playback.unplayed(verb);
    }
  }

  /** Goes on after a verb: a queue may name the next document. */
  async #after(verb: string, argument: unknown, place: Section): Promise<Ended> {
    const { transfer_after_bridge: next } = Object(argument) as Values;
    if (verb !== "enter_queue" || typeof next !== "string") return undefined;
    return this.#lead("transfer", destination.parse(next), place);
  }

  /** Two reasons reject a caller, before anything answered the call. */
  #hangUp(argument: unknown): End {
    const { reason } = Object(argument) as Values;
    const isRejected = !this.#playback.answered && (reason === "busy" || reason === "decline");
    return isRejected ? this.#playback.rejected() : this.#playback.ended();
  }

  async #connect(asked: z.infer<typeof connect>, place: Section): Promise<Ended> {
    const isRead = asked.result !== undefined || place.document.readsResults;
    const dialled = await dialDevices(this.#playback, this.#variables, asked, { params: place.params, isRead });
    if (dialled === undefined) return this.#playback.unplayed("connect");
    if ("outcome" in dialled) return dialled;
    const { missed } = dialled;
    const result = missed === undefined ? "connected" : "failed";
    this.#variables.set({ connect_result: result, connect_failed_reason: missed, return_value: result });
    return this.#results("connect result", asked.result, place, "connect_result");
  }

  async #reply({ to, ...text }: z.infer<typeof reply>, { params }: Section): Promise<undefined> {
    const number = to === undefined ? undefined : await this.#variables.filledIn(to, params);
    if (text.switch !== undefined) this.#playback.unplayed("reply with switch");
    else if (to !== undefined && number === undefined) this.#playback.unplayed("reply");
    else this.#playback.send(number);
    this.#variables.set({ reply_result: "queued" });
    return undefined;
  }

  /** Plays what a method lists for its results, as a `switch` or as conditions. */
  async #results(part: string, given: unknown, place: Section, usual: string): Promise<Ended> {
    if (given === undefined) return undefined;
    if (Array.isArray(given)) return this.#cond(given, place);
    return this.#choose(part, choice.safeParse(given).data, place, usual);
  }

  #prompt(asked: z.infer<typeof prompt>, { document }: Section): void {
    this.#playback.heard();
    const { max_digits: most = 1, terminators, digit_terminators: ending = terminators ?? "" } = asked;
    const isHeard = hearsDigits(asked) || this.#playback.isExplored;
    if (!isHeard) this.#playback.unplayed("prompt for speech");
    const menu = {
      id: JSON.stringify([document.url, asked]),
      most: hearsDigits(asked) ? most : 0,
      ending,
      hearsSpeech: hearsSpeech(asked),
    };
    const { digits, end = "", isSpoken, isUnknown } = isHeard ? this.#playback.collect("prompt", menu) : { digits: "" };
    const prompt_result = digits === "" ? "no_input" : isSpoken ? "match_speech" : "match_digits";
    const prompt_value = isUnknown ? undefined : digits;
    this.#variables.set({ prompt_value, prompt_result, prompt_digit_terminator: end });
    this.#variables.takeFrom("prompt_value", menu.id);
  }

  async #choose(verb: string, asked: z.infer<typeof choice> | undefined, place: Section, usual = ""): Promise<Ended> {
    if (!asked) return this.#playback.unplayed(verb);
    const { case: cases, default: otherwise } = asked;
    const name = await this.#decisions.caseOf(asked, place.params, usual);
    if (name === undefined) return this.#playback.unplayed(verb);
    const isCase = Object.hasOwn(cases, name);
    const code = isCase ? "switch_takes_case" : otherwise ? "switch_takes_default" : "switch_passed";
    this.#playback.note(code, { value: name });
    // A script for messages has to name each value.
    if (code === "switch_passed" && this.#call.delivered.kind === "message") return this.#playback.ended();
    return this.#steps((isCase ? cases[name] : otherwise) ?? [], place);
  }

  /** Takes the first branch whose condition holds, or `else`. */
  async #cond(argument: unknown, place: Section): Promise<Ended> {
    const branches = conditions.safeParse(argument).data;
    if (!branches) return this.#playback.unplayed("cond");
    for (const { when, then, else: otherwise } of branches) {
      if (when === undefined) return otherwise ? this.#steps(otherwise, place) : this.#playback.unplayed("cond");
      if (isHidden(when)) return this.#playback.hidden("cond", when);
      const holds = await this.#decisions.holds(when, place.params);
      if (holds === undefined) return this.#playback.unplayed("cond");
      this.#playback.note(holds ? "condition_holds" : "condition_fails", { when });
      if (holds) return this.#steps(then ?? [], place);
    }
    return undefined;
  }

  async #jump(argument: unknown, place: Section): Promise<Ended> {
    const { label, when, max } = jump.safeParse(argument).data ?? {};
    if (isHidden(label)) return this.#playback.hidden("goto", label);
    if (label === undefined) return this.#playback.unplayed("goto");
    if (when !== undefined) {
      const holds = await this.#decisions.holds(when, place.params);
      if (holds === undefined) this.#playback.unplayed("goto");
      if (!holds) return undefined;
    }
    const count = (this.#jumps.get(argument) ?? 0) + 1;
    if (count > (max ?? MOST_JUMPS)) return undefined;
    this.#jumps.set(argument, count);
    const all = [...this.#jumps.values()].reduce((sum, each) => sum + each, 0);
    if (all > MOST_JUMPS_OF_CALL) {
      this.#playback.note("documents_too_many", { most: MOST_JUMPS_OF_CALL });
      return FAILS;
    }
    this.#playback.note("goes_to_label", { label });
    return { label, isLimited: max !== undefined };
  }

  /** The answer of another server is not known: only whether there is one is assumed. */
  async #assumeRequest(argument: unknown, { params }: Section): Promise<undefined> {
    const text = String((argument as Values | undefined)?.url ?? "");
    const url = await this.#variables.filledIn(text, params);
    const result = this.#call.choose(url ?? text, [
      { name: "the request is answered", value: "success" },
      { name: "the request fails", value: "failed", isFailure: true },
    ]);
    this.#decisions.forget();
    this.#variables.set({
      ...{ request_response: undefined, request_response_code: undefined },
      ...{ request_result: result, request_url: url, return_value: result },
    });
    if (result === undefined) this.#playback.unplayed("request");
    return undefined;
  }

  async #lead(verb: string, named: z.infer<typeof destination> | undefined, place: Section): Promise<Ended> {
    if (isHidden(named?.dest)) return this.#playback.hidden(verb, named?.dest);
    const next = named && (await this.#destination(verb, named, place));
    if (!next) return this.#playback.unplayed(verb);
    if (!("document" in next)) return next;
    const state = this.#stateOf(next);
    const round = this.#playback.roundTo(state, nameOf(next));
    if (round) return round;
    const end = await this.#section(next);
    if (verb === "transfer") return end ?? this.#playback.ended();
    // A section that ended may be executed again.
    this.#playback.leave(state);
    if (end) return end;
    const after = await this.#steps(named.on_return, place);
    return after ?? this.#results("execute result", named.result, place, "return_value");
  }

  /** Returns the next section. Undefined for a destination that is not played; an end when the section cannot be requested. */
  async #destination(
    verb: string,
    { dest, params: given }: z.infer<typeof destination>,
    place: Section,
  ): Promise<Section | End | undefined> {
    const name = (await this.#variables.filledIn(dest, place.params))?.trim();
    const params: { [name: string]: unknown } = {};
    for (const [key, value] of Object.entries(given)) {
      params[key] = typeof value === "string" ? await this.#variables.literal(value, place.params) : value;
      const menus = this.#variables.menusIn(String(value));
      if (menus.length > 0) this.#variables.takeFrom(key, ...menus);
    }
    if (name === undefined || /^(?!https?:)[a-z]+:/i.test(name)) return undefined;
    const { document } = place;
    if (Object.hasOwn(document.sections, name)) {
      this.#playback.note("section_next", { verb, section: name });
      return this.#counted({ document, section: name, params });
    }
    if (name.startsWith("{")) {
      const inline = readSwml(name);
      if (!("problem" in inline))
        return this.#counted({ document: { ...document, text: name, ...inline }, section: "main", params });
      this.#playback.note("script_refused", { problem: inline.problem });
      return FAILS;
    }
    if (!name.includes("/")) {
      this.#playback.note("section_unknown", { verb, name });
      return FAILS;
    }
    const url = this.#playback.next(verb, name, document);
    const found = url && (await this.#request(url, { vars: this.#variables.all, params }));
    return found ? { document: found, section: "main", params } : FAILS;
  }

  #counted(next: Section): Section | End {
    return this.#playback.countDocument() ? next : FAILS;
  }

  #stateOf({ document, section, params }: Section): string {
    const name = `${document.url} ${document.text}`;
    if (!this.#documents.has(name)) this.#documents.set(name, this.#documents.size);
    return JSON.stringify([this.#documents.get(name), section, params, this.#variables.all]);
  }

  async #set(argument: unknown, { params }: Section): Promise<undefined> {
    if (typeof argument !== "object" || argument === null) return;
    for (const [name, value] of Object.entries(argument))
      if (typeof value === "string") await this.#variables.setFrom(name, value, params);
      else this.#variables.set({ [name]: value });
  }
}

/** Verbs whose argument does not matter to the route. */
const SAYS: ReadonlySet<string> = new Set(["play", "set", "prompt", "record", "ai", "amazon_bedrock"]);

function nameOf({ document, section }: Section): string {
  return section === "main" ? document.name : `the section ${section}`;
}
