// Requests to a handler's URLs: the document, the fallback after a failure, the status callback (spec §6, gap
// `webhook-requests`).

import { type Body, isLoopback } from "../../contract/index.ts";
import { assumeNothing } from "./choices.ts";
import { LARGEST_DOCUMENT_BYTES, type Read, type Requested } from "./document.ts";
import { type Failure, failed } from "./failures.ts";
import type { DocumentRequest, Fetched } from "./fetch-document.ts";
import { readLaml } from "./laml.ts";
import type { LamlSource, Parameters } from "./laml-request.ts";
import type { LamlDocument } from "./play-laml.ts";
import type { SwmlDocument } from "./play-swml.ts";
import type { HandledCall } from "./running-call.ts";
import { formSignature, jsonSignature, messageSignature } from "./signature.ts";
import { isStatus } from "./status-callback.ts";
import { readSwml } from "./swml.ts";
import type { Attempt, Party } from "./trace.ts";

/** Fetches the LaML document of a call or message, from the request URL or the fallback; undefined when both fail. */
export async function fetchLaml(
  call: HandledCall,
  { object, fields }: LamlSource,
  parameters: Parameters,
): Promise<LamlDocument | undefined> {
  for (const role of ["request", "fallback"] as const) {
    if (call.switchboard.cutOff.aborted) return undefined;
    const field = fields[role];
    const url = object[field];
    if (typeof url !== "string") {
      call.tracer.note(`${role}_url_unset`, {}, { field });
      // The fallback replaces a failed request. Without a request, it is not used (spec §2.1).
      return undefined;
    }
    const document = await requestLaml(call, methodOf(object, field), url, parameters, field);
    if (document) return document;
  }
  return undefined;
}

/**
 * Requests one LaML document; undefined without a valid one.
 *
 * @param field - The field with the URL. Default: none, because another document names the URL.
 */
export function requestLaml(
  call: HandledCall,
  method: "GET" | "POST",
  url: string,
  parameters: Parameters,
  field?: string,
): Promise<LamlDocument | undefined> {
  return requestDocument(call, field, formRequest(call, method, url, parameters), readLaml, (problem) =>
    call.tracer.note("document_refused", { code: 12_100, problem }, { field }),
  );
}

export async function sendStatus(
  call: HandledCall,
  { object, fields: { status: field = "" } }: LamlSource,
  parameters: Parameters,
): Promise<void> {
  const url = object[field];
  if (typeof url !== "string") return;
  for (let tries = 0; tries < 3; tries += 1) {
    if (call.switchboard.cutOff.aborted) return;
    const request = formRequest(call, methodOf(object, field), url, parameters);
    if (!("failure" in (await ask(call, field, request)))) return;
  }
  call.tracer.note("status_callback_dropped", {}, { field });
}

/**
 * Fetches the SWML script of a call or message; undefined without a valid one.
 *
 * @param field - The field with the URL; undefined when another script names the URL.
 */
export async function fetchScript(
  call: HandledCall,
  field: string | undefined,
  url: string,
  described: object,
): Promise<SwmlDocument | undefined> {
  // A number's message script is a field of the live service, whose values were not validated (gap `unknown-keys`).
  if (!URL.canParse(url)) {
    call.tracer.note("script_address_invalid", {}, { field });
    return undefined;
  }
  const { signingKey } = call.target.project;
  const body = JSON.stringify(described);
  const isMessage = call.delivered.kind === "message";
  const headers = {
    "Content-Type": "application/json",
    // As recorded for calls (gap `script-requests`).
    ...{ Accept: "*/*", "Accept-Encoding": "gzip" },
    ...(isMessage
      ? { "X-SignalWire-Signature": messageSignature(signingKey, url, body) }
      : {
          "X-SignalWire-Signature": jsonSignature("sha1", signingKey, url, body),
          "X-Signalwire-SHA256-Signature": jsonSignature("sha256", signingKey, url, body),
        }),
  };
  return requestDocument(call, field, { method: "POST", url, address: url, body, headers }, readSwml, (problem) =>
    call.tracer.note("script_refused", { problem }, { field }),
  );
}

/** A request without what is the same for all. `address` is the URL without the call's parameters. */
type SentRequest = Pick<DocumentRequest, "method" | "url" | "address" | "headers" | "body">;

function formRequest(
  { target: { project } }: HandledCall,
  method: "GET" | "POST",
  address: string,
  parameters: Parameters,
): SentRequest {
  if (method === "GET") {
    const target = new URL(address);
    for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value);
    const signature = formSignature(project.signingKey, target.href, {});
    return { method, url: target.href, address, headers: { "X-SignalWire-Signature": signature } };
  }
  return {
    ...{ method, url: address, address, body: new URLSearchParams(parameters).toString() },
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-SignalWire-Signature": formSignature(project.signingKey, address, parameters),
    },
  };
}

