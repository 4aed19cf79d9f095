// Computes a trace's first lines: one sentence with the cause, and the route in one line. Both depend only on the steps' codes.

import { masked, visible } from "../../contract/index.ts";
import type { Cause, StepCode } from "./narration.ts";
import type { OpenTrace, Step, TrafficOutcome } from "./step.ts";

export interface Verdict {
  /** `✗ Did not ring: POST http://… refused the connection, and so did the fallback`; begins with `✓` for a taken call. */
  readonly verdict: string;
  /** `+12025550101 ✓ → laml_webhooks ✓ → POST http://… ✗ → fallback ✗`. */
  readonly way: string;
}

/** The outcomes of a taken call or message. */
export const TAKEN: ReadonlySet<TrafficOutcome | null> = new Set(["answered", "ringing", "handed-over"]);

/** Computes the verdict on a finished call or message. */
export function verdictOf({ kind, to, outcome, steps }: OpenTrace): Verdict {
  const stretches = stretchesOf(steps);
  const way = stretches.flatMap(wayOf);
  const sentence = TAKEN.has(outcome)
    ? `✓ ${endOf(stretches)}`
    : `✗ ${kind === "call" ? "Did not ring" : "Was not taken"}: ${causesOf(stretches).join("; ") || `the ${kind} was not taken`}`;
  const line = way.join(" → ") || `${to} ${outcome === null ? "…" : "✗"}`;
  // Users copy these lines into tickets, so credentials in addresses are masked.
  return { verdict: visible(masked(sentence)), way: visible(masked(line)) };
}

/** The part of the route from one object to the next. */
interface Stretch {
  /** "The phone number +12025550101". */
  readonly who: string;
  readonly handler: string;
  readonly steps: readonly Step[];
  /** The last attempt at each URL, in order. */
  readonly asked: readonly Asked[];
}

interface Asked {
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
    who: lowered(String(part.find(({ code }) => STARTS.has(code))?.details.who ?? "it")),
    handler: String(part.find(({ code }) => code === "handler_chosen")?.details.handler ?? ""),
    steps: part,
    asked: askedIn(part),
  }));
}

/** Steps after which other fields decide. */
const STARTS: ReadonlySet<StepCode> = new Set(["belongs_to_project", "next", "dials"]);

function askedIn(steps: readonly Step[]): Asked[] {
  const asked: Asked[] = [];
  let isNext = true;
  for (const step of steps) {
    const { code, field, attempt, details } = step;
    if (code === "document_leads_on") isNext = true;
    if (isStatus(step)) continue;
    const known = asked.at(-1);
    if (attempt) {
      // Redirects of HTTP count as one request.
      if (!isNext && known?.field === field) asked.pop();
      asked.push({ field, step, problem: attempt.failure && problemOf(step) });
      isNext = false;
    } else if (known && (code === "document_refused" || code === "script_refused"))
      asked.splice(-1, 1, { ...known, problem: `answered with what is no document: ${details.problem}` });
  }
  return asked;
}

/** True for a request to a status callback and its result: neither affects the outcome. */
export function isStatus({ field }: Step): boolean {
  return field?.endsWith("_status_callback_url") ?? false;
}

function problemOf({ attempt }: Step): string {
  const { cause, reason } = attempt?.failure ?? {};
  return cause === undefined ? "" : PROBLEMS[cause](reason ?? "", attempt?.status ?? null);
}

const PROBLEMS: { readonly [cause in Cause]: (reason: string, status: number | null) => string } = {
  host_not_allowed: () => "may not be asked: this server calls this machine only (--allow-webhooks-to)",
  server_stopped: () => "was cut off, because the server was stopped",
  redirect_invalid: () => "redirects to an address that is no URL",
  too_many_redirects: () => "redirects too often",
  bad_status: (_, status) => `answered ${status}`,
  not_done: (reason) => `was ${reason}`,
  no_connection: (reason) => `gave ${reason}`,
  no_answer: (reason) => `gave ${reason}`,
  too_large: () => "answered with too large a document",
  refused: () => "refused the connection",
  name_unknown: () => "names a host that does not exist",
  broken: (reason) => `failed: ${reason}`,
};

