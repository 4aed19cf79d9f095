// Decides the order in which a request is judged — who asks, may they, what do they say — and in which a fault gets in the way.

import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, failed, Refusal, tooMany, unauthorized } from "./answers.ts";
import type { FaultEffect } from "./faults.ts";
import { maskRequest, maskResponse, type OpenEntry } from "./journal.ts";
import { readJson } from "./json.ts";
import { write } from "./respond.ts";
import type { Route, Service } from "./service.ts";

export type Answerer = (entry: OpenEntry) => Answer | Promise<Answer>;

/** Takes one request from its first line to the end of its answer. Nothing is awaited that need not be: it shows. */
export function exchange(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answerer: Answerer,
): void | Promise<void> {
  const [method, url] = [incoming.method ?? "", incoming.url ?? ""];
  const entry = service.journal.open(service.clock.now(), method, url);
  const fault = service.faults.strike(method, url);
  if (fault) return struck(service, fault, incoming, outgoing, answerer, entry);
  const answer = attempt(answerer, entry);
  if (answer instanceof Promise) return answer.then((late) => send(service, outgoing, entry, late));
  send(service, outgoing, entry, answer);
}

/** The answer of an operation. */
export function perform(
  service: Service,
  { scope, method, handler }: Route,
  incoming: IncomingMessage,
  id: string,
  entry: OpenEntry,
): Answer | Promise<Answer> {
  const caller = service.projects.authenticate(incoming.headers.authorization, incoming.socket);
  if (!caller) return unauthorized;
  const { project, token } = caller;
  entry.project = project.id;
  if (scope && !token.scopes.has(scope)) return unauthorized;
  const query = parameters(incoming.url ?? "");
  if (method !== "POST" && method !== "PUT") return handler({ project, token, id, query, body: {} });

  const wait = service.rateLimit.count(project.id);
  if (wait !== undefined) return tooMany(String(wait));
  return readJson(incoming, service.bodyLimit).then((body) => {
    entry.requestBody = maskRequest(body);
    return handler({ project, token, id, query, body });
  });
}

/** Characters of an answer that the journal keeps; a long list would fill the memory. */
const KEPT = 20_000;
const EMPTY = new URLSearchParams();

function attempt(answerer: Answerer, entry: OpenEntry): Answer | Promise<Answer> {
  try {
    const answer = answerer(entry);
    return answer instanceof Promise ? answer.catch((error) => rescue(error, entry)) : answer;
  } catch (error) {
    return rescue(error, entry);
  }
}

function rescue(error: unknown, entry: OpenEntry): Answer {
  if (error instanceof Refusal) return error.answer;
  entry.failure = error instanceof Error ? error.message : String(error);
  return failed;
}

async function struck(
  service: Service,
  fault: FaultEffect,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answerer: Answerer,
  entry: OpenEntry,
): Promise<void> {
  entry.fault = fault.effect;
  if (fault.effect === "drop") {
    incoming.destroy();
    return;
  }
  if (fault.effect === "delay") await pause(fault.milliseconds);
  const answer = instead(service, fault) ?? (await attempt(answerer, entry));
  send(service, outgoing, entry, fault.effect === "late-status" ? stated(fault) : answer, fault);
}

/** What an answer acknowledges, or lets be seen, is safe before it leaves. */
function send(
  { store }: Service,
  outgoing: ServerResponse,
  entry: OpenEntry,
  answer: Answer,
  fault?: FaultEffect,
): void {
  store.whenSafe((failure) => {
    if (failure) entry.failure = `The data file could not be written, so nothing was kept: ${failure.message}`;
    const { status, body, headers } = failure ? failed : answer;
    const text = body === undefined ? undefined : JSON.stringify(body);
    entry.status = status;
    if (text !== undefined) {
      entry.responseBody = text.length > KEPT ? `[${text.length} characters, not kept]` : maskResponse(body);
    }
    write(outgoing, status, headers, text, fault);
  });
}

/** The answer of a fault that lets nothing be done. */
function instead({ clock }: Service, fault: FaultEffect): Answer | undefined {
  if (fault.effect === "status") return stated(fault);
  if (fault.effect === "rate-limit") {
    const { retryAfter = 1, as = "seconds" } = fault;
    return tooMany(as === "seconds" ? String(retryAfter) : new Date(clock.now() + retryAfter * 1000).toUTCString());
  }
  return undefined;
}

/** The answer that the fault itself states. */
function stated({ status, body, headers }: Extract<FaultEffect, { readonly status: number }>): Answer {
  return { status, body, ...(headers && { headers }) };
}

function parameters(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return mark < 0 ? EMPTY : new URLSearchParams(url.slice(mark + 1));
}
