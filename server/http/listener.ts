import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { scopesOf } from "../../contract/index.ts";
import type { FaultEffect } from "../conditions/faults.ts";
import type { Journal, OpenEntry } from "../conditions/journal.ts";
import { explainWriteFailure } from "../store/database.ts";
import {
  type Answer,
  failed,
  inForm,
  inWords,
  methodNotAllowed,
  notFound,
  notSimulated,
  type PageAnswer,
  Refusal,
  tooMany,
  unauthorized,
} from "./answers.ts";
import { authenticate } from "./authentication.ts";
import { readBody, skipBody } from "./body.ts";
import type { ApiRoute, HttpContext } from "./route.ts";
import { type Found, type Method, type Named, Router } from "./router.ts";
import { faultReply, INERT, typeOf, writeAnswer } from "./write-answer.ts";

/** A route that anyone may request, without credentials. */
export interface OpenRoute {
  readonly methods: readonly Method[];
  readonly path: string;
  readonly answer: (id: string) => Answer | Promise<Answer>;
}

export interface Listening extends HttpContext {
  readonly routes: readonly ApiRoute[];
  readonly open: readonly OpenRoute[];
  /** Returns true for a documented route that is not simulated. `isKnown` is true for a path that has other methods. */
  readonly notSimulated: (method: string, url: string, isKnown: boolean) => boolean;
  /** Answers requests below `/_reference`; undefined when the control API is off. */
  readonly control: ((incoming: IncomingMessage) => Promise<PageAnswer>) | undefined;
}

export function createListener(listening: Listening): RequestListener {
  const router = new Router<Target>();
  for (const route of listening.routes)
    router.add(route.method, route.path, async (request) => {
      const form = route.dialect?.failures;
      const answer = inForm(form, await attempt((each) => perform(listening, route, each), request));
      return listening.plainFailures ? inWords(form, answer) : answer;
    });
  for (const { methods, path, answer } of listening.open)
    for (const method of methods) router.add(method, path, async ({ named: { id = "" } }) => answer(id));
  const find = (method: string, url: string): Found<Target> => {
    const found = router.find(method, url);
    if ("target" in found || !listening.notSimulated(method, url, found.allowed.length > 0)) return found;
    const target: Target = async ({ incoming }) =>
      authenticate(listening.store, incoming.headers.authorization) ? notSimulated : unauthorized;
    return { target, named: {} };
  };
  const { control } = listening;
  return (incoming, outgoing) => {
    const { url = "" } = incoming;
    // Without authentication, journal or faults: a provider under test asks for the time at each check of a token.
    if (url === "/_reference/now") {
      const now = new Date(listening.clock.now()).toISOString();
      return writeAnswer(outgoing, { status: 200 }, JSON.stringify({ now }));
    }
    const handling =
      control && /^\/_reference(?:[/?]|$)/.test(url)
        ? answerPage(control, incoming, outgoing)
        : exchange(listening, find, incoming, outgoing);
    handling.catch(() => outgoing.destroy());
  };
}

interface Request {
  readonly incoming: IncomingMessage;
  readonly named: Named;
  readonly entry: OpenEntry;
}

type Target = (request: Request) => Promise<Answer>;

/** Handles one request from its first line to the end of its answer, including faults. */
async function exchange(
  listening: Listening,
  find: (method: string, url: string) => Found<Target>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = "", url = "" } = incoming;
  const entry = listening.journal.open(listening.clock.now(), method, url);
  const fault = listening.faults.strike(method, url);
  if (fault) entry.fault = fault.effect;
  if (fault?.effect === "drop") {
    incoming.destroy();
    return;
  }
  if (fault?.effect === "delay") await pause(fault.milliseconds, undefined, { signal: listening.cutOff });

  const stated = fault && faultReply(fault, listening.clock.now());
  const found = find(method, url);
  const operate = async () => {
    if ("target" in found) return attempt(found.target, { incoming, named: found.named, entry });
    return found.allowed.length > 0 ? methodNotAllowed(found.allowed) : notFound;
  };
  const answer = stated && fault?.effect !== "late-status" ? stated : await operate();
  await skipBody(incoming);
  send(listening.journal, outgoing, entry, stated ?? answer, fault);
}

async function attempt(target: Target, request: Request): Promise<Answer> {
  try {
    return await target(request);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    request.entry.failure = explainWriteFailure(error);
    return failed;
  }
}

/** Returns the answer of an operation, after authentication, scopes and the body. */
async function perform(
  listening: Listening,
  { scope, method, unlimited, dialect, handler }: ApiRoute,
  { incoming, named, entry }: Request,
): Promise<Answer> {
  const caller = authenticate(listening.store, incoming.headers.authorization);
  if (!caller) return unauthorized;
  const { project, token } = caller;
  entry.project = project.id;
  const scopes = scopesOf(scope === undefined ? {} : { scope });
  if (scopes.length > 0 && !scopes.some((each) => token.scopes.includes(each))) return unauthorized;
  if (named.project !== undefined && named.project.toLowerCase() !== project.id) return notFound;
  // Ids in upper case name the same object (gap `id-case`).
  const [id = project.id, parent] = [named.id, named.parent].map((each) => each?.toLowerCase());
  const call = { project, token, id, parent, query: queryOf(incoming) };
  if (method === "GET" || method === "DELETE") return handler({ ...call, body: {} });

  const wait = unlimited ? undefined : listening.rateLimit.count(project.id);
  if (wait !== undefined) return tooMany(String(wait));
  const body = await readBody(incoming, { isForm: dialect?.isForm });
  listening.journal.keepRequest(entry, body);
  return handler({ ...call, body });
}

function queryOf({ url = "" }: IncomingMessage): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark));
}

function send(journal: Journal, outgoing: ServerResponse, entry: OpenEntry, answer: Answer, fault?: FaultEffect): void {
  const text = textOf(answer);
  entry.status = answer.status;
  if (text !== undefined) journal.keepResponse(entry, answer.body);
  writeAnswer(outgoing, answer, text, fault);
}

function textOf({ body, headers }: Answer): string | undefined {
  if (typeof body === "string" && !/json/i.test(typeOf(headers) ?? "json")) return body;
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Answers a request to the control API, without journal or faults. */
async function answerPage(
  control: NonNullable<Listening["control"]>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const answer = await control(incoming);
  await skipBody(incoming);
  const { lines } = answer;
  if (lines === undefined || incoming.method === "HEAD") return writeAnswer(outgoing, answer, textOf(answer));
  await pipeline(lines, outgoing.writeHead(answer.status, { ...INERT, ...answer.headers }));
}
