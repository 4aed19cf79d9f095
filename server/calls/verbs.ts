// What the verbs of a document do to the route of a call, for LaML and for SWML.

import { namesLike } from "../../contract/index.ts";

/** The verbs of a language, by what they do to the route. */
export interface Verbs {
  /** Heard by the caller. The document then continues. */
  readonly heard: ReadonlySet<string>;
  /** Without effect on the route. The document then continues. */
  readonly silent: ReadonlySet<string>;
  /** Verbs that take the call over → who has it then. */
  readonly taking: ReadonlyMap<string, string>;
  /** Leave the call unanswered. */
  readonly unanswering: ReadonlySet<string>;
  /** False for a verb of calls in a document for messages, and for one of messages in a document for calls. */
  isOf(traffic: "call" | "message", verb: string): boolean;
  /** Verbs that the player of the language does itself, or that are not played. */
  readonly others: ReadonlySet<string>;
  /** Returns the verb as documents write it. */
  written(verb: string): string;
}

/** Who has the call while a document records it. */
const VOICEMAIL = "a recording (voicemail)";

export const LAML: Verbs = {
  heard: new Set(["Say", "Play"]),
  silent: new Set(["Pause"]),
  taking: new Map([["Record", VOICEMAIL]]),
  unanswering: new Set(["Pause", "Redirect", "Reject"]),
  isOf: (traffic, verb) => verb === "Redirect" || (traffic === "message") === (verb === "Message"),
  others: new Set([
    ...["Hangup", "Reject", "Redirect", "Dial", "Gather", "Message", "Connect", "Denoise", "Echo", "Enqueue", "Leave"],
    ...["Pay", "Prompt", "Queue", "Receive", "Refer", "Siprec", "Sms", "Start", "Stop", "Stream", "Transcription"],
    ...["AI", "Number", "Sip", "Client", "Verto", "Conference", "Room", "Application", "Parameter", "Break"],
  ]),
  written: (verb) => `<${verb}>`,
};

const ONLY_OF_MESSAGES = ["reply", "receive"];
const OF_MESSAGES = [...ONLY_OF_MESSAGES, "request", "switch", "execute", "return", "transfer", "label", "goto"];

export const SWML: Verbs = {
  heard: new Set(["play"]),
  silent: new Set([
    ...["answer", "sleep", "label", "record_call", "stop_record_call", "tap", "stop_tap", "denoise", "stop_denoise"],
    ...["send_digits", "send_sms", "user_event", "detect_machine", "live_transcribe", "live_translate"],
  ]),
  taking: new Map([
    ["record", VOICEMAIL],
    ["ai", "an AI agent of the script"],
    ["amazon_bedrock", "an AI agent of the script"],
    ["join_room", "the room"],
    ["join_conference", "the conference"],
    ["enter_queue", "the queue"],
    ["receive_fax", "a fax machine"],
  ]),
  unanswering: new Set([
    ...["hangup", "return", "set", "unset", "sleep", "request"],
    ...["label", "goto", "cond", "switch", "transfer", "execute"],
  ]),
  isOf: (traffic, verb) => (traffic === "message" ? OF_MESSAGES.includes(verb) : !ONLY_OF_MESSAGES.includes(verb)),
  others: new Set([
    ...["hangup", "return", "set", "unset", "goto", "prompt", "switch", "cond", "request", "connect", "reply"],
    ...["receive", "transfer", "execute", "ai_sidecar", "bind_digit", "clear_digit_bindings", "echo", "pay"],
    ...["execute_rpc", "send_fax", "sip_refer"],
  ]),
  written: (verb) => verb,
};

/** Returns the name of the room, the conference or the queue that a verb of SWML names; undefined where it names none. */
export function nameIn(argument: unknown): unknown {
  if (typeof argument === "string") return argument;
  const { queue_name, name, room_name } = Object(argument);
  return queue_name ?? name ?? room_name;
}

/** Returns the functions of an AI agent, which may send the caller anywhere. */
export function functionsOf(argument: unknown): string[] {
  const { functions = [], includes = [] } = Object(Object(argument).SWAIG);
  return [functions, includes].flat().map((each) => {
    const { function: name, functions: included, url } = Object(each);
    return String(name ?? (included === undefined ? url : [included].flat().join(", ")));
  });
}

/** Returns the end of a sentence about a verb that does not exist, with the nearest one; undefined for a verb that exists. */
export function absenceOf(verbs: Verbs, verb: string): string | undefined {
  const all = [...verbs.heard, ...verbs.silent, ...verbs.taking.keys(), ...verbs.others];
  if (all.includes(verb)) return undefined;
  const alike = all.find((each) => each.toLowerCase() === verb.toLowerCase());
  const [nearest] = alike ? [alike] : namesLike(verb, all, verb.length > 4 ? 2 : 1);
  return nearest === undefined ? "." : `; did you mean ${verbs.written(nearest)}?`;
}

type Options = { readonly [option: string]: unknown };

/** True for a menu that listens to speech. */
export function hearsSpeech(asked: Options): boolean {
  return SPEECH.some((name) => asked[name] !== undefined);
}

/** True for a menu that listens to keys. One that names no option does. */
export function hearsDigits(asked: Options): boolean {
  return !hearsSpeech(asked) || DIGITS.some((name) => asked[name] !== undefined);
}

const SPEECH = ["speech_timeout", "speech_end_timeout", "speech_language", "speech_hints"] as const;
const DIGITS = ["max_digits", "terminators", "digit_terminators", "digit_timeout", "initial_timeout"] as const;
