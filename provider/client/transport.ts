// Sends requests with credentials and limits of time and size. Keeps secrets out of failure messages.

import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { type Connection, InstallationError } from "../config.ts";
import { Budget, type Timer } from "./budget.ts";
import { type Answer, contentOf, networkFailure, type Reach, RequestFailure } from "./errors.ts";
import { type Attempt, logRequest } from "./log.ts";
import { printLine, showingWaits } from "./print.ts";
import { parseRetryAfter, sendPatiently } from "./retry.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with a slash; includes the query. */
  readonly path: string;
  readonly body?: unknown;
  /** True when a repetition has no further effect. */
  readonly repeatable?: boolean;
  /** Values that must not appear in an error, even when the service echoes them. */
  readonly secrets?: readonly string[];
}

export type Transport = (request: HttpRequest) => Promise<unknown>;

const BOUNDS = {
  /** Milliseconds for making a connection. */
  connect: 10_000,
  /** Milliseconds without data: before the answer, and between two parts of it. */
  silence: 30_000,
  /** Milliseconds from the start of the request to the end of its answer. */
  whole: 120_000,
  /** Bytes of an answer's body. */
  size: 64 * 1024 ** 2,
};

/** Short limits, for optional requests that are not worth a long wait. */
export const GLANCE = { ...BOUNDS, connect: 5_000, silence: 10_000, whole: 15_000 };

export interface TransportOptions {
  readonly bounds?: typeof BOUNDS;
  /** Whether to retry failed requests that may be sent again. Default: true. */
  readonly isPatient?: boolean;
  /** Default: print to standard error. */
  readonly print?: (line: string) => void;
  /** Aborting this signal ends waiting and running requests. */
  readonly cancellation?: AbortSignal;
}

/**
 * Sends requests over one pool of connections. Resolves to the parsed JSON of a 2xx answer, `undefined` for an empty one. If
 * the caller is patient, failed requests are retried when that is safe.
 */
export function openTransport(connection: Connection, options: TransportOptions = {}): Transport {
  const { bounds = BOUNDS, isPatient = true, print = printLine, cancellation = new AbortController().signal } = options;
  const { baseUrl, projectId, apiToken, limits, proxy, log } = connection;
  const { connect, silence, whole, size } = bounds;
  const credentials = Buffer.from(`${projectId}:${apiToken}`).toString("base64");
  const timer = timerUntil(cancellation);
  const budget = new Budget(limits, timer);
  const showWait = showingWaits(print);
  let agent: string | undefined;
  let dispatcher: Dispatcher | undefined;

  async function exchange(undici: Undici, { method, path, body }: HttpRequest): Promise<Answer> {
    agent ??= userAgent();
    const { Agent, EnvHttpProxyAgent, request } = undici;
    const options = {
      connections: limits.concurrency,
      connect: { timeout: connect },
      headersTimeout: silence,
      bodyTimeout: silence,
      maxResponseSize: size,
    };
    // Only HTTPS_PROXY applies: no request goes through a proxy for plain HTTP.
    dispatcher ??= proxy
      ? new EnvHttpProxyAgent({
          ...options,
          connectTimeout: connect,
          httpProxy: "",
          httpsProxy: proxy.url,
          noProxy: proxy.except,
        })
      : new Agent(options);
    const answer = await request(baseUrl + path, {
      dispatcher,
      signal: AbortSignal.any([cancellation, AbortSignal.timeout(whole)]),
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: "application/json",
        "user-agent": agent,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const header = (name: string) => [answer.headers[name]].flat()[0];
    return {
      status: answer.statusCode,
      contentType: header("content-type") ?? "",
      text: await answer.body.text(),
      retryAfter: parseRetryAfter(header("retry-after"), header("date"), timer.now()),
    };
  }

  return (request) => {
    const { repeatable = false, secrets = [] } = request;
    const attempt = async (which: Attempt) => {
      if (cancellation.aborted) throw cancelled("not_done");
      // Loading takes 100 ms, so only an operation that sends requests does it. Its failure is not a network failure.
      const undici = await loadUndici();
      const started = performance.now();
      let outcome: string | number = "";
      try {
        const answer = await exchange(undici, request).catch((error) => {
          outcome = codeOf(error);
          throw cancellation.aborted ? cancelled("unknown") : networkFailure(outcome, baseUrl, proxy?.shown);
        });
        outcome = answer.status;
        return contentOf(answer);
      } catch (error) {
        throw error instanceof RequestFailure ? masked(error, [...secrets, apiToken, credentials]) : error;
      } finally {
        if (log)
          logRequest({ target: log, print }, request, { ...which, outcome, milliseconds: performance.now() - started });
      }
    };
    return isPatient
      ? sendPatiently(attempt, repeatable, budget, showWait)
      : attempt({ number: 1, waited: 0, reason: "" });
  };
}

type Undici = typeof import("undici");

async function loadUndici(): Promise<Undici> {
  try {
    return await import("undici");
  } catch (error) {
    throw new InstallationError("undici", error);
  }
}

/** `pulumi-signalwire/0.1.0 node/24.21.0 pulumi/3.270.0` */
function userAgent(): string {
  const load = createRequire(import.meta.url);
  const versionOf = (file: string) => {
    try {
      return load(file).version;
    } catch {
      return undefined; // Pulumi is not installed beside this package.
    }
  };
  return Object.entries({
    "pulumi-signalwire": versionOf("pulumi-signalwire/package.json"),
    node: process.versions.node,
    pulumi: versionOf("@pulumi/pulumi/package.json"),
  })
    .flatMap(([name, version]) => (version === undefined ? [] : `${name}/${version}`))
    .join(" ");
}

function timerUntil(cancellation: AbortSignal): Timer {
  return {
    now: () => Date.now(),
    async sleep(milliseconds) {
      try {
        await wait(milliseconds, undefined, { signal: cancellation });
      } catch {
        throw cancelled("not_done");
      }
    },
  };
}

function cancelled(reach: Reach): RequestFailure {
  return new RequestFailure("cancelled", "it was cancelled", { reach });
}

/** Returns the innermost code. An attempt on several addresses fails with a list of errors. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const [, refusal] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (refusal) return `PROXY_${refusal}`;
  if ("code" in error && typeof error.code === "string") return error.code;
  // A time-out by `AbortSignal.timeout` has a number as its code.
  if (error.name === "TimeoutError") return error.name;
  return error.cause ? codeOf(error.cause) : error.message;
}

/** Characters: enough for every problem of a body, and still readable. */
const LONGEST_MESSAGE = 2_500;

function masked(failure: RequestFailure, secrets: readonly string[]): RequestFailure {
  const forms = secrets.filter((secret) => secret !== "").flatMap(echoes);
  const message = forms.reduce((text, form) => text.replaceAll(form, "[secret]"), failure.message);
  // Cut at the end, because a partial secret would not be recognised.
  return new RequestFailure(failure.code, message.slice(0, LONGEST_MESSAGE), failure);
}

/** Returns the forms in which a service may echo a value: as it is, inside JSON, or inside a URL. */
function echoes(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
