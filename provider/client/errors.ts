// Decides what a failed request means: status and body in, one kind of error out.

import { type ValidationErrorBody, validationErrorBody } from "../../contract/index.ts";

export type FailureCode =
  | "unreachable"
  | "timeout"
  | "unauthorized"
  | "not_found"
  | "invalid"
  | "rate_limited"
  | "service_error"
  | "unexpected_answer";

/** A request that did not succeed. The message says what was answered and never holds what was sent. */
export class RequestFailure extends Error {
  readonly code: FailureCode;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;

  constructor(code: FailureCode, message: string, status?: number) {
    super(message);
    this.name = "RequestFailure";
    this.code = code;
    this.status = status;
  }
}

/** An object that is gone is no failure to whoever reads or deletes it. */
export async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RequestFailure && error.code === "not_found") return undefined;
    throw error;
  }
}

/** What an answer outside 2xx means. `text` is its body; of it only the service's own words on fields are repeated. */
export function failureOf(status: number, statusText: string, contentType: string, text: string): RequestFailure {
  const answered = `the service answered ${`${status} ${statusText}`.trim()}`;
  if (status === 401 || status === 403) return new RequestFailure("unauthorized", answered, status);
  const kind = contentType.includes("json") ? "" : ` with ${describeBody(contentType)} instead of JSON`;
  // A web page that says 404 comes from something else than the API: it must not pass for "the object is gone".
  if (status === 404 && contentType.includes("html"))
    return new RequestFailure("unexpected_answer", answered + kind, status);
  if (status === 404) return new RequestFailure("not_found", answered, status);
  if (status === 429) return new RequestFailure("rate_limited", answered, status);
  if (status === 400 || status === 422) {
    const details = validationDetails(text);
    return new RequestFailure("invalid", details ? `${answered}: ${details}` : answered, status);
  }
  if (status >= 500) return new RequestFailure("service_error", answered + kind, status);
  return new RequestFailure("unexpected_answer", answered + kind, status);
}

/** A success whose body is not what the specification promises. */
export function unusableAnswer(status: number, contentType: string, why: string): RequestFailure {
  return new RequestFailure(
    "unexpected_answer",
    `the service answered ${status} with ${describeBody(contentType)} that cannot be used (${why})`,
    status,
  );
}

function validationDetails(text: string): string | undefined {
  let parsed: ValidationErrorBody | undefined;
  try {
    parsed = validationErrorBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // Not JSON: the status alone has to do.
  }
  return parsed?.errors
    .map((error) => error.detail ?? error.title)
    .join("; ")
    .slice(0, 2_000);
}

function describeBody(contentType: string): string {
  if (contentType.includes("html")) return "an HTML page";
  if (contentType.includes("json")) return "a JSON body";
  return contentType === "" ? "a body of no stated type" : `a body of type ${contentType.split(";")[0]}`;
}
