// Decides how a request travels: credentials, time-outs, its share of the budget, and being sent again.

import type { Dispatcher } from "undici";
import type { Connection } from "../config.ts";
import { Budget, type Lane, type Timer } from "./budget.ts";
import { cancellation } from "./cancellation.ts";
import { type Answer, failureOf, networkFailure, type Reach, RequestFailure, unusableAnswer } from "./errors.ts";
import { showWait } from "./progress.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with a slash; the query included. */
  readonly path: string;
  readonly body?: unknown;
  /** Doing it twice is the same as doing it once; by default so for GET and DELETE. */
  readonly repeatable?: boolean;
  /** Values that must not appear in an error, whatever the service echoes. */
  readonly secrets?: readonly string[];
}

export type Transport = (request: HttpRequest) => Promise<unknown>;

const CONNECT_TIMEOUT = 10_000;
const ANSWER_TIMEOUT = 30_000;

/** Sends requests over one pool of connections. Resolves to the parsed JSON of a 2xx answer, `undefined` when it is empty. */
export function openTransport(connection: Connection): Transport {
  const { baseUrl, projectId, apiToken, limits } = connection;
  const credentials = Buffer.from(`${projectId}:${apiToken}`).toString("base64");
  const budget = new Budget(limits, timer);
  let dispatcher: Promise<Dispatcher> | undefined;

  async function attempt({ method, path, body }: HttpRequest): Promise<unknown> {
    dispatcher ??= openDispatcher(limits.concurrency);
    const { request } = await import("undici");
    const answer = await request(baseUrl + path, {
      dispatcher: await dispatcher,
      signal: cancellation,
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return contentOf({
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      text: await answer.body.text(),
      retryAfter: parseRetryAfter(headerOf(answer.headers["retry-after"]), timer.now()),
    });
  }

  return async (request) => {
    const { method, secrets = [] } = request;
    const repeatable = request.repeatable ?? (method === "GET" || method === "DELETE");
    const lane: Lane = method === "POST" || method === "PUT" ? "counted" : "free";
    const started = timer.now();
    for (let failures = 1; ; failures += 1) {
      try {
        return await budget.spend(lane, () => attempt(request));
      } catch (error) {
        const failure = masked(asFailure(error, baseUrl), [...secrets, apiToken, credentials]);
        const plan = { repeatable, failures, elapsed: timer.now() - started };
        const delay = retryDelay(failure, plan, Math.random());
        if (delay === undefined) throw failure;
        if (failure.retryAfter !== undefined) budget.pause(delay);
        showWait(failure.message, delay, { waiting: budget.waiting, perSecond: budget.perSecond(lane) });
        await timer.sleep(delay);
      }
    }
  };
}

const timer: Timer = {
  now: () => Date.now(),
  async sleep(milliseconds) {
    const { setTimeout: wait } = await import("node:timers/promises");
    try {
      await wait(milliseconds, undefined, { signal: cancellation });
    } catch {
      throw cancelled("not_done");
    }
  },
};

// undici takes 100 ms to load: only an operation that sends something pays for it.
async function openDispatcher(connections: number): Promise<Dispatcher> {
  const { Agent } = await import("undici");
  return new Agent({
    connections,
    connect: { timeout: CONNECT_TIMEOUT },
    headersTimeout: ANSWER_TIMEOUT,
    bodyTimeout: ANSWER_TIMEOUT,
  });
}

function contentOf(answer: Answer): unknown {
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
  if (answer.text === "") return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    throw unusableAnswer(answer.status, answer.contentType, "it is not JSON");
  }
}

function cancelled(reach: Reach): RequestFailure {
  return new RequestFailure("cancelled", "it was cancelled", { reach });
}

function asFailure(error: unknown, baseUrl: string): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (cancellation.aborted) return cancelled("unknown");
  return networkFailure(codeOf(error), baseUrl);
}

/** The innermost code; an attempt on several addresses fails with a list of errors. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error) {
    if ("code" in error && typeof error.code === "string") return error.code;
    return error.cause ? codeOf(error.cause) : error.message;
  }
  return String(error);
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Long enough for every problem of a body, short enough to read. */
const LONGEST_MESSAGE = 2_500;

function masked(failure: RequestFailure, secrets: readonly string[]): RequestFailure {
  const { code, status, reach, retryAfter } = failure;
  const forms = secrets.filter((secret) => secret !== "").flatMap(echoes);
  const message = forms.reduce((text, form) => text.replaceAll(form, "[secret]"), failure.message);
  // Cut last: half a secret would not be recognised.
  return new RequestFailure(code, message.slice(0, LONGEST_MESSAGE), { status, reach, retryAfter });
}

/** How a service may repeat a value: as it is, inside JSON, or inside a URL. */
function echoes(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
