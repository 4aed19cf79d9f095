// How a failure is answered: the status, and the two shapes of body the service has (gap `error-bodies`).

import type { Problem } from "../../contract/index.ts";

/** What is wrong with one field; `detail` completes the sentence "<field> …". */
export type Invalid = Pick<Problem, "field" | "detail">;

export interface Answer {
  readonly status: number;
  /** Sent as JSON; no body when not given. */
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
}

/** An answer that may be text of another kind than JSON, or lines that come while there is something to report. */
export interface PageAnswer extends Answer {
  readonly text?: string;
  readonly lines?: AsyncIterable<string>;
}

/** Ends the handling of a request with an answer. Thrown where the way back is long. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`HTTP ${answer.status}`);
    this.answer = answer;
  }
}

// What is no request of the API at all (gap `refused-requests`).
export const badRequest: Answer = plain(400, "Bad Request");
/** For a bad credential and for a missing scope alike. */
export const unauthorized: Answer = plain(401, "Unauthorized", {
  "WWW-Authenticate": 'Basic realm="project ID and API token"',
});
export const notFound: Answer = plain(404, "Not Found");
export const tooLarge: Answer = plain(413, "Payload Too Large");
/** Where the rest of the body is not even read. */
export const farTooLarge: Answer = plain(413, "Payload Too Large", { Connection: "close" });
export const expectationFailed: Answer = plain(417, "Expectation Failed", { Connection: "close" });
export const unsupportedType: Answer = plain(415, "Unsupported Media Type", { Accept: "application/json" });
export const failed: Answer = plain(500, "Internal Server Error");
/** For a route that the live service documents and this server does not simulate. */
export const notSimulated: Answer = plain(501, "Not Implemented");

/** `Retry-After`: seconds, or a date. */
export function tooMany(retryAfter: string): Answer {
  return plain(429, "Too Many Requests", { "Retry-After": retryAfter });
}

export function methodNotAllowed(allowed: Iterable<string>): Answer {
  return plain(405, "Method Not Allowed", { Allow: [...allowed].join(", ") });
}

/** One entry a problem, named by the field as it travels. */
export function invalid(problems: readonly Invalid[], status = 422, code = String(status)): Answer {
  return {
    status,
    body: {
      errors: problems.map(({ field, detail }) => ({
        detail: `${field} ${detail}`,
        status: String(status),
        title: "Invalid Attribute",
        code,
      })),
    },
  };
}

function plain(status: number, error: string, headers?: { readonly [name: string]: string }): Answer {
  return { status, body: { error }, ...(headers && { headers }) };
}
