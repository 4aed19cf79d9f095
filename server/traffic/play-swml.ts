// Plays SWML scripts to a caller: step by step, and on to the sections and documents that they name.

import type { z } from "zod";
import type { End, Read, Requested } from "./document.ts";
import { FAILS, KEEPS, type Playback } from "./playback.ts";
import { choice, connect, destination, prompt, readSwml, type Swml, verbOf } from "./swml.ts";

export type SwmlDocument = Requested & Swml;

interface Values {
  readonly [name: string]: unknown;
}

/** The variables that a request for the next document contains. */
export interface Passed {
  readonly vars: Values;
  readonly params: Values;
}

/** Requests the next document. Returns undefined when that fails. */
export type RequestScript = (url: string, passed: Passed) => Promise<SwmlDocument | undefined>;

export interface ScriptPlay {
  readonly playback: Playback;
  /** The call, as its requests describe it. */
  readonly call: Values;
  readonly request: RequestScript;
}

/** Plays a script, and those that it leads to, up to the end of the call's part. */
export async function playSwml(play: ScriptPlay, first: SwmlDocument): Promise<End> {
  return (await new Player(play).play(first)) ?? KEEPS;
}

interface Section {
  readonly document: SwmlDocument;
  readonly section: string;
  readonly params: Values;
}

/** The end of a part: the call's end, or the return to the caller of a section. Undefined when the document continues. */
type Ended = End | "returned" | undefined;

/** Verbs that play something to the caller, or do not change the route. */
const PLAYED = new Set(["answer", "play", "sleep", "label"]);
/** Verbs that leave the call unanswered. */
const UNANSWERING = new Set([
  ...["hangup", "return", "set", "unset", "label", "goto", "cond", "switch", "transfer", "execute", "request", "sleep"],
]);
const SPEECH = ["speech_timeout", "speech_end_timeout", "speech_language", "speech_hints"] as const;
const DIGITS = ["max_digits", "terminators", "digit_terminators", "digit_timeout", "initial_timeout"] as const;

class Player {
  readonly #play: ScriptPlay;
  readonly #vars = new Map<string, unknown>();

  constructor(play: ScriptPlay) {
    this.#play = play;
  }

  async play(document: SwmlDocument): Promise<End | undefined> {
    const place = { document, section: "main", params: {} };
    const end = this.#round(place) ?? (await this.#section(place));
    return end === "returned" ? undefined : end;
  }

