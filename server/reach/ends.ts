// How a path ends, and which of its steps lead to what does not exist.

import type { StepCode } from "../calls/events.ts";
import type { Party, Step, Trace } from "../calls/trace.ts";
import { endIn } from "../calls/verdict.ts";

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
  /** The last event of the path. */
  readonly code?: StepCode;
  /** The script or object whose settings decide the end. */
  readonly party?: Party;
}

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
export function endOf(trace: Trace): Pick<PathEnd, "kind" | "text"> {
  const end = playedEnd(trace);
  const detailsOf = (code: StepCode) => trace.steps.find((step) => step.code === code)?.details;
  const long = detailsOf("not_taken")?.reason === "noAnswer" ? detailsOf("rings_long") : undefined;
  if (!long) return end;
  const note = `the document dials for ${long.seconds} seconds; one recorded space ended each dial with an error after about ${long.longest}`;
  return { ...end, text: `${end.text} (${note})` };
}

function playedEnd(trace: Trace): Pick<PathEnd, "kind" | "text"> {
  const detailsOf = (code: StepCode) => trace.steps.find((step) => step.code === code)?.details;
  const [recorded, hidden] = [detailsOf("document_as_recorded"), detailsOf("value_hidden")];
  const ended = detailsOf("expression_ended");
  const { kind, text } = endBy(trace);
  if (hidden) return { kind: "unknown", text: `Not tried: ${hidden.part} has ${hidden.what}` };
  if (ended)
    return { kind: "unknown", text: `Not tried: the expression ${ended.expression} has no value (${ended.problem})` };
  if (kind === "nobody") return { kind, text: recorded ? `${text} (by the recorded text of ${recorded.name})` : text };
  // A recorded text shows for certain only that a caller reaches nobody.
  const shown = recorded ? "unknown" : kind;
  const [mistake] = mistakesIn(trace.steps);
  return { kind: shown, text: mistake ? `${text}, after ${withSmallStart(mistake.text)}` : text };
}

function endBy({ outcome, steps, summary }: Trace): Pick<PathEnd, "kind" | "text"> {
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
