// What the verbs of SWML do to the route of a call.

/** Verbs that are heard by the caller. The document then continues. */
export const HEARD = new Set(["play", "prompt"]);
/** Verbs that do not change the route. The document then continues. */
export const SILENT = new Set([
  ...["answer", "sleep", "label", "record_call", "stop_record_call", "tap", "stop_tap", "denoise", "stop_denoise"],
  ...["send_digits", "send_sms", "user_event", "detect_machine", "live_transcribe", "live_translate"],
]);
/** Who has the call after a document began to record it. */
export const VOICEMAIL = "a recording (voicemail)";
/** Verbs that take the call over → who has it then. */
export const TAKING: { readonly [verb: string]: string } = {
  record: VOICEMAIL,
  ai: "an AI agent of the script",
  amazon_bedrock: "an AI agent of the script",
  join_room: "a room",
  join_conference: "a conference",
  enter_queue: "a queue",
  receive_fax: "a fax machine",
};
/** Verbs that leave the call unanswered. */
export const UNANSWERING = new Set([
  ...["hangup", "return", "set", "unset", "label", "goto", "cond", "switch", "transfer", "execute", "request", "sleep"],
]);

const ONLY_OF_MESSAGES = ["reply", "receive"];
const OF_MESSAGES = [...ONLY_OF_MESSAGES, "request", "switch", "execute", "return", "transfer", "label", "goto"];

/** False for a verb of calls in a script for messages, and for one of messages in a script for calls. */
export function isVerbOf(traffic: "call" | "message", verb: string): boolean {
  return traffic === "message" ? OF_MESSAGES.includes(verb) : !ONLY_OF_MESSAGES.includes(verb);
}

type Asked = { readonly [option: string]: unknown };

/** True for a menu that listens to speech. */
export function hearsSpeech(asked: Asked): boolean {
  return SPEECH.some((name) => asked[name] !== undefined);
}

/** True for a menu that listens to keys. One that names no option does. */
export function hearsDigits(asked: Asked): boolean {
  return !hearsSpeech(asked) || DIGITS.some((name) => asked[name] !== undefined);
}

const SPEECH = ["speech_timeout", "speech_end_timeout", "speech_language", "speech_hints"] as const;
const DIGITS = ["max_digits", "terminators", "digit_terminators", "digit_timeout", "initial_timeout"] as const;
