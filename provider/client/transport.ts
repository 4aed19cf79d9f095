// How a request travels: credentials, bounds of time and size, and no secret in what a failure says.

import { setTimeout as wait } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { Connection } from "../config.ts";
import { Budget, type Timer } from "./budget.ts";
import { cancellation } from "./cancellation.ts";
import { contentOf, networkFailure, type Reach, RequestFailure } from "./errors.ts";
import { parseRetryAfter, sendPatiently } from "./retry.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with a slash; the query included. */
  readonly path: string;
  readonly body?: unknown;
  /** Doing it twice is the same as doing it once. */
  readonly repeatable?: boolean;
  /** Values that must not appear in an error, whatever the service echoes. */
  readonly secrets?: readonly string[];
}

export type Transport = (request: HttpRequest) => Promise<unknown>;

const BOUNDS = {
  /** Milliseconds until a connection is accepted. */
  connect: 10_000,
  /** Milliseconds of silence: before the answer begins, and between two pieces of it. */
  silence: 30_000,
  /** Milliseconds from the start of the request to the end of its answer. */
  whole: 120_000,
  /** Bytes of an answer's body. */
  size: 64 * 1024 ** 2,
};

/** For what would be good to know and is not worth a long wait. */
export const GLANCE = { ...BOUNDS, connect: 5_000, silence: 10_000, whole: 15_000 };

/** Sends requests over one pool of connections. Resolves to the parsed JSON of a 2xx answer, `undefined` when it is empty. What failed and may be sent again is, if the caller is patient. */
export function openTransport(connection: Connection, bounds = BOUNDS, isPatient = true): Transport {
  const { baseUrl, projectId, apiToken, limits } = connection;
  const { connect, silence, whole, size } = bounds;
  const credentials = Buffer.from(`${projectId}:${apiToken}`).toString("base64");
  const budget = new Budget(limits, timer);
  let dispatcher: Dispatcher | undefined;

  async function exchange({ method, path, body }: HttpRequest): Promise<unknown> {
    // undici takes 100 ms to load: only an operation that sends something pays for it.
    const { Agent, request } = await import("undici");
    dispatcher ??= new Agent({
      connections: limits.concurrency,
      connect: { timeout: connect },
      headersTimeout: silence,
      bodyTimeout: silence,
      maxResponseSize: size,
    });
    const answer = await request(baseUrl + path, {
      dispatcher,
      signal: AbortSignal.any([cancellation, AbortSignal.timeout(whole)]),
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const header = (name: string) => [answer.headers[name]].flat()[0];
    return contentOf({
      status: answer.statusCode,
      contentType: header("content-type") ?? "",
      text: await answer.body.text(),
      retryAfter: parseRetryAfter(header("retry-after"), header("date"), timer.now()),
    });
  }

  return (request) => {
    const { repeatable = false, secrets = [] } = request;
    const attempt = async () => {
      if (cancellation.aborted) throw cancelled("not_done");
      try {
        return await exchange(request);
      } catch (error) {
        throw masked(asFailure(error, baseUrl), [...secrets, apiToken, credentials]);
      }
    };
    return isPatient ? sendPatiently(attempt, repeatable, budget) : attempt();
  };
}

const timer: Timer = {
  now: () => Date.now(),
  async sleep(milliseconds) {
    try {
      await wait(milliseconds, undefined, { signal: cancellation });
    } catch {
      throw cancelled("not_done");
    }
  },
};

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
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && typeof error.code === "string") return error.code;
  // The end of an `AbortSignal.timeout` has a number for a code.
  if (error.name === "TimeoutError") return error.name;
  return error.cause ? codeOf(error.cause) : error.message;
}

/** Long enough for every problem of a body, short enough to read. */
const LONGEST_MESSAGE = 2_500;

function masked(failure: RequestFailure, secrets: readonly string[]): RequestFailure {
  const forms = secrets.filter((secret) => secret !== "").flatMap(echoes);
  const message = forms.reduce((text, form) => text.replaceAll(form, "[secret]"), failure.message);
  // Cut last: half a secret would not be recognised.
  return new RequestFailure(failure.code, message.slice(0, LONGEST_MESSAGE), failure);
}

/** How a service may repeat a value: as it is, inside JSON, or inside a URL. */
function echoes(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
