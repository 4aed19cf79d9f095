// Requests to a handler's URLs: the document, the fallback after a failure, the status callback (spec §6, gap
// `webhook-requests`).

import { type Body, isLoopback, roleOf } from "../../contract/index.ts";
import { assumeNothing, type Choose } from "./choices.ts";
import { requestAddress } from "./credentials.ts";
import {
  type DocumentRequest,
  type Fetched,
  failureFor,
  LARGEST_DOCUMENT_BYTES,
  PARSE,
  scriptDeleted,
  tooLarge,
} from "./fetch-document.ts";
import { readLaml } from "./laml.ts";
import type { LamlDocument } from "./play-laml.ts";
import type { SwmlDocument } from "./play-swml.ts";
import { formSignature, jsonSignature } from "./signature.ts";
import type { Switchboard } from "./switchboard.ts";
import { readSwml } from "./swml.ts";
import type { Failure, Party, Tracer } from "./trace.ts";

export interface Webhook {
  readonly switchboard: Switchboard;
  readonly signingKey: string;
  readonly tracer: Tracer;
  /** Decides for an exploration whether a document of another server can be had. A real call requests it. */
  readonly choose: Choose;
}

export interface Parameters {
  readonly [name: string]: string;
}

/** An object with the addresses of LaML documents. */
export interface LamlSource {
  readonly object: Body;
  /** The fields with the addresses. Each method is in the field that is named like its address. */
  readonly fields: { readonly request: string; readonly fallback: string; readonly status?: string };
}

/** Returns the addresses that the handler `laml_webhooks` reads. */
export function webhooksOf(object: Body, traffic: "call" | "message"): LamlSource {
  const [request, fallback] = [`${traffic}_request_url`, `${traffic}_fallback_url`];
  return { object, fields: { request, fallback, status: `${traffic}_status_callback_url` } };
}

/** Fetches the LaML document of a call or message, from the request URL or the fallback; undefined when both fail. */
export async function fetchLaml(
  webhook: Webhook,
  { object, fields }: LamlSource,
  parameters: Parameters,
): Promise<LamlDocument | undefined> {
  for (const role of ["request", "fallback"] as const) {
    if (webhook.switchboard.cutOff.aborted) return undefined;
    const field = fields[role];
    const url = object[field];
    if (typeof url !== "string") {
      webhook.tracer.note(`${role}_url_unset`, {}, { field });
      // The fallback replaces a failed request. Without a request, it is not used (spec §2.1).
      return undefined;
    }
    const document = await requestLaml(webhook, methodOf(object, field), url, parameters, field);
    if (document) return document;
  }
  return undefined;
}

/**
 * Requests one LaML document; undefined without a valid one.
 *
 * @param field - The field with the URL. Default: none, because another document names the URL.
 */
export async function requestLaml(
  webhook: Webhook,
  method: "GET" | "POST",
  url: string,
  parameters: Parameters,
  field?: string,
): Promise<LamlDocument | undefined> {
  if (webhook.switchboard.cutOff.aborted) return undefined;
  const fetched = await form(webhook, method, url, field, parameters);
  if ("failure" in fetched) return undefined;
  const document = readLaml(fetched.body);
  if (!("problem" in document)) return { method, url, base: fetched.url, text: fetched.body, ...document };
  webhook.tracer.note("document_refused", { code: PARSE, problem: document.problem }, inField(field));
  return undefined;
}

/** Sends a status callback. After three failed attempts, it is dropped. */
export async function sendStatus(
  webhook: Webhook,
  { object, fields: { status: field = "" } }: LamlSource,
  parameters: Parameters,
): Promise<void> {
  const url = object[field];
  if (typeof url !== "string") return;
  for (let tries = 0; tries < 3; tries += 1) {
    if (webhook.switchboard.cutOff.aborted) return;
    const method = methodOf(object, field);
    if (!("failure" in (await form(webhook, method, url, field, parameters)))) return;
  }
  webhook.tracer.note("status_callback_dropped", {}, { field });
}

/**
 * Fetches the SWML script of a call or message; undefined without a valid one.
 *
 * @param field - The field with the URL; undefined when another script names the URL.
 */
export async function fetchScript(
  webhook: Webhook,
  field: string | undefined,
  url: string,
  request: object,
): Promise<SwmlDocument | undefined> {
  if (webhook.switchboard.cutOff.aborted) return undefined;
  // A number's message script is a field of the live service, whose values were not validated (gap `unknown-keys`).
  if (!URL.canParse(url)) {
    webhook.tracer.note("script_address_invalid", {}, inField(field));
    return undefined;
  }
  const body = JSON.stringify(request);
  const address = requestAddress(url);
  const fetched = await ask(webhook, field, {
    method: "POST",
    url,
    body,
    headers: {
      "Content-Type": "application/json",
      "X-SignalWire-Signature": jsonSignature("sha1", webhook.signingKey, address, body),
      "X-Signalwire-SHA256-Signature": jsonSignature("sha256", webhook.signingKey, address, body),
    },
  });
  if ("failure" in fetched) return undefined;
  const script = readSwml(fetched.body);
  if (!("problem" in script)) return { method: "POST", url, base: fetched.url, text: fetched.body, ...script };
  webhook.tracer.note("script_refused", { problem: script.problem }, inField(field));
  return undefined;
}