  #section(place: Section): Promise<Ended> {
    return this.#steps(place.document.sections[place.section] ?? [], place);
  }

  async #steps(steps: readonly unknown[], place: Section): Promise<Ended> {
    for (const each of steps) {
      const end = await this.#step(each, place);
      if (end) return end;
    }
    return undefined;
  }

  async #step(step: unknown, place: Section): Promise<Ended> {
    const [verb, argument] = verbOf(step);
    const { playback } = this.#play;
    if (!UNANSWERING.has(verb)) await playback.answer();
    switch (verb) {
      case "hangup":
        return playback.answered ? KEEPS : rejection(argument);
      case "return":
        this.#vars.set("return_value", argument);
        return "returned";
      case "set":
        this.#set(argument, place);
        return undefined;
      case "prompt":
        this.#prompt(prompt.safeParse(argument).data ?? {});
        return undefined;
      case "switch":
        return this.#choose(verb, choice.safeParse(argument).data, place);
      case "connect":
        return this.#connect(connect.safeParse(argument).data ?? {}, place);
      case "transfer":
      case "execute":
        return this.#lead(verb, destination.safeParse(argument).data, place);
      default:
        if (!PLAYED.has(verb)) this.#play.playback.unplayed(verb);
        return undefined;
    }
  }

  #connect(
    { to, from, serial = [], parallel = [], serial_parallel = [], result }: z.infer<typeof connect>,
    place: Section,
  ): Ended {
    const devices = [...(to === undefined ? [] : [{ to }]), ...serial, ...parallel, ...serial_parallel.flat()];
    const known = devices.flatMap((device) => this.#filledIn(device.to, place) ?? []);
    if (known.length < Math.max(devices.length, 1)) this.#play.playback.unplayed("connect");
    if (known.length === 0) return undefined;
    if (result !== undefined) this.#play.playback.unplayed("connect result");
    return { kind: "dials", to: known, from: from === undefined ? undefined : this.#filledIn(from, place) };
  }

  #prompt(asked: z.infer<typeof prompt>): void {
    const { max_digits: most = 1, terminators, digit_terminators: ending = terminators ?? "" } = asked;
    const isSpoken =
      SPEECH.some((name) => asked[name] !== undefined) && DIGITS.every((name) => asked[name] === undefined);
    if (isSpoken) this.#play.playback.unplayed("prompt for speech");
    const { digits, end = "" } = isSpoken ? { digits: "" } : this.#play.playback.collect("prompt", most, ending);
    this.#vars.set("prompt_value", digits);
    this.#vars.set("prompt_result", digits === "" ? "no_input" : "match_digits");
    this.#vars.set("prompt_digit_terminator", end);
  }

  async #choose(verb: string, asked: z.infer<typeof choice> | undefined, place: Section, usual = ""): Promise<Ended> {
    const { variable = usual, case: cases = {}, default: otherwise } = asked ?? {};
    const value = this.#valueOf(variable, place);
    if (value === undefined) {
      this.#play.playback.note("variable_unknown", { name: variable });
      this.#play.playback.unplayed(verb);
      return undefined;
    }
    const isCase = Object.hasOwn(cases, value);
    const code = isCase ? "switch_takes_case" : otherwise ? "switch_takes_default" : "switch_passed";
    this.#play.playback.note(code, { value });
    return this.#steps((isCase ? cases[value] : otherwise) ?? [], place);
  }

  async #lead(verb: string, named: z.infer<typeof destination> | undefined, place: Section): Promise<Ended> {
    const next = named && (await this.#destination(verb, named, place));
    if (!next) {
      this.#play.playback.unplayed(verb);
      return undefined;
    }
    if (!("document" in next)) return next;
    const state = this.#stateOf(next);
    const round = this.#play.playback.roundTo(state, nameOf(next));
    if (round) return round;
    const end = await this.#section(next);
    if (verb === "transfer") return end === undefined || end === "returned" ? KEEPS : end;
    // A section that ended may be executed again.
    this.#play.playback.leave(state);
    if (end !== undefined && end !== "returned") return end;
    const after = await this.#steps(named.on_return, place);
    if (after || named.result === undefined) return after;
    return this.#choose("execute result", choice.safeParse(named.result).data, place, "return_value");
  }

  /** Returns the next section. Undefined for a destination that is not played; an end when the section cannot be requested. */
  async #destination(
    verb: string,
    { dest, params: given }: z.infer<typeof destination>,
    place: Section,
  ): Promise<Section | End | undefined> {
    const { playback, request } = this.#play;
    const name = this.#filledIn(dest, place)?.trim();
    const params = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, this.#literal(value, place)]));
    if (name === undefined || /^(?!https?:)[a-z]+:/i.test(name)) return undefined;
    const { document } = place;
    if (Object.hasOwn(document.sections, name)) {
      playback.note("section_next", { verb, section: name });
      return playback.countDocument() ? { document, section: name, params } : FAILS;
    }
    if (name.startsWith("{")) return this.#inline(name, document, params);
    if (!name.includes("/")) {
      playback.note("section_unknown", { verb, name });
      return FAILS;
    }
    const url = playback.next(verb, name, document);
    const found = url && (await request(url, { vars: Object.fromEntries(this.#vars), params }));
    return found ? { document: found, section: "main", params } : FAILS;
  }

  #inline(text: string, { method, url, base }: SwmlDocument, params: Values): Section | End {
    const script: Read<Swml> = readSwml(text);
    if (!("problem" in script))
      return this.#play.playback.countDocument()
        ? { document: { method, url, base, text, ...script }, section: "main", params }
        : FAILS;
    this.#play.playback.note("script_refused", { problem: script.problem });
    return FAILS;
  }

  #round(place: Section): End | undefined {
    return this.#play.playback.roundTo(this.#stateOf(place), nameOf(place));
  }

  #stateOf({ document, section, params }: Section): string {
    return JSON.stringify([document.url, document.text, section, params, [...this.#vars]]);
  }

  #set(argument: unknown, place: Section): void {
    if (typeof argument !== "object" || argument === null) return;
    for (const [name, value] of Object.entries(argument)) this.#vars.set(name, this.#literal(value, place));
  }

  /** Returns a value with its variables filled in; undefined for an expression that this server does not compute. */
  #literal(value: unknown, place: Section): unknown {
    return typeof value === "string" ? this.#filledIn(value, place) : value;
  }

  /** Fills in `${prompt_value}`; undefined when a value is not known, or is an expression. */
  #filledIn(text: string, place: Section): string | undefined {
    let isKnown = true;
    const filled = text.replace(/[$%]\{([^}]*)\}/g, (_, name: string) => {
      const value = this.#valueOf(name.trim(), place);
      isKnown &&= value !== undefined;
      return value ?? "";
    });
    return isKnown ? filled : undefined;
  }

  #valueOf(name: string, { params }: Section): string | undefined {
    const [root = "", ...names] = name.split(".");
    const roots: Values = { vars: Object.fromEntries(this.#vars), call: this.#play.call, params };
    let value = this.#vars.has(root) ? this.#vars.get(root) : Object.hasOwn(roots, root) ? roots[root] : undefined;
    for (const each of names)
      value =
        typeof value === "object" && value !== null && Object.hasOwn(value, each) ? (value as Values)[each] : undefined;
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
  }
}

/** For a `hangup` before anything answered the call: these reasons reject the caller. */
function rejection(argument: unknown): End {
  const reason = typeof argument === "object" && argument !== null ? (argument as Values).reason : undefined;
  if (reason === "busy") return { kind: "rejects", reason };
  return reason === "decline" ? { kind: "rejects", reason: "rejected" } : KEEPS;
}

function nameOf({ document, section }: Section): string {
  return section === "main" ? `${document.method} ${document.url}` : `the section ${section}`;
}
