// Decides how one URL is fetched for a webhook: time-outs, redirects, size, and what each failure is called (service: webhooks).

import { request as plain } from "node:http";
import { request as secure } from "node:https";
import { stopwatch } from "../sources.ts";
import type { Attempt } from "./trace.ts";

export interface DocumentRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** Whether the server may connect to this host. */
  readonly allowed: (url: URL) => boolean;
  /** Told of each request, redirects included. */
  readonly tell: (attempt: Attempt) => void;
}

/** The document, or why there is none. */
export type Fetched = { readonly body: string } | { readonly failure: Failure };

export interface Failure {
  readonly code: number;
  readonly reason: string;
}

export async function fetchDocument(wanted: DocumentRequest): Promise<Fetched> {
  const limits = timeouts(wanted.url);
  const ends = stopwatch() + limits.total;
  let { url, method, body } = wanted;
  for (let redirects = 0; ; redirects += 1) {
    const target = new URL(url);
    const started = stopwatch();
    const answer = wanted.allowed(target)
      ? await send(target, { method, headers: wanted.headers, body }, { ...limits, total: ends - started })
      : { failure: NOT_ALLOWED };
    const location = "status" in answer && REDIRECTS.has(answer.status) ? answer.location : undefined;
    const failure = judge(answer, location, redirects);
    target.hash = "";
    wanted.tell({
      method,
      url: target.href,
      status: "status" in answer ? answer.status : null,
      duration: Math.round(stopwatch() - started),
      ...(failure && { failure }),
    });
    if (failure) return { failure };
    if (!("status" in answer)) return { failure: answer.failure };
    if (location === undefined) return { body: answer.body };
    url = new URL(location, target).href;
    // As browsers do: only 307 and 308 ask for the same method again.
    if (answer.status < 307) [method, body] = ["GET", undefined];
  }
}

/** Retrieval failed without an answer, a time-out among others. */
export const RETRIEVAL = 11_200;
const NAME = 11_210;
const TOO_MANY_REDIRECTS = 11_215;
const BAD_STATUS = 11_217;
const TLS = 11_220;
const PROTOCOL = 11_251;
const TOO_LARGE = 11_750;
export const PARSE = 12_100;

const NOT_ALLOWED: Failure = {
  code: RETRIEVAL,
  reason: "this server calls loopback addresses only, unless the host is allowed (--allow-webhooks-to)",
};
const LARGEST = 64 * 1024;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface Limits {
  readonly connect: number;
  readonly read: number;
  readonly total: number;
}

/** Milliseconds; a URL can change them in its fragment: `#ot=…&rt=…&tt=…`. */
function timeouts(url: string): Limits {
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

type Answer =
  | { readonly status: number; readonly location: string | undefined; readonly body: string }
  | { readonly failure: Failure };

function judge(answer: Answer, location: string | undefined, redirects: number): Failure | undefined {
  if ("failure" in answer) return answer.failure;
  if (location !== undefined) {
    return redirects < MOST_REDIRECTS
      ? undefined
      : { code: TOO_MANY_REDIRECTS, reason: `more than ${MOST_REDIRECTS} redirects` };
  }
  if (answer.status >= 200 && answer.status < 300) return undefined;
  return { code: BAD_STATUS, reason: `the answer was ${answer.status}` };
}

function send(
  target: URL,
  { method, headers, body }: { method: string; headers: DocumentRequest["headers"]; body: string | undefined },
  limits: Limits,
): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = (code: number, reason: string) => {
      resolve({ failure: { code, reason } });
      sent.destroy();
    };
    const late = (after: number, what: string) =>
      setTimeout(() => fail(RETRIEVAL, `${what} within ${Math.round(after)} ms`), after);
    const total = late(limits.total, "not done");
    const connect = late(limits.connect, "no connection");
    let read: NodeJS.Timeout | undefined;

    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...headers, ...length }, agent: false };
    const sent = target.protocol === "https:" ? secure(target, options) : plain(target, options);
    sent.on("socket", (socket) => {
      socket.once(target.protocol === "https:" ? "secureConnect" : "connect", () => {
        clearTimeout(connect);
        read = late(limits.read, "no answer");
      });
    });
    sent.on("error", (error: NodeJS.ErrnoException) => fail(codeOf(error), error.message));
    sent.on("close", () => {
      for (const timer of [total, connect, read]) clearTimeout(timer);
    });
    sent.on("response", (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on("data", (chunk: Buffer) => {
        read?.refresh();
        size += chunk.length;
        if (size > LARGEST) fail(TOO_LARGE, `the document is larger than ${LARGEST / 1024} kB`);
        else chunks.push(chunk);
      });
      answer.on("error", (error: NodeJS.ErrnoException) => fail(codeOf(error), error.message));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });
}

function codeOf({ code = "" }: NodeJS.ErrnoException): number {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return NAME;
  if (code.startsWith("HPE_")) return PROTOCOL;
  if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) return TLS;
  return RETRIEVAL;
}
