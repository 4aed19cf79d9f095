// Turns the status and body of a failed request into one kind of error.

import { parsedJson, SignalWireError, saysNotFound, wordsIn } from "../../contract/index.ts";

// Importing node:http calls its getters, which load Node's own fetch: 70 ms at each start.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

export type FailureCode =
  | "unreachable"
  | "timeout"
  | "unauthorized"
  | "not_found"
  | "invalid"
  | "rate_limited"
  | "service_error"
  | "unexpected_answer"
  | "cancelled";

/** The progress of a failed request. */
export type Reach =
  /** It was refused or never arrived: nothing was done. */
  | "not_done"
  /** It may have been carried out: its answer was lost or is unusable. */
  | "unknown";

/** A failed request. The message describes the answer and never contains sent values. */
export class RequestFailure extends SignalWireError {
  readonly code: FailureCode;
  readonly status: number | undefined;
  readonly reach: Reach;
  /** Milliseconds to wait, as the service asked. */
  readonly retryAfter: number | undefined;

  constructor(code: FailureCode, message: string, details: Partial<Omit<RequestFailure, keyof Error>> = {}) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.reach = details.reach ?? "not_done";
    this.retryAfter = details.retryAfter;
  }
}

export function reached(reach: Reach, failure: RequestFailure): RequestFailure {
  return new RequestFailure(failure.code, failure.message, { ...failure, reach });
}

/** True when the request failed for its address: no host has this name, or a web page answers instead of the API. */
export function isWrongAddress({ code, message, status = 500 }: RequestFailure): boolean {
  if (code === "unreachable") return message.includes("(ENOTFOUND)");
  return code === "unexpected_answer" && (status === 404 || (status < 400 && message.includes("instead of JSON")));
}

/** True for a request that the service refused as invalid: it did nothing. */
export function isRefusal(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.code === "invalid";
}

/** A conflict at the service, with its own remedy. */
export class Conflict extends SignalWireError {
  readonly code = "conflict";
}

/** Returns the request's result, or `undefined` after `not_found`. */
export async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RequestFailure && error.code === "not_found") return undefined;
    throw error;
  }
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Milliseconds, from the header `Retry-After`. */
  readonly retryAfter: number | undefined;
}

/**
 * Returns the parsed JSON of a 2xx answer, `undefined` for an empty one. Throws for any other answer, and for an empty one with
 * another status than `emptyStatus`.
 */
export function contentOf(answer: Answer, emptyStatus = answer.status): unknown {
  const { status, text } = answer;
  const content = parsedJson(text);
  if (isSuccess(status) && text === "" && status !== emptyStatus) throw otherSuccess(status, emptyStatus);
  if (isSuccess(status) && (content !== undefined || text === "")) return content;
  throw failureOf(answer);
}

export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299;
}

function otherSuccess(status: number, expected: number): RequestFailure {
  const message = `the service answered ${phrase(status)} instead of ${phrase(expected)}`;
  return new RequestFailure("unexpected_answer", message, { status, reach: "unknown" });
}

/** Returns a status with its standard phrase: a status line may contain any text. */
function phrase(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

/** Returns the failure for an unusable answer. It repeats the service's own words. */
function failureOf(answer: Answer): RequestFailure {
  const { status, contentType, text, retryAfter } = answer;
  const words = ownWords(answer);
  const said = words && `: ${words}`;
  const answered = `the service answered ${phrase(status)}`;
  const foreign = contentType.includes("json") ? "" : ` with ${describeBody(contentType)} instead of JSON`;
  const unusable = `${answered}${foreign || (said ? "" : " with a JSON body that cannot be used")}${said}`;
  if (status === 401 || status === 403) return new RequestFailure("unauthorized", answered + said, { status });
  if (status === 404) {
    // Proxies and web frameworks also return 404, with bodies of their own.
    const isGone = saysNotFound(text.trim()) || (foreign === "" && saysNotFound(parsedJson(text)));
    return isGone
      ? new RequestFailure("not_found", answered + said, { status })
      : new RequestFailure("unexpected_answer", unusable, { status });
  }
  if (status === 429) return new RequestFailure("rate_limited", answered + said, { status, retryAfter });
  if (status === 400 || status === 422) return new RequestFailure("invalid", answered + said, { status });
  // A 5xx may follow completed work, even a 503: from a proxy after a time-out, or from a service that failed while answering.
  if (status >= 500)
    return new RequestFailure("service_error", answered + foreign + said, { status, reach: "unknown", retryAfter });
  const isRefused = status >= 400 && status !== 408;
  return new RequestFailure("unexpected_answer", unusable, { status, reach: isRefused ? "not_done" : "unknown" });
}

/** Characters of a failure that is no JSON: a longer text is a page. */
const LONGEST_TEXT = 300;

/** Returns the words of a failure, without those that only repeat its status. Text that is no JSON must be short and no page. */
function ownWords({ status, contentType, text }: Answer): string {
  const isPage = contentType.includes("html") || text.includes("<") || text.length > LONGEST_TEXT;
  const parsed = parsedJson(text);
  const content = parsed === undefined && !isPage ? text : parsed;
  const isSaid = (words: string) => words.toLowerCase() === STATUS_CODES[status]?.toLowerCase();
  return status < 400 ? "" : [...new Set(wordsIn(content))].filter((words) => !isSaid(words)).join("; ");
}

/** Returns the failure for a request without a whole answer. `code` comes from the operating system or the HTTP client. */
export function networkFailure(code: string, service: string, proxy?: string): RequestFailure {
  const baseUrl = proxy ? `${service} (HTTPS_PROXY names the proxy ${proxy})` : service;
  const failure = (kind: FailureCode, message: string, reach: Reach = "not_done") =>
    new RequestFailure(kind, message, { reach });
  const advice = code === "PROXY_407" ? ": check its user name and password in HTTPS_PROXY" : "";
  if (/^PROXY_/.test(code))
    return failure(
      "unreachable",
      `the proxy refused to connect to ${baseUrl} (${code.slice("PROXY_".length)})${advice}`,
    );
  if (/ALTNAME/.test(code))
    return failure(
      "unreachable",
      `${baseUrl} shows a certificate that belongs to another name (${code}): correct the address`,
    );
  if (/CERT.*(?:EXPIRED|NOT_YET_VALID)/.test(code))
    return failure(
      "unreachable",
      `${baseUrl} shows a certificate that is not valid now (${code}): check this machine's date and time`,
    );
  if (/CERT|UNABLE_TO_VERIFY/.test(code))
    return failure(
      "unreachable",
      `${baseUrl} shows a certificate that Node does not trust (${code}): where a proxy of your company opens TLS, name the file of its CA in NODE_EXTRA_CA_CERTS`,
    );
  // The connection was refused, unresolved or never made: no byte of the request was sent.
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(code))
    return failure("unreachable", `${baseUrl} could not be reached (${code})`);
  if (/CONNECT_TIMEOUT/.test(code)) return failure("timeout", `${baseUrl} did not accept a connection (${code})`);
  if (/TIMEOUT|TIMEDOUT/i.test(code))
    return failure("timeout", `${baseUrl} did not answer in time (${code})`, "unknown");
  if (/MAX_SIZE/.test(code))
    return failure("unexpected_answer", `${baseUrl} answered with more than can be used (${code})`, "unknown");
  return failure("unreachable", `the connection to ${baseUrl} broke before the answer came (${code})`, "unknown");
}

function describeBody(contentType: string): string {
  if (contentType.includes("html")) return "an HTML page";
  return contentType === "" ? "a body of no stated type" : `a body of type ${contentType.split(";")[0]}`;
}
