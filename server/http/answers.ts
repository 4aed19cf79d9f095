// Answers for failures: the status, and the service's forms of body (gap `error-bodies`).

import type { Body, Dialect, Problem } from "../../contract/index.ts";
import { nodeHttp } from "../conditions/node-http.ts";

/** A problem with one field; `detail` completes the sentence "<field> …". */
export type Invalid = Pick<Problem, "field" | "detail"> &
  Partial<Pick<Problem, "code">> & {
    /** What the service would accept instead. */
    readonly candidates?: readonly Body[];
  };

export interface Answer {
  readonly status: number;
  /** Sent as JSON; a text whose headers state another type is sent as it is. Default: no body. */
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** Why a 422 refuses, for `inForm`. */
  readonly problems?: readonly Invalid[];
}

/** An answer that may have lines that are sent as they arise. */
export interface PageAnswer extends Answer {
  readonly lines?: AsyncIterable<string>;
}

/** Thrown to end a request with an answer. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`HTTP ${answer.status}`);
    this.answer = answer;
  }
}

// For input that is not a request of the API (gap `refused-requests`).
export const badRequest: Answer = plain(400);
/** For an invalid credential and for a missing scope. */
export const unauthorized: Answer = plain(401, { "WWW-Authenticate": 'Basic realm="project ID and API token"' });
export const notFound: Answer = plain(404);
export const tooLarge: Answer = plain(413);
/** For a body that is too long to read to its end. */
export const farTooLarge: Answer = plain(413, { Connection: "close" });
export const unsupportedType: Answer = plain(415, { Accept: "application/json" });
export const failed: Answer = plain(500);
/** For a route that the live service documents and this server does not simulate. */
export const notSimulated: Answer = plain(501);

/** `retryAfter` is a number of seconds, or a date. */
export function tooMany(retryAfter: string): Answer {
  return plain(429, { "Retry-After": retryAfter });
}

export function methodNotAllowed(allowed: Iterable<string>): Answer {
  return plain(405, { Allow: [...allowed].join(", ") });
}

/** Returns a 422 with one entry for each problem, with the API's field names. */
export function invalid(problems: readonly Invalid[], status = 422, code = String(status)): Answer {
  const candidates = problems.flatMap((each) => each.candidates ?? []);
  return {
    status,
    body: {
      errors: problems.map(({ field, detail }) => ({
        detail: `${field} ${detail}`,
        status: String(status),
        title: "Invalid Attribute",
        code,
      })),
      ...(candidates.length > 0 && { candidates }),
    },
    problems,
  };
}

/** Returns a failure in the form of its API (gaps `fabric-forms`, `laml-forms`); any other answer as it is. */
export function inForm(form: Dialect["failures"], answer: Answer): Answer {
  const { status, body, problems } = answer;
  if (form === "fabric" && problems) return { ...answer, body: { errors: problems.map(errorInFabric) } };
  if (form !== "laml" || status < 400) return answer;
  return {
    ...answer,
    body: {
      code: status === 401 ? 20_003 : 20_000 + status,
      message:
        problems?.map(({ field, detail }) => `${field} ${detail}`).join("; ") ?? (body as { error: string }).error,
      more_info: "https://signalwire.com/docs/compatibility-api/reference/errors",
      status,
    },
  };
}

/** Returns a 401, and outside the LaML API a 404, as the words alone: records show them so (gap `error-bodies`). */
export function inWords(form: Dialect["failures"], answer: Answer): Answer {
  const { status, headers } = answer;
  if (status !== 401 && (status !== 404 || form === "laml")) return answer;
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  return { ...answer, body: nodeHttp.STATUS_CODES[status], headers: { ...headers, ...type } };
}

function errorInFabric({ field, detail, code }: Invalid) {
  return {
    type: "validation_error",
    code: code === "required" ? "missing_required_parameter" : "invalid_parameter_value",
    message: `${field} ${detail}`,
    attribute: field,
    url: "https://signalwire.com/docs/apis/error-codes",
  };
}

function plain(status: number, headers: Answer["headers"] = {}): Answer {
  return { status, body: { error: nodeHttp.STATUS_CODES[status] }, headers };
}
