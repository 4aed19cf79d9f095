// How a path ends, and which of its steps lead to what does not exist.

import { isAwaited } from "../calls/document.ts";
import { events, type StepCode } from "../calls/events.ts";
import type { Party, Step, Trace } from "../calls/trace.ts";
import { endIn, untilTaken } from "../calls/verdict.ts";

export interface Mistake {
  readonly code: StepCode;
  /** Without its full stop. */
  readonly text: string;
  /** The script whose document has the step. */
  readonly party?: Party;
}

/**
 * Where a path ends: `rings` – devices or clients ring; `answered` – a document takes the call; `handed-over` – it goes to something
 * outside of these objects; `unknown` – to a document that is not the project's, or a part that is not played; `nobody`.
 */
export interface PathEnd {
  readonly kind: "rings" | "answered" | "handed-over" | "unknown" | "nobody";
  /** The end in one sentence, with the cause for `nobody`. */
  readonly text: string;
  /** True for an end that is unknown until the update. */
  readonly isAwaited?: true;
  /** The last event of the path. */
  readonly code?: StepCode;
  /** The script or object whose settings decide the end. */
  readonly party?: Party;
}

/** What a call or message reaches. */
export interface Reached {
  /** The endpoints, clients and numbers that ring, in order. */
  readonly rings: readonly Party[];
  /** The parties of the last document or handler that the call needs: one of them has it at its end. */
  readonly takers: readonly Party[];
  /** Names and addresses that take it outside of these objects. */
  readonly handedTo: readonly string[];
}

/** Returns what the steps reach. A party rings unless an event says why not before the next party. */
export function reachedIn(steps: readonly Step[]): Reached {
  const rings = steps.flatMap(({ next, code }, at) => {
    if (next === undefined || code === "handed_over") return [];
    const following = steps.slice(at + 1);
    const end = following.findIndex(isNextDial);
    const own = end < 0 ? following : following.slice(0, end);
    return own.some((step) => events[step.code].cause !== undefined) ? [] : [{ next, at }];
  });
  const taken = untilTaken(steps);
  const last = taken.findLastIndex(({ attempt }) => attempt?.script !== undefined);
  const late = rings.filter(({ at }) => at > last && at < taken.length).map(({ next }) => next);
  const script = steps[last]?.attempt?.script;
  return {
    rings: rings.map(({ next }) => next),
    takers: late.length > 0 || script === undefined ? late : [script],
    handedTo: steps.flatMap(({ code, details }) => {
      const detail = HANDED_TO[code];
      return detail === undefined ? [] : [String(details[detail]).replace(/^a message to /, "")];
    }),
  };
}

/** True for a step that begins with another party. */
function isNextDial({ next, code, field }: Step): boolean {
  return next !== undefined || code.startsWith("dials") || (code === "client_absent" && field === undefined);
}

/** Event → its detail that names what takes the call or message over. */
const HANDED_TO: { readonly [code in StepCode]?: string } = {
  handed_over: "name",
  leaves_server: "to",
  dials_outside: "to",
  dials_unplayed: "to",
  dials_unchecked: "to",
  endpoint_unchecked: "id",
  document_not_ours: "url",
  message_forwarded: "what",
};

export function withSmallStart(sentence: string): string {
  return sentence.replace(/^\w/, (letter) => letter.toLowerCase());
}

/** Returns the steps that lead to what does not exist. */
export function mistakesIn(steps: readonly Step[]): Mistake[] {
  const scripts = new Map(steps.flatMap(({ attempt }) => (attempt?.script ? [[attempt.url, attempt.script]] : [])));
  const found = steps.flatMap(({ code, text, attempt, by = "" }): Mistake[] => {
    const { failure, script } = attempt ?? {};
    const isDeleted = failure?.cause === "script_deleted" && script;
    if (!isDeleted && !MISTAKES.has(code)) return [];
    const party = scripts.get(by);
    const what = isDeleted
      ? `The request of the ${script.what} ${script.name} failed, because it does not exist any more`
      : text.replace(/\.$/, "");
    return [{ code, text: what, ...(party && { party }) }];
  });
  return [...new Map(found.map((each) => [each.text, each])).values()];
}

