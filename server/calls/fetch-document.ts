import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Agent, errors, request } from "undici";
import { LARGEST_DOCUMENT_BYTES } from "./document.ts";
import { type Failure, failed } from "./failures.ts";
import type { Attempt } from "./trace.ts";

export interface DocumentRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** The URL without the parameters of the call. */
  readonly address: string;
  /** The field with the address; undefined when another document names it. */
  readonly field?: string | undefined;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** True for a host that the server may connect to. */
  readonly allowed: (url: URL) => boolean;
  /** Aborting this signal ends the request. */
  readonly stop?: AbortSignal | undefined;
  /** Called for each request, redirects included. */
  readonly onAttempt: (attempt: Attempt) => void;
}

/** The document with its address after redirects, or the reason why there is none. */
export type Fetched = { readonly body: string; readonly url: string } | { readonly failure: Failure };

/** Fetches one URL for a webhook, with the live service's time-outs, redirects, size limit and error codes. */
export async function fetchDocument(wanted: DocumentRequest): Promise<Fetched> {
  const limits = timeouts(wanted.url);
  const end = AbortSignal.timeout(limits.total);
  const stop = wanted.stop ?? end;
  let { url, method, body } = wanted;
  for (let redirects = 0; ; redirects += 1) {
    const target = new URL(url);
    const shown = target.href;
    const { username, password } = target;
    const authorization = authorizationOf(target);
    [target.username, target.password, target.hash] = ["", "", ""];
    const headers = { ...wanted.headers, ...(authorization !== undefined && { Authorization: authorization }) };
    const started = performance.now();
    // Each redirect is checked too: it may lead only to an allowed host.
    const answer = wanted.allowed(target)
      ? await send(target, { method, headers, ...(body !== undefined && { body }) }, limits, end, stop)
      : NOT_ALLOWED;
    const failure = failureOf(answer, target, redirects);
    wanted.onAttempt({
      method,
      url: shown.split("#", 1)[0] ?? shown,
      status: "status" in answer ? answer.status : null,
      duration: Math.round(performance.now() - started),
      ...(failure && { failure }),
      ...("body" in answer && answer.body !== "" && { document: answer.body.slice(0, MOST_CHARACTERS_SHOWN) }),
    });
    if (failure || !("status" in answer)) return { failure: failure ?? NOT_ALLOWED };
    if (answer.location === undefined) return { body: answer.body, url };
    const next = new URL(answer.location, target);
    // Credentials are kept for the same origin, unless the redirect names others.
    const isBare = next.username === "" && next.password === "" && next.origin === target.origin;
    if (isBare) [next.username, next.password] = [username, password];
    url = next.href;
    // Like browsers: only 307 and 308 repeat the same method.
    if (answer.status < 307) [method, body] = ["GET", undefined];
  }
}

const NOT_ALLOWED = failed("host_not_allowed");
/** Characters. */
const MOST_CHARACTERS_SHOWN = 20_000;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface Limits {
  readonly connect: number;
  readonly read: number;
  readonly total: number;
}

/** Returns the time-outs in milliseconds. A URL can change them in its fragment: `#ot=…&rt=…&tt=…`. */
export function timeouts(url: string): Limits {
  const fragment = new URLSearchParams(url.split("#")[1] ?? "");
  const pick = (name: string, least: number, most: number, usual: number) => {
    const value = Number(fragment.get(name) ?? Number.NaN);
    return value >= least && value <= most ? value : usual;
  };
  return {
    connect: pick("ot", 100, 10_000, 2000),
    read: pick("rt", 100, 15_000, 5000),
    total: pick("tt", 100, 15_000, 15_000),
  };
}

interface HttpAnswer {
  readonly status: number;
  /** The target of a redirect. */
  readonly location: string | undefined;
  readonly body: string;
}

function failureOf(answer: HttpAnswer | Failure, asked: URL, redirects: number): Failure | undefined {
  if (!("status" in answer)) return answer;
  if (answer.location !== undefined) {
    if (!URL.canParse(answer.location, asked.href)) {
      return failed("redirect_invalid");
    }
    return redirects < MOST_REDIRECTS ? undefined : failed("too_many_redirects", { most: MOST_REDIRECTS });
  }
  if (answer.status >= 200 && answer.status < 300) return undefined;
  return failed("bad_status", { status: answer.status });
}

async function send(
  target: URL,
  sent: Pick<DocumentRequest, "method" | "headers" | "body">,
  { connect, read, total }: Limits,
  end: AbortSignal,
  stop: AbortSignal,
): Promise<HttpAnswer | Failure> {
  const agent = new Agent({ connect: { timeout: connect }, maxResponseSize: LARGEST_DOCUMENT_BYTES });
  try {
    const timing = { headersTimeout: read, bodyTimeout: read, signal: AbortSignal.any([end, stop]) };
    const { statusCode, headers, body } = await request(target, { ...sent, ...timing, dispatcher: agent });
    const location = REDIRECTS.has(statusCode) ? headers.location : undefined;
    const isZipped = /^\s*(?:x-)?gzip\s*$/i.test(String(headers["content-encoding"] ?? ""));
    const text = isZipped ? await unzipped(await body.bytes()) : await body.text();
    return { status: statusCode, location: location?.toString(), body: text };
  } catch (error) {
    if (stop.aborted && stop !== end) return failed("server_stopped");
    if (end.aborted) return failed("not_done", { milliseconds: total });
    if (error instanceof errors.ConnectTimeoutError) {
      return failed("no_connection", { milliseconds: connect });
    }
    if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
      return failed("no_answer", { milliseconds: read });
    }
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof errors.ResponseExceededMaxSizeError || code === "ERR_BUFFER_TOO_LARGE")
      return failed("too_large", { kilobytes: LARGEST_DOCUMENT_BYTES / 1024 });
    if (code === "ECONNREFUSED") return failed("refused", { host: target.host });
    if (code === "ENOTFOUND") return failed("name_unknown", { host: target.hostname });
    const { message } = error as Error;
    return { ...failed("broken", { message }), code: codeOf(error as NodeJS.ErrnoException) };
  } finally {
    await agent.destroy();
  }
}

const unzip = promisify(gunzip);

/** Returns a compressed text. It may not be longer than any other document. An answer without a body has nothing to unzip. */
async function unzipped(bytes: Uint8Array): Promise<string> {
  if (bytes.length === 0) return "";
  return (await unzip(bytes, { maxOutputLength: LARGEST_DOCUMENT_BYTES })).toString();
}

/** Returns the live service's code for an error of another cause: of the protocol, the name, the certificate, or the retrieval. */
export function codeOf(error: NodeJS.ErrnoException): number {
  if (error instanceof errors.HTTPParserError) return 11_251;
  const { code = "" } = error;
  if (code === "EAI_AGAIN") return 11_210;
  return /SSL|CERT|UNABLE_TO_/.test(code) ? 11_220 : 11_200;
}

/** Returns the Basic authorization for a URL's credentials; undefined without any (gap `webhook-credentials`). */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** Decodes percent escapes. A `%` without an escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