/** Returns the sentence for a taken call or message. */
function endOf(stretches: readonly Stretch[]): string {
  const steps = stretches.flatMap((stretch) => stretch.steps);
  const last = steps.findLast(({ code }) => Object.hasOwn(ENDS, code));
  if (last) return (ENDS[last.code] as (step: Step, who: string) => string)(last, stretches.at(-1)?.who ?? "it");
  const asked = stretches.findLast((stretch) => stretch.asked.length > 0)?.asked ?? [];
  const document = asked.at(-1);
  if (!document) return "Answered by a document";
  const [failed] = asked.filter(({ problem }) => problem !== undefined);
  return failed && isFallback(document)
    ? `Answered by the fallback, ${requestOf(document)}, because ${failureOf(failed)}`
    : `Answered by ${requestOf(document)}`;
}

const ENDS: { readonly [code in StepCode]?: (step: Step, who: string) => string } = {
  rings_devices: (_, who) => `Rings the devices of ${who}`,
  client_rings: ({ details }) => `Rings the client ${details.name}, which is connected`,
  handed_over: ({ details }) => `Goes to the ${details.thing} ${details.name}`,
  handler_unlisted: (_, who) => `Goes where the handler of ${who} leads, which the specification does not list`,
  agent_unnamed: () => "Goes to a Dialogflow agent",
  dials_outside: ({ details }) => `Leaves this server for ${details.to}`,
  leaves_server: ({ details }) => `Leaves this server for ${details.to}`,
};

/** Returns why it was not taken: one cause for each branch of the route, without duplicates. */
function causesOf(stretches: readonly Stretch[]): string[] {
  return [...new Set(stretches.flatMap(causeOf))];
}

function causeOf({ who, handler, steps, asked }: Stretch): string[] {
  const last = asked.at(-1);
  const found = steps.flatMap(({ code, details, field }) => {
    const cause = CAUSES[code];
    if (cause === "unset") return [`${who} has ${handler} without ${field}`];
    return cause ? [cause(withScriptName(details, asked), who)] : [];
  });
  if (last?.problem === undefined) return found;
  return [failuresOf(asked, steps), ...found];
}

/** Names the script to whose address the documents lead back. */
function withScriptName(details: Step["details"], asked: readonly Asked[]): Step["details"] {
  const found = asked.find(
    ({ step: { attempt } }) => attempt?.script && `${attempt.method} ${attempt.url}` === details.where,
  );
  return found ? { ...details, where: requestOf(found) } : details;
}

/** Describes the failures from the first URL to the fallback. */
function failuresOf(asked: readonly Asked[], steps: readonly Step[]): string {
  const [first, second] = asked as readonly [Asked, Asked?];
  const last = asked.at(-1);
  if (last && last.field === undefined) return failureOf(last);
  if (second) {
    const isSame = first.problem === second.problem;
    return `${failureOf(first)}, and ${isSame ? "so did the fallback" : `the fallback, ${failureOf(second)}`}`;
  }
  const isAlone = steps.some(({ code }) => code === "fallback_url_unset");
  return `${failureOf(first)}${isAlone ? ", and no fallback is set" : ""}`;
}

function failureOf(asked: Asked): string {
  return asked.problem === undefined ? requestOf(asked) : `${requestOf(asked)} ${asked.problem}`;
}

function isFallback({ field }: Asked): boolean {
  return field?.endsWith("_fallback_url") ?? false;
}

/** Describes the request without the parameters that a GET adds. A script of the project is named instead. */
function requestOf({ step: { attempt } }: Asked): string {
  if (attempt?.script) return `the ${attempt.script.what} ${attempt.script.name}`;
  const url = attempt?.url ?? "";
  return `${attempt?.method} ${attempt?.method === "GET" ? url.split("?", 1)[0] : url}`;
}

type CauseOf = (details: Step["details"], who: string) => string;

