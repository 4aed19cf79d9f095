// Plays SWML scripts to a caller: step by step, and on to the sections and documents that they name.

import type { z } from "zod";
import type { Missed } from "./choices.ts";
import type { End, Read, Requested } from "./document.ts";
import { FAILS, KEEPS, type Playback } from "./playback.ts";
import { choice, conditions, connect, destination, jump, prompt, readSwml, type Swml, verbOf } from "./swml.ts";
import { HEARD, isSpoken, SILENT, TAKING, UNANSWERING } from "./swml-verbs.ts";
import { type Values, Variables } from "./variables.ts";
import { TAKEN } from "./verdict.ts";

export type SwmlDocument = Requested & Swml;

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
  return (await new Player(play).play(first)) ?? play.playback.ended();
}

interface Section {
  readonly document: SwmlDocument;
  readonly section: string;
  readonly params: Values;
}

/** The end of a part: the call's end, a jump, or the return to the caller of a section. Undefined when the document continues. */
type Ended = End | "returned" | { readonly kind: "jumps"; readonly label: string } | undefined;

class Player {
  readonly #play: ScriptPlay;
  readonly #variables: Variables;

  constructor(play: ScriptPlay) {
    this.#play = play;
    this.#variables = new Variables(play.call, play.playback.assumed);
  }

  async play(document: SwmlDocument): Promise<End | undefined> {
    const place = { document, section: "main", params: {} };
    const end = this.#round(place) ?? (await this.#section(place));
    return end === "returned" ? undefined : end;
  }