/** Events of a step that leads to what does not exist. */
export const MISTAKES: ReadonlySet<StepCode> = new Set([
  ...(["dials_unknown", "endpoint_unknown", "section_unknown", "next_address_invalid"] as const),
  ...(["script_address_invalid", "verb_unknown"] as const),
]);

/** Returns the end of a path, with a note where the live service may cut a dial short that nobody answers. */
export function endOf(trace: Trace): Pick<PathEnd, "kind" | "text" | "isAwaited"> {
  const end = playedEnd(trace);
  const detailsOf = (code: StepCode) => trace.steps.find((step) => step.code === code)?.details;
  if (detailsOf("taken_as_fax")) return { ...end, text: `${end.text}, as a fax` };
  const long = detailsOf("not_taken")?.reason === "noAnswer" ? detailsOf("rings_long") : undefined;
  if (!long) return end;
  const note = `the document dials for ${long.seconds} seconds; one recorded space ended each dial with an error after about ${long.longest}`;
  return { ...end, text: `${end.text} (${note})` };
}

function playedEnd(trace: Trace): Pick<PathEnd, "kind" | "text" | "isAwaited"> {
  const detailsOf = (code: StepCode) => trace.steps.find((step) => step.code === code)?.details;
  const hidden = detailsOf("value_hidden");
  const ended = detailsOf("expression_ended");
  const { kind, text } = endBy(trace);
  const { details = {} } = endIn(untilTaken(trace.steps)) ?? {};
  const awaited = Object.values(hidden ?? details).some(isAwaited) && { isAwaited: true as const };
  if (hidden) return { kind: "unknown", text: `Not tried: ${hidden.part} has ${hidden.what}`, ...awaited };
  if (ended)
    return { kind: "unknown", text: `Not tried: the expression ${ended.expression} has no value (${ended.problem})` };
  if (kind === "nobody") return { kind, text };
  const [mistake] = mistakesIn(trace.steps);
  return { kind, text: mistake ? `${text}, after ${withSmallStart(mistake.text)}` : text, ...awaited };
}

function endBy({ outcome, steps: all, summary }: Trace): Pick<PathEnd, "kind" | "text"> {
  const steps = untilTaken(all);
  if (outcome === "answered") return answerIn(steps, summary);
  if (outcome === "ringing") return { kind: "rings", text: summary };
  if (outcome !== "handed-over") return { kind: "nobody", text: summary };
  return { kind: HANDED[endIn(steps)?.code ?? "handed_over"] ?? "handed-over", text: summary };
}

/** Returns the end of a path that documents answer. */
function answerIn(steps: readonly Step[], summary: string): Pick<PathEnd, "kind" | "text"> {
  const has = (code: StepCode) => steps.some((step) => step.code === code);
  if (has("document_not_ours")) return { kind: "unknown", text: summary };
  const unplayed = steps.findLast(({ code }) => code === "part_unplayed")?.details.part;
  if (unplayed) return { kind: "unknown", text: `${summary}, with ${unplayed}, which is not played` };
  if (has("nothing_sent")) return { kind: "nobody", text: "Answered by documents that send nothing" };
  if (has("nothing_played")) return { kind: "nobody", text: "Answered by documents that play nothing" };
  const takers = new Set(steps.flatMap(({ code, details }) => (TAKERS.has(code) ? [details.what] : [])));
  if (has("menu_ends")) return { kind: "answered", text: `${summary}, and hung up after the menu` };
  const kind = has("message_forwarded") && !has("message_replied") ? "handed-over" : "answered";
  return { kind, text: takers.size === 0 ? summary : `${summary}: ${[...takers].join(" and ")}` };
}

/** Events whose details say how a document takes a call or a message. */
const TAKERS: ReadonlySet<StepCode> = new Set([
  ...(["taken_by", "message_replied", "message_forwarded", "message_received"] as const),
]);

/** The last event of a call that is handed over → the end of its path, unless it is `handed-over`. */
const HANDED: { readonly [code in StepCode]?: PathEnd["kind"] } = {
  rings_devices: "rings",
  handler_unlisted: "unknown",
  dials_unplayed: "unknown",
  dials_unchecked: "unknown",
  endpoint_unchecked: "unknown",
};
