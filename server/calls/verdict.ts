// Computes a trace's first lines: one sentence with the cause, and the route in one line. Both depend only on the steps' codes.

import { masked, roleOf, visible } from "../../contract/index.ts";
import { events, type StepCode } from "./events.ts";
import { problemOf } from "./failures.ts";
import { isStatus } from "./status-callback.ts";
import type { OpenTrace, Step, TrafficOutcome, Verdict } from "./trace.ts";

export const TAKEN: ReadonlySet<TrafficOutcome | null> = new Set(["answered", "ringing", "handed-over"]);

export function verdictOf({ kind, to, outcome, steps }: OpenTrace): Verdict {
  const stretches = stretchesOf(steps);
  const way = stretches.flatMap(wayOf);
  const isTaken = TAKEN.has(outcome);
  // One cause for each branch of the route, without duplicates.
  const causes = [...new Set(stretches.flatMap(causesOf))].join("; ") || `the ${kind} was not taken`;
  const sentence = isTaken
    ? endOf(stretchesOf(untilTaken(steps)))
    : `${kind === "call" ? "Did not ring" : "Was not taken"}: ${causes}`;
  const line = way.join(" → ") || `${to} ${outcome === null ? "…" : "✗"}`;
  // Users copy these lines into tickets, so credentials in addresses are masked.
  const summary = visible(masked(sentence));
  return { verdict: `${isTaken ? "✓" : "✗"} ${summary}`, summary, isTaken, way: visible(masked(line)) };
}

/** The part of the route from one object to the next. */
interface Stretch {
  readonly who: string;
  readonly handler: string;
  readonly steps: readonly Step[];
  /** The attempts, in order. Those that redirect are left out. */
  readonly asked: readonly AskedDocument[];
}

interface AskedDocument {
  /** The field with the URL; undefined when a document named the URL. */
  readonly field: string | undefined;
  readonly step: Step;
  /** Why the request failed, as the end of a sentence; undefined for a document. */
  readonly problem: string | undefined;
}

function stretchesOf(steps: readonly Step[]): Stretch[] {
  const parts: Step[][] = [[]];
  for (const step of steps) {
    if (STARTS.has(step.code) && parts.at(-1)?.length) parts.push([]);
    parts.at(-1)?.push(step);
  }
  return parts.map((part) => ({
    who: String(part.find(({ code }) => STARTS.has(code))?.details.who ?? "call"),
    handler: String(part.find(({ code }) => HANDLERS.has(code))?.details.handler ?? ""),
    steps: part,
    asked: askedIn(part),
  }));
}

/** Steps that name the handler. */
const HANDLERS: ReadonlySet<StepCode> = new Set(["handler_chosen", "endpoint_handler_chosen", "endpoint_places"]);

/** Steps after which other fields decide. */
const STARTS: ReadonlySet<StepCode> = new Set(["belongs_to_project", "next", "dials"]);

function askedIn(steps: readonly Step[]): AskedDocument[] {
  const asked: AskedDocument[] = [];
  for (const step of steps) {
    const { code, field, attempt, details } = step;
    if (isStatus(step)) continue;
    const known = asked.at(-1);
    if (attempt) {
      const { failure, status } = attempt;
      if (failure || (status ?? 0) < 300) asked.push({ field, step, problem: failure && problemOf(failure, status) });
    } else if (known && (code === "document_refused" || code === "script_refused"))
      asked.splice(-1, 1, { ...known, problem: `answered with what is no document: ${details.problem}` });
  }
  return asked;
}

/** Leaves out the devices that a document dials if nobody takes the call before. */
export function untilTaken(steps: readonly Step[]): readonly Step[] {
  const at = steps.findIndex(({ code }) => code === "dials_in_turn");
  const first = steps.slice(0, at);
  // A destination that is not played may take no call.
  const isOpen = at < 0 || first.some(({ code }) => code === "dials_unplayed");
  return isOpen || steps.slice(at).some(({ code }) => code === "goes_on") ? steps : first;
}

/** Returns the event that ended a taken call. A device that did not take the call is not its end: its document went on. */
export function endIn(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ code }, at) => events[code].end && steps[at + 1]?.code !== "not_taken");
}

function endOf(stretches: readonly Stretch[]): string {
  const end = endIn(stretches.flatMap((stretch) => stretch.steps));
  const who = stretches.find(({ steps }) => end && steps.includes(end))?.who ?? "call";
  const sentence = end && events[end.code].end?.(end.details, who);
  if (sentence !== undefined) return sentence;
  const asked = stretches.findLast((stretch) => stretch.asked.length > 0)?.asked ?? [];
  const document = asked.at(-1);
  const hidden = stretches.flatMap(({ steps }) => steps).find(({ code }) => code === "value_hidden");
  if (!document && hidden) return `Goes on as the ${hidden.details.part} says, which has ${hidden.details.what}`;
  if (!document) return "Answered by a document";
  const [failed] = asked.filter(({ problem }) => problem !== undefined);
  return failed && isFallback(document)
    ? `Answered by the fallback, ${requestOf(document)}, because ${failureOf(failed)}`
    : `Answered by ${requestOf(document)}`;
}

function causesOf({ who, handler, steps, asked }: Stretch): string[] {
  const last = asked.at(-1);
  const found = steps.flatMap(({ code, details, field }) => {
    const { cause } = events[code];
    if (cause === "unset") return [`the ${who} has ${handler === "" ? "no" : `${handler} without`} ${field}`];
    return cause ? [cause(details, who)] : [];
  });
  if (last?.problem === undefined) return found;
  return [failuresOf(asked, steps), ...found];
}

function failuresOf(asked: readonly AskedDocument[], steps: readonly Step[]): string {
  const [first, second] = asked as readonly [AskedDocument, AskedDocument?];
  const last = asked.at(-1);
  if (last && last.field === undefined) return failureOf(last);
  if (second) {
    const isSame = first.problem === second.problem;
    return `${failureOf(first)}, and ${isSame ? "so did the fallback" : `the fallback, ${failureOf(second)}`}`;
  }
  const isAlone = steps.some(({ code }) => code === "fallback_url_unset");
  return `${failureOf(first)}${isAlone ? ", and no fallback is set" : ""}`;
}

function failureOf(asked: AskedDocument): string {
  return asked.problem === undefined ? requestOf(asked) : `${requestOf(asked)} ${asked.problem}`;
}

function isFallback({ field }: AskedDocument): boolean {
  return field !== undefined && roleOf(field) === "fallback";
}

/** Describes the request without the parameters that a GET adds. A script of the project is named instead. */
function requestOf(asked: AskedDocument): string {
  return asked.step.attempt?.script ? `the ${labelOf(asked)}` : labelOf(asked);
}

function labelOf({ step: { attempt } }: AskedDocument): string {
  if (attempt?.script) return `${attempt.script.what} ${attempt.script.name}`;
  const url = attempt?.url ?? "";
  return `${attempt?.method} ${attempt?.method === "GET" ? url.split("?", 1)[0] : url}`;
}

function wayOf({ steps, asked }: Stretch): string[] {
  return steps.flatMap((step) => {
    const { code, details, attempt, field = "" } = step;
    if (isStatus(step)) return [];
    if (attempt) {
      const last = asked.find((each) => each.step === step);
      return last ? [`${isFallback(last) ? "fallback" : labelOf(last)} ${last.problem === undefined ? "✓" : "✗"}`] : [];
    }
    const { cause, name } = events[code];
    const label = cause === "unset" ? `no ${field}` : name?.(details, field);
    return label === undefined ? [] : [`${label} ${cause === undefined ? "✓" : "✗"}`];
  });
}
