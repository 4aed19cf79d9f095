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

/** Takes one request from its first line to the end of its answer. */
export async function exchange(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answerer: Answerer,
): Promise<void> {
  const [method, url] = [incoming.method ?? "", incoming.url ?? ""];
  const entry = service.journal.open(service.clock.now(), method, url);
  const fault = service.faults.strike(method, url);
  if (fault) entry.fault = fault.effect;
  if (fault?.effect === "drop") {
    incoming.destroy();
    return;
  }
  if (fault?.effect === "delay") await pause(fault.milliseconds);

  const answer = instead(service, fault) ?? (await attempt(answerer, entry));
  entry.status = answer.status;
  const text = answer.body === undefined ? undefined : JSON.stringify(answer.body);
  if (text !== undefined) {
    entry.responseBody = text.length > KEPT ? `[${text.length} characters, not kept]` : maskResponse(answer.body);
  }
  write(outgoing, answer, text, fault);
}

/** The answer of an operation. */
export async function perform(
  service: Service,
  { scope, method, handler }: Route,
  incoming: IncomingMessage,
  id: string,
  entry: OpenEntry,
): Promise<Answer> {
  const caller = service.projects.authenticate(incoming.headers.authorization);
  if (!caller) return unauthorized;
  entry.project = caller.project.id;
  if (scope && !caller.token.scopes.has(scope)) return unauthorized;
  const query = parameters(incoming.url ?? "");
  if (method !== "POST" && method !== "PUT") return handler({ ...caller, id, query, body: {} });

  const wait = service.rateLimit.count(caller.project.id);
  if (wait !== undefined) return tooMany(String(wait));
  const body = await readJson(incoming, service.bodyLimit);
  entry.requestBody = maskRequest(body);
  return handler({ ...caller, id, query, body });
}

/** Characters of an answer that the journal keeps; a long list would fill the memory. */
const KEPT = 20_000;
const EMPTY = new URLSearchParams();

async function attempt(answerer: Answerer, entry: OpenEntry): Promise<Answer> {
  try {
    return await answerer(entry);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    entry.failure = error instanceof Error ? error.message : String(error);
    return failed;
  }
}

/** The answer of a fault that lets nothing be done. */
function instead({ clock }: Service, fault: FaultEffect | undefined): Answer | undefined {
  if (fault?.effect === "status") {
    const { status, body, headers } = fault;
    return { status, body, ...(headers && { headers }) };
  }
  if (fault?.effect === "rate-limit") {
    const { retryAfter = 1, as = "seconds" } = fault;
    return tooMany(as === "seconds" ? String(retryAfter) : new Date(clock.now() + retryAfter * 1000).toUTCString());
  }
  return undefined;
}

function parameters(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return mark < 0 ? EMPTY : new URLSearchParams(url.slice(mark + 1));
}