  async #section(place: Section): Promise<End | "returned" | undefined> {
    const steps = place.document.sections[place.section] ?? [];
    this.#play.playback.tellsApart(place.document);
    let end = await this.#steps(steps, place);
    // A label is looked up in its section.
    while (end !== undefined && end !== "returned" && end.kind === "jumps") {
      const { label } = end;
      const at = steps.findIndex((step) => verbOf(step)[0] === "label" && verbOf(step)[1] === label);
      const state = `${this.#stateOf(place)} label ${label}`;
      if (at < 0) {
        this.#play.playback.note("section_unknown", { verb: "goto", name: label });
        return FAILS;
      }
      const round = this.#play.playback.roundTo(state, `the label ${label}`);
      if (round) return round;
      end = await this.#steps(steps.slice(at), place);
    }
    return end;
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
    if (HEARD.has(verb)) playback.heard();
    const taken = TAKING[verb];
    if (taken !== undefined) {
      playback.heard();
      playback.note("taken_by", { what: taken });
      return KEEPS;
    }
    switch (verb) {
      case "hangup":
        return playback.answered ? playback.ended() : rejection(argument, playback);
      case "return":
        this.#variables.set("return_value", argument ?? "");
        return "returned";
      case "set":
        return this.#set(argument, place);
      case "unset":
        for (const name of [argument].flat()) this.#variables.set(String(name), undefined);
        return undefined;
      case "goto":
        return this.#jump(argument, place);
      case "prompt":
        this.#prompt(prompt.safeParse(argument).data ?? {});
        return undefined;
      case "switch":
        return this.#choose(verb, choice.safeParse(argument).data, place);
      case "cond":
        return this.#cond(argument, place);
      case "request":
        return this.#request(argument, place);
      case "connect":
        return this.#connect(connect.safeParse(argument).data ?? {}, place);
      case "transfer":
      case "execute":
        return this.#lead(verb, destination.safeParse(argument).data, place);
      default:
        if (!HEARD.has(verb) && !SILENT.has(verb)) playback.unplayed(verb);
        return undefined;
    }
  }

  /** Devices in series ring one after the other, those in parallel at once. */
  async #connect(asked: z.infer<typeof connect>, place: Section): Promise<Ended> {
    const { playback } = this.#play;
    const { to, serial = [], parallel = [], serial_parallel: groups = [] } = asked;
    const inTurn = [...(to === undefined ? [] : [[{ to }]]), ...serial.map((each) => [each]), parallel, ...groups];
    // Who takes a real call is not known, so all are followed.
    const all = playback.isExplored ? inTurn : [inTurn.flat()];
    const from = asked.from === undefined ? undefined : await this.#variables.filledIn(asked.from, place.params);
    let missed: Missed = "error";
    let rang = false;
    for (const devices of all) {
      const known: string[] = [];
      for (const device of devices) {
        const address = await this.#variables.filledIn(device.to, place.params);
        if (address === undefined) playback.unplayed("connect");
        else known.push(address);
      }
      if (known.length === 0) continue;
      rang = true;
      const { outcome, reason } = await playback.dial(known, from);
      if (TAKEN.has(outcome) || outcome === "looped") return { kind: "dialled", outcome };
      missed = reason ?? "error";
    }
    if (!rang) {
      playback.unplayed("connect");
      return undefined;
    }
    this.#variables.set("connect_result", "failed");
    this.#variables.set("connect_failed_reason", missed);
    this.#variables.set("return_value", "failed");
    return this.#results("connect result", asked.result, place, "connect_result");
  }

  /** Plays what a method lists for its results, as a `switch` or as conditions. */
  async #results(part: string, given: unknown, place: Section, usual: string): Promise<Ended> {
    if (given === undefined) return undefined;
    if (Array.isArray(given)) return this.#cond(given, place);
    return this.#choose(part, choice.safeParse(given).data, place, usual);
  }

  #prompt(asked: z.infer<typeof prompt>): void {
    const { max_digits: most = 1, terminators, digit_terminators: ending = terminators ?? "" } = asked;
    const needsSpeech = isSpoken(asked);
    if (needsSpeech) this.#play.playback.unplayed("prompt for speech");
    const { digits, end = "" } = needsSpeech ? { digits: "" } : this.#play.playback.collect("prompt", { most, ending });
    this.#variables.set("prompt_value", digits);
    this.#variables.set("prompt_result", digits === "" ? "no_input" : "match_digits");
    this.#variables.set("prompt_digit_terminator", end);
  }

  async #choose(verb: string, asked: z.infer<typeof choice> | undefined, place: Section, usual = ""): Promise<Ended> {
    const { variable = usual, case: cases = {}, default: otherwise } = asked ?? {};
    const { playback } = this.#play;
    const value = (await this.#variables.valueOf(variable, place.params)) ?? assumedCase(playback, variable, cases);
    if (value === undefined) {
      playback.note("variable_unknown", { name: variable });
      playback.unplayed(verb);
      return undefined;
    }
    const isCase = Object.hasOwn(cases, value);
    const code = isCase ? "switch_takes_case" : otherwise ? "switch_takes_default" : "switch_passed";
    playback.note(code, { value });
    return this.#steps((isCase ? cases[value] : otherwise) ?? [], place);
  }

  /** Takes the first branch whose condition holds, or `else`. */
  async #cond(argument: unknown, place: Section): Promise<Ended> {
    const { playback } = this.#play;
    const branches = conditions.safeParse(argument).data;
    if (!branches) {
      playback.unplayed("cond");
      return undefined;
    }
    for (const { when, then, else: otherwise } of branches) {
      if (when === undefined) return this.#steps(otherwise ?? then ?? [], place);
      const holds = playback.decide(when, await this.#variables.condition(when, place.params));
      if (holds === undefined) {
        playback.note("condition_unknown", { when });
        playback.unplayed("cond");
        return undefined;
      }
      playback.note(holds ? "condition_holds" : "condition_fails", { when });
      if (holds) return this.#steps(then ?? [], place);
    }
    return undefined;
  }

  async #jump(argument: unknown, place: Section): Promise<Ended> {
    const { playback } = this.#play;
    const { label, when } = jump.safeParse(argument).data ?? {};
    if (label === undefined) {
      playback.unplayed("goto");
      return undefined;
    }
    if (when !== undefined) {
      const holds = playback.decide(when, await this.#variables.condition(when, place.params));
      if (holds === undefined) {
        playback.note("condition_unknown", { when });
        playback.unplayed("goto");
        return undefined;
      }
      if (!holds) return undefined;
    }
    playback.note("goes_to_label", { label });
    return { kind: "jumps", label };
  }

  /** The answer of another server is not known: only whether there is one is assumed. */
  async #request(argument: unknown, { params }: Section): Promise<undefined> {
    const url = await this.#variables.filledIn(String((argument as Values | undefined)?.url ?? ""), params);
    const result = this.#play.playback.assumeRequest(url ?? "");
    this.#variables.set("request_response", undefined);
    this.#variables.set("request_result", result);
    this.#variables.set("request_url", url);
    this.#variables.set("return_value", result);
    if (result === undefined) this.#play.playback.unplayed("request");
    return undefined;
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
    if (verb === "transfer") return end === undefined || end === "returned" ? this.#play.playback.ended() : end;
    // A section that ended may be executed again.
    this.#play.playback.leave(state);
    if (end !== undefined && end !== "returned") return end;
    const after = await this.#steps(named.on_return, place);
    return after ?? this.#results("execute result", named.result, place, "return_value");
  }

  /** Returns the next section. Undefined for a destination that is not played; an end when the section cannot be requested. */
  async #destination(
    verb: string,
    { dest, params: given }: z.infer<typeof destination>,
    place: Section,
  ): Promise<Section | End | undefined> {
    const { playback, request } = this.#play;
    const name = (await this.#variables.filledIn(dest, place.params))?.trim();
    const params: { [name: string]: unknown } = {};
    for (const [key, value] of Object.entries(given)) params[key] = await this.#literal(value, place);
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
    const found = url && (await request(url, { vars: this.#variables.all, params }));
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
    return JSON.stringify([document.url, document.text, section, params, this.#variables.all]);
  }

  async #set(argument: unknown, place: Section): Promise<undefined> {
    if (typeof argument !== "object" || argument === null) return;
    for (const [name, value] of Object.entries(argument)) this.#variables.set(name, await this.#literal(value, place));
  }

  /** Returns a value with its variables filled in; undefined for an expression whose value is not known. */
  async #literal(value: unknown, place: Section): Promise<unknown> {
    return typeof value === "string" ? this.#variables.filledIn(value, place.params) : value;
  }
}

/** Assumes a value for a variable that is not known: each case, and one that is none of them. */
function assumedCase(playback: Playback, variable: string, cases: { readonly [value: string]: unknown }) {
  const other = "another value";
  return playback.choose(variable, [
    ...Object.keys(cases).map((value) => ({ name: `${variable} is ${value}`, value })),
    { name: `${variable} is ${other}`, value: other },
  ]);
}

/** For a `hangup` before anything answered the call: these reasons reject the caller. */
function rejection(argument: unknown, playback: Playback): End {
  const reason = typeof argument === "object" && argument !== null ? (argument as Values).reason : undefined;
  if (reason === "busy") return { kind: "rejects", reason };
  return reason === "decline" ? { kind: "rejects", reason: "rejected" } : playback.ended();
}

function nameOf({ document, section }: Section): string {
  return section === "main" ? `${document.method} ${document.url}` : `the section ${section}`;
}
