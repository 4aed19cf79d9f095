// What a failed request means: status and body in, one kind of error out.

import { notFoundBody, SignalWireError, validationErrorBody } from "../../contract/index.ts";

// Importing node:http calls its getters, which load Node's own fetch: 70 ms of each start.
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

/** How far a failed request got. */
export type Reach =
  /** It was refused or never arrived: nothing was done. */
  | "not_done"
  /** It may have been carried out; its answer was lost or is of no use. */
  | "unknown";

/** A request that did not succeed. The message says what was answered and never holds what was sent. */
export class RequestFailure extends SignalWireError {
  readonly code: FailureCode;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;
  readonly reach: Reach;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter: number | undefined;

  constructor(code: FailureCode, message: string, details: Partial<Omit<RequestFailure, keyof Error>> = {}) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.reach = details.reach ?? "not_done";
    this.retryAfter = details.retryAfter;
  }
}

/** Resolves to `undefined` for a request that failed with `not_found`. */
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

/** The parsed JSON of a 2xx answer, `undefined` when it is empty; any other answer is a failure. */
export function contentOf(answer: Answer): unknown {
  const content = parsedJson(answer.text);
  const isSuccess = answer.status >= 200 && answer.status <= 299;
  if (isSuccess && (content !== undefined || answer.text === "")) return content;
  throw failureOf(answer);
}

/** What an answer means that is no use. Of its body only the service's own words on fields are repeated. */
function failureOf({ status, contentType, text, retryAfter }: Answer): RequestFailure {
  // The standard's phrase, not the service's: whatever wrote the status line may have put anything into it.
  const answered = `the service answered ${`${status} ${STATUS_CODES[status] ?? ""}`.trim()}`;
  const foreign = contentType.includes("json") ? "" : ` with ${describeBody(contentType)} instead of JSON`;
  const unusable = answered + (foreign || " with a JSON body that cannot be used");
  if (status === 401 || status === 403) return new RequestFailure("unauthorized", answered, { status });
  if (status === 404) {
    // A proxy says 404 as well, of an API that it cannot find, and web frameworks have a body of their own for it.
    const isGone = foreign === "" && notFoundBody.safeParse(parsedJson(text)).success;
    return isGone
      ? new RequestFailure("not_found", answered, { status })
      : new RequestFailure("unexpected_answer", unusable, { status });
  }
  if (status === 429) return new RequestFailure("rate_limited", answered, { status, retryAfter });
  if (status === 400 || status === 422) {
    const { data } = validationErrorBody.safeParse(parsedJson(text));
    const details = data?.errors.map(({ detail, title }) => detail ?? title).join("; ");
    return new RequestFailure("invalid", details ? `${answered}: ${details}` : answered, { status });
  }
  // Any 5xx, a 503 too, may come after the work: from a proxy that lost patience, or from a service that fell over its answer.
  if (status >= 500)
    return new RequestFailure("service_error", answered + foreign, { status, reach: "unknown", retryAfter });
  const isRefused = status >= 400 && status !== 408;
  return new RequestFailure("unexpected_answer", unusable, { status, reach: isRefused ? "not_done" : "unknown" });
}

/** A request without a whole answer. `code` is what the operating system or the HTTP client called it. */
export function networkFailure(code: string, service: string, proxy?: string): RequestFailure {
  const baseUrl = proxy ? `${service} (HTTPS_PROXY names the proxy ${proxy})` : service;
  if (/^PROXY_/.test(code))
    return new RequestFailure(
      "unreachable",
      `the proxy refused to connect to ${baseUrl} (${code.slice("PROXY_".length)})`,
    );
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return new RequestFailure(
      "unreachable",
      `${baseUrl} shows a certificate that Node does not trust (${code}): where a proxy of your company opens TLS, name the file of its CA in NODE_EXTRA_CA_CERTS`,
    );
  // Refused, unresolved or never connected: not a byte of the request went out.
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(code))
    return new RequestFailure("unreachable", `${baseUrl} could not be reached (${code})`);
  if (/CONNECT_TIMEOUT/.test(code))
    return new RequestFailure("timeout", `${baseUrl} did not accept a connection (${code})`);
  const reach = "unknown";
  if (/TIMEOUT|TIMEDOUT/i.test(code))
    return new RequestFailure("timeout", `${baseUrl} did not answer in time (${code})`, { reach });
  if (/MAX_SIZE/.test(code))
    return new RequestFailure("unexpected_answer", `${baseUrl} answered with more than can be used (${code})`, {
      reach,
    });
  return new RequestFailure("unreachable", `the connection to ${baseUrl} broke before the answer came (${code})`, {
    reach,
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeBody(contentType: string): string {
  if (contentType.includes("html")) return "an HTML page";
  return contentType === "" ? "a body of no stated type" : `a body of type ${contentType.split(";")[0]}`;
}
