// Decides how one request travels: credentials, time-outs, and which requests may be sent again.

import type { Dispatcher } from "undici";
import type { Connection } from "../config.ts";
import { failureOf, RequestFailure, unusableAnswer } from "./errors.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with a slash; the query included. */
  readonly path: string;
  readonly body?: unknown;
  /** Values that must not appear in an error, whatever the service echoes. */
  readonly secrets?: readonly string[];
}

export type Transport = (request: HttpRequest) => Promise<unknown>;

const CONNECT_TIMEOUT = 10_000;
const ANSWER_TIMEOUT = 30_000;

/** Sends requests over one pool of connections. Resolves to the parsed JSON of a 2xx answer, `undefined` when it is empty. */
export function openTransport(connection: Connection): Transport {
  const { baseUrl, projectId, apiToken } = connection;
  const authorization = `Basic ${Buffer.from(`${projectId}:${apiToken}`).toString("base64")}`;
  let dispatcher: Promise<Dispatcher> | undefined;

  return async ({ method, path, body, secrets = [] }) => {
    dispatcher ??= openDispatcher();
    const { request } = await import("undici");
    const masked = (text: string) => mask(text, [...secrets, apiToken, authorization]);
    try {
      const answer = await request(baseUrl + path, {
        dispatcher: await dispatcher,
        method,
        headers: {
          authorization,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      const contentType = String(answer.headers["content-type"] ?? "");
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw failureOf(answer.statusCode, answer.statusText, contentType, text);
      return parsed(answer.statusCode, contentType, text);
    } catch (error) {
      const failure = error instanceof RequestFailure ? error : networkFailure(error, baseUrl);
      throw new RequestFailure(failure.code, masked(failure.message), failure.status);
    }
  };
}

// undici takes 100 ms to load: only an operation that sends something pays for it.
async function openDispatcher(): Promise<Dispatcher> {
  const { Agent, interceptors } = await import("undici");
  const agent = new Agent({
    connections: 16,
    connect: { timeout: CONNECT_TIMEOUT },
    headersTimeout: ANSWER_TIMEOUT,
    bodyTimeout: ANSWER_TIMEOUT,
  });
  // A POST or PUT is never sent twice blindly: its answer may be all that was lost.
  return agent.compose(
    interceptors.retry({
      methods: ["GET", "DELETE"],
      maxRetries: 3,
      minTimeout: 250,
      maxTimeout: 5_000,
      throwOnError: false,
    }),
  );
}

function parsed(status: number, contentType: string, text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw unusableAnswer(status, contentType, "it is not JSON");
  }
}

function networkFailure(error: unknown, baseUrl: string): RequestFailure {
  const code = codeOf(error);
  if (/TIMEOUT|ETIMEDOUT/.test(code))
    return new RequestFailure("timeout", `${baseUrl} did not answer in time (${code})`);
  return new RequestFailure("unreachable", `${baseUrl} could not be reached (${code})`);
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

function mask(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce((masked, secret) => masked.replaceAll(secret, "[secret]"), text);
}