/** Steps that end a route. `unset`: the handler lacks the step's field. */
const CAUSES: { readonly [code in StepCode]?: CauseOf | "unset" } = {
  address_unknown: ({ to }) => `no object has the address ${to}${suggestion(String(to))}`,
  user_unmatched: ({ called, user }, who) => `${who} takes calls to ${user} only, not to ${called}`,
  source_unnamed: (_, who) => `${who} requires an address on its list, and the call names none (--source-ip)`,
  source_refused: ({ address }, who) => `${who} does not take calls from ${address}`,
  number_unknown: ({ to }) => `no project has the number ${to}${suggestion(String(to))}`,
  no_number_to_send_as: ({ who }) =>
    `${lowered(String(who))} cannot call, because the project has no number to send as`,
  handler_unset: (_, who) => `${who} has no handler`,
  message_handler_unset: (_, who) => `${who} has no handler for messages`,
  messages_unsupported: (_, who) => `${who} cannot carry messages`,
  script_unnamed: "unset",
  endpoint_unnamed: "unset",
  destination_unnamed: "unset",
  request_url_unset: "unset",
  client_unnamed: "unset",
  script_address_invalid: (_, who) => `the script of ${who} has an address that is no URL`,
  endpoint_unknown: ({ id }, who) => `${who} rings the SIP endpoint ${id}, which is not there`,
  client_absent: ({ name }) => `no client is connected as ${name}`,
  dials_unknown: ({ to }) => `the document dials ${to}, an address that no object has`,
  call_rejected: (_, who) => `the document of ${who} rejects the call`,
  dialled_too_many: ({ most }) => `more than ${most} were dialled in this call`,
  server_stopped: () => "the server was stopped",
  goes_round: ({ circle }) => `the call goes round: ${circle}`,
  documents_go_round: ({ where }) => `the documents of the call lead back to ${where}`,
  documents_too_many: ({ most }) => `more than ${most} documents and sections followed`,
  next_address_invalid: ({ part, named }) => `${part} names ${named}, which is no address`,
  section_unknown: ({ verb, name }) => `${verb} names ${name}, which is neither a section nor an address`,
};

/** Suggests a correction for a number without its plus, or without the country code of North America. */
function suggestion(to: string): string {
  const digits = to.replace(/[\s().-]/g, "");
  if (!/^\d{7,15}$/.test(digits)) return "";
  return `; a number is in E.164: ${digits.length === 10 ? "+1" : "+"}${digits}?`;
}

function wayOf({ steps, asked }: Stretch): string[] {
  return steps.flatMap((step) => {
    const { code, attempt } = step;
    if (isStatus(step)) return [];
    if (attempt) {
      const last = asked.find((each) => each.step === step);
      if (!last) return [];
      const what = isFallback(last) ? "fallback" : requestOf(last).replace(/^the /, "");
      return [`${what} ${last.problem === undefined ? "✓" : "✗"}`];
    }
    const name = NAMES[code]?.(step);
    return name === undefined ? [] : [`${name} ${Object.hasOwn(CAUSES, code) ? "✗" : "✓"}`];
  });
}

const NAMES: { readonly [code in StepCode]?: (step: Step) => string } = {
  belongs_to_project: ({ details }) => nameOf(details.who),
  address_unknown: ({ details }) => String(details.to),
  number_unknown: ({ details }) => String(details.to),
  user_unmatched: ({ details }) => `user ${details.called}`,
  source_unnamed: () => "no source address",
  source_refused: ({ details }) => `from ${details.address}`,
  leaves_server: ({ details }) => String(details.to),
  no_number_to_send_as: ({ details }) => nameOf(details.who),
  handler_chosen: ({ details }) => String(details.handler),
  handler_unset: () => "no handler",
  message_handler_unset: () => "no handler",
  messages_unsupported: () => "messages",
  rings_devices: () => "its devices",
  script_unnamed: unsetOf,
  script_address_invalid: unsetOf,
  endpoint_unnamed: unsetOf,
  destination_unnamed: unsetOf,
  request_url_unset: unsetOf,
  client_unnamed: unsetOf,
  endpoint_unknown: ({ details }) => `SIP endpoint ${details.id}`,
  next: ({ details }) => nameOf(details.who),
  dials: ({ details }) => nameOf(details.who),
  dials_unknown: ({ details }) => String(details.to),
  dials_outside: ({ details }) => String(details.to),
  client_absent: ({ details }) => `client ${details.name}`,
  client_rings: ({ details }) => `client ${details.name}`,
  handed_over: ({ details }) => `${details.thing} ${details.name}`,
  call_rejected: () => "rejected",
  goes_round: () => "round",
  digits_pressed: ({ details }) => `digits ${details.digits}`,
  digits_missing: () => "no digits",
  section_next: ({ details }) => `section ${details.section}`,
  section_unknown: ({ details }) => `section ${details.name}`,
  next_address_invalid: ({ details }) => String(details.named),
  documents_go_round: () => "round",
  documents_too_many: () => "too many documents",
  dialled_too_many: () => "too many dialled",
};

function unsetOf({ field }: Step): string {
  return `no ${field}`;
}

/** "The phone number +12025550101" → "+12025550101", "The SIP endpoint desk" → "SIP endpoint desk". */
function nameOf(who: unknown): string {
  return String(who).replace(/^The (?:phone number )?/, "");
}

/** Returns the name for the middle of a sentence. */
function lowered(who: string): string {
  return who.replace(/^The /, "the ");
}