async function requestDocument<Parts extends object>(
  call: HandledCall,
  field: string | undefined,
  request: SentRequest,
  read: (text: string) => Read<Parts>,
  onRefused: (problem: string) => void,
): Promise<(Requested & Parts) | undefined> {
  if (call.switchboard.cutOff.aborted) return undefined;
  const fetched = await ask(call, field, request);
  if ("failure" in fetched) return undefined;
  const { documents } = call.assumed;
  // The kind of request decides the language.
  const key = `${request.headers["Content-Type"]} ${fetched.body}`;
  const document = (documents.get(key) as Read<Parts> | undefined) ?? read(fetched.body);
  documents.set(key, document);
  const { method, address: url } = request;
  const script = call.switchboard.documentAt(new URL(url))?.party;
  const name = script ? `the ${script.what} ${script.name}` : `${method} ${url}`;
  if (!("problem" in document)) return { url, name, base: fetched.url, text: fetched.body, ...document };
  onRefused(document.problem);
  return undefined;
}

async function ask(call: HandledCall, field: string | undefined, request: SentRequest): Promise<Fetched> {
  const { switchboard } = call;
  const assumed = assume(call, field, request);
  if (assumed) return assumed;
  const scriptAt = switchboard.documentAt;
  return switchboard.fetchDocument({
    ...{ ...request, field, stop: switchboard.cutOff },
    url: scriptAt(new URL(request.url))?.address ?? request.url,
    allowed: (url) => scriptAt(url) !== undefined || mayCall(url, switchboard.allowWebhooksTo),
    onAttempt: (attempt) => noteAttempt(call, field, attempt, scriptAt(new URL(attempt.url))?.party),
  });
}

/** Returns what an exploration assumes in place of a request; undefined for a real call. It compares addresses of calls. */
function assume(
  call: HandledCall,
  field: string | undefined,
  { method, address: url, headers }: SentRequest,
): Fetched | undefined {
  const { switchboard, tracer, choose } = call;
  if (choose === assumeNothing) return undefined;
  if (isStatus({ field })) return { body: "", url };
  const fail = (failure: Failure, script?: Party): Fetched => {
    noteAttempt(call, field, { method, url, status: null, duration: 0, failure }, script);
    return { failure };
  };
  const own = switchboard.documentAt(new URL(url));
  if (own) {
    if (own.document === undefined) return fail(failed("script_deleted"), own.party);
    if (Buffer.byteLength(own.document) > LARGEST_DOCUMENT_BYTES)
      return fail(failed("too_large", { kilobytes: LARGEST_DOCUMENT_BYTES / 1024 }), own.party);
    noteAttempt(call, field, { method, url, status: 200, duration: 0 }, own.party);
    return { body: own.document, url };
  }
  const isAnswered = choose(url, [
    { name: "answers", value: true },
    { name: "does not answer", value: false, isFailure: true },
  ]);
  if (!isAnswered) return fail(failed("no_answer", { milliseconds: 5_000 }));
  tracer.note("document_not_ours", { method, url }, { field });
  return { body: keepingDocument(headers), url };
}

function noteAttempt({ tracer }: HandledCall, field: string | undefined, attempt: Attempt, script?: Party): void {
  const { method, status, duration, failure } = attempt;
  const url = script ? `${script.what} ${script.name}` : attempt.url;
  const more = { field, attempt: { ...attempt, ...(script && { script }) } };
  if (failure)
    tracer.note("webhook_failed", { method, url, code: failure.code, reason: failure.reason, duration }, more);
  else tracer.note("webhook_answered", { method, url, status: status ?? 0, duration }, more);
}

/** Returns a document that keeps the call, in the language that these headers ask for. */
export function keepingDocument(headers: SentRequest["headers"]): string {
  const isScript = headers["Content-Type"] === "application/json";
  return isScript ? '{"sections":{"main":["play"]}}' : "<Response><Say/></Response>";
}

/** True for loopback and for hosts that were allowed by name: a test suite must not call other hosts by mistake. */
function mayCall({ protocol, hostname }: URL, allowed: readonly string[]): boolean {
  if (protocol !== "http:" && protocol !== "https:") return false;
  return isLoopback(hostname) || allowed.some((host) => host.toLowerCase() === hostname);
}

function methodOf(object: Body, field: string): "GET" | "POST" {
  return object[`${field.replace(/_url$/, "")}_method`] === "GET" ? "GET" : "POST";
}
