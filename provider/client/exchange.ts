// Sends one request and returns its answer unchecked.

import { createRequire } from "node:module";
import type { Dispatcher } from "undici";
import { type Connection, InstallationError } from "../config/config.ts";

export interface RawRequest {
  readonly method: string;
  /** Begins with a slash; includes the query. `{project}` stands for the connection's project. */
  readonly path: string;
  /** Sent as a web form if it is `URLSearchParams`, else as JSON. */
  readonly body?: unknown;
  /** Replaces the usual headers of the same name. Names are in lower case. */
  readonly headers?: { readonly [name: string]: string };
}

export interface RawAnswer {
  readonly status: number;
  /** Names are in lower case. A repeated header has its first value. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly text: string;
}

export interface Sending {
  /** Aborting it ends the exchange. */
  readonly signal: AbortSignal;
  /** Called when the connection is made and the request's first bytes are about to be written. */
  onSent(): void;
}

/** Rejects with undici's error, of which `codeOf` returns the code, or with an `InstallationError`. */
export type Exchange = (request: RawRequest, sending?: Sending) => Promise<RawAnswer>;

export const BOUNDS = {
  /** Milliseconds for making a connection. */
  connect: 10_000,
  /** Milliseconds without data: before the answer, and between two parts of it. */
  silence: 30_000,
  /** Milliseconds from the start of the request to the end of its answer. */
  whole: 120_000,
  /** Bytes of an answer's body. */
  size: 64 * 1024 ** 2,
};

export type Bounds = typeof BOUNDS;

/** Short limits, for optional requests that are not worth a long wait. */
export const SHORT_BOUNDS = { ...BOUNDS, connect: 5_000, silence: 10_000, whole: 15_000 };

/** Sends requests over one pool of connections, with the connection's credentials and through its proxy. */
export function openExchange(connection: Connection, bounds: Bounds): Exchange {
  const { baseUrl, projectId, limits } = connection;
  const credentials = credentialsOf(connection);
  let agent: string | undefined;
  let dispatcher: Dispatcher | undefined;
  return async ({ method, path, body, headers = {} }, sending) => {
    // Loading takes 100 ms, so only an operation that sends requests does it.
    const undici = await loadUndici();
    agent ??= userAgent();
    dispatcher ??= dispatcherOf(undici, connection, bounds, limits.concurrency);
    const isForm = body instanceof URLSearchParams;
    const timeout = AbortSignal.timeout(bounds.whole);
    const answer = await undici.request(baseUrl + path.replace("{project}", projectId), {
      dispatcher: sending ? dispatcher.compose(noticing(sending)) : dispatcher,
      signal: sending ? AbortSignal.any([sending.signal, timeout]) : timeout,
      method: method as Dispatcher.HttpMethod,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: "application/json",
        "user-agent": agent,
        ...(body === undefined
          ? {}
          : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body.toString() : JSON.stringify(body) }),
    });
    const first = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat()[0]]);
    return { status: answer.statusCode, headers: Object.fromEntries(first), text: await answer.body.text() };
  };
}

function noticing({ onSent }: Sending): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        if (!controller.aborted) onSent();
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
}

/** Only HTTPS_PROXY applies: no request goes through a proxy for plain HTTP. */
function dispatcherOf(undici: Undici, { proxy }: Connection, bounds: Bounds, connections: number): Dispatcher {
  const { Agent, EnvHttpProxyAgent } = undici;
  const options = {
    connections,
    connect: { timeout: bounds.connect },
    headersTimeout: bounds.silence,
    bodyTimeout: bounds.silence,
    maxResponseSize: bounds.size,
  };
  if (!proxy) return new Agent(options);
  const { url: httpsProxy, except: noProxy } = proxy;
  return new EnvHttpProxyAgent({ ...options, connectTimeout: bounds.connect, httpProxy: "", httpsProxy, noProxy });
}

/** Returns project and token in the form that HTTP Basic sends. */
export function credentialsOf({ projectId, apiToken }: Connection): string {
  return Buffer.from(`${projectId}:${apiToken}`).toString("base64");
}

type Undici = typeof import("undici");

/** @throws InstallationError when it cannot be loaded. */
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

/** Returns the innermost code. An attempt on several addresses fails with a list of errors. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const [, refusal] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (refusal) return `PROXY_${refusal}`;
  if ("code" in error && typeof error.code === "string") return error.code;
  // A time-out by `AbortSignal.timeout` has a number as its code.
  if (error.name === "TimeoutError") return error.name;
  return error.cause ? codeOf(error.cause) : error.message;
}