function form(
  webhook: Webhook,
  method: "GET" | "POST",
  url: string,
  field: string | undefined,
  parameters: Parameters,
): Promise<Fetched> {
  const address = requestAddress(url);
  if (method === "GET") {
    const target = new URL(url);
    for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value);
    const signature = formSignature(webhook.signingKey, requestAddress(target.href), {});
    const request = { method, url: target.href, headers: { "X-SignalWire-Signature": signature } };
    return ask(webhook, field, request, url);
  }
  return ask(webhook, field, {
    method,
    url,
    body: new URLSearchParams(parameters).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-SignalWire-Signature": formSignature(webhook.signingKey, address, parameters),
    },
  });
}

type SentRequest = Pick<DocumentRequest, "method" | "url" | "headers" | "body">;

/** @param configured The address without the call's parameters: an exploration compares it with another call's. */
async function ask(
  webhook: Webhook,
  field: string | undefined,
  request: SentRequest,
  configured = request.url,
): Promise<Fetched> {
  const { switchboard, tracer } = webhook;
  const { method } = request;
  const assumed = assume(webhook, field, { ...request, url: configured });
  if (assumed) return assumed;
  const scriptAt = switchboard.documentAt;
  return switchboard.fetchDocument({
    ...{ ...request, address: configured, field },
    url: scriptAt(new URL(request.url))?.address ?? request.url,
    stop: switchboard.cutOff,
    allowed: (url) => scriptAt(url) !== undefined || mayCall(url, switchboard.allowWebhooksTo),
    onAttempt: (attempt) => {
      const { url, status, duration, failure } = attempt;
      const script = scriptAt(new URL(url))?.party;
      const more = { ...inField(field), attempt: { ...attempt, ...(script && { script }) } };
      if (failure)
        tracer.note("webhook_failed", { method, url, code: failure.code, reason: failure.reason, duration }, more);
      else tracer.note("webhook_answered", { method, url, status: status ?? 0, duration }, more);
    },
  });
}

/** Returns what an exploration assumes in place of a request; undefined for a real call. */
function assume(
  webhook: Webhook,
  field: string | undefined,
  { method, url, headers }: SentRequest,
): Fetched | undefined {
  const { switchboard, tracer, choose } = webhook;
  if (choose === assumeNothing) return undefined;
  const own = switchboard.documentAt(new URL(url));
  const attempt = { method, url, status: 200, duration: 0 };
  const fail = (failure: Failure, script?: Party): Fetched => {
    const more = { ...inField(field), attempt: { ...attempt, status: null, failure, ...(script && { script }) } };
    tracer.note("webhook_failed", { method, url, code: failure.code, reason: failure.reason, duration: 0 }, more);
    return { failure };
  };
  if (field !== undefined && roleOf(field) === "status") return { body: "", url };
  if (own) {
    if (own.document === undefined) return fail(scriptDeleted(), own.party);
    if (Buffer.byteLength(own.document) > LARGEST_DOCUMENT_BYTES) return fail(tooLarge(), own.party);
    const more = { ...inField(field), attempt: { ...attempt, script: own.party } };
    tracer.note("webhook_answered", { method, url, status: 200, duration: 0 }, more);
    return { body: own.document, url };
  }
  const isAnswered = choose(url, [
    { name: "answers", value: true },
    { name: "does not answer", value: false, isFailure: true },
  ]);
  if (isAnswered) {
    tracer.note("document_not_ours", { method, url }, inField(field));
    return { body: keepingDocument(headers), url };
  }
  return fail(failureFor("no_answer", { milliseconds: 5_000 }));
}

/** Returns a document that keeps the call, in the language that these headers ask for. */
export function keepingDocument(headers: SentRequest["headers"]): string {
  const isScript = headers["Content-Type"] === "application/json";
  return isScript ? '{"sections":{"main":["play"]}}' : "<Response><Say/></Response>";
}

function inField(field: string | undefined): { readonly field?: string } {
  return field === undefined ? {} : { field };
}

/** True for loopback and for hosts that were allowed by name: a test suite must not call other hosts by mistake. */
function mayCall({ protocol, hostname }: URL, allowed: readonly string[]): boolean {
  if (protocol !== "http:" && protocol !== "https:") return false;
  return isLoopback(hostname) || allowed.some((host) => host.toLowerCase() === hostname);
}

/** Returns the method for the address in this field. */
function methodOf(object: Body, field: string): "GET" | "POST" {
  return object[`${field.replace(/_url$/, "")}_method`] === "GET" ? "GET" : "POST";
}
