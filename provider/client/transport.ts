// Sends requests with credentials and limits of time and size. Keeps secrets out of failure messages.

import { hideSecrets, type Operation, SignalWireError, secretsIn } from "../../contract/index.ts";
import type { Connection } from "../config/config.ts";
import { Budget, type Timer } from "./budget.ts";
import { Cancellation } from "./cancellation.ts";
import { contentOf, networkFailure, RequestFailure, reached } from "./errors.ts";
import { BOUNDS, type Bounds, codeOf, credentialsOf, openExchange } from "./exchange.ts";
import { type Attempt, logRequest } from "./log.ts";
import { printLine, showingWaits } from "./print.ts";
import { parseRetryAfter, sendPatiently } from "./retry.ts";

export interface HttpRequest {
  readonly method: Operation["method"];
  /** Begins with a slash; includes the query. `{project}` stands for the connection's project. */
  readonly path: string;
  /** Sent as a web form if it is `URLSearchParams`, else as JSON. */
  readonly body?: unknown;
  /** True when a repetition has no further effect. */
  readonly repeatable?: boolean;
  /** The only status with which an empty answer is a success. Default: any 2xx. */
  readonly status?: number;
  /**
   * Returns the values that must not appear in an error or a log, even when the service echoes them. Default: the secrets in the
   * body.
   */
  readonly secrets?: () => readonly string[];
}

export type Transport = (request: HttpRequest) => Promise<unknown>;

export interface TransportOptions {
  readonly bounds?: Bounds;
  /** Whether to retry failed requests that may be sent again. Default: true. */
  readonly isPatient?: boolean;
  /** Default: print to standard error. */
  readonly print?: (line: string) => void;
  readonly cancellation?: Cancellation;
}

/**
 * Sends requests over one pool of connections. Resolves to the parsed JSON of a 2xx answer, `undefined` for an empty one. If
 * the caller is patient, failed requests are retried when that is safe.
 *
 * After Ctrl-C, a write that was sent goes on to its end. Its operation may then still read what the write has done, and record
 * the object: once, without a queue and waits. It creates nothing any more.
 */
export function openTransport(connection: Connection, options: TransportOptions = {}): Transport {
  const { bounds = BOUNDS, isPatient = true, print = printLine, cancellation = new Cancellation() } = options;
  const { baseUrl, apiToken, limits, proxy, log } = connection;
  const timer: Timer = { now: () => Date.now(), sleep: (milliseconds) => cancellation.pause(milliseconds) };
  const budget = new Budget(limits, timer);
  const showWait = showingWaits(print);
  const exchange = openExchange(connection, bounds);
  const credentials = credentialsOf(connection);

  return async (request) => {
    const { method, repeatable = false, secrets = () => secretsIn(request.body) } = request;
    const mask = (text: string) => hideSecrets(text, [...secrets(), apiToken, credentials]);
    const { operation } = cancellation;
    const isWrite = method !== "GET";
    let attempts = 0;
    const attempt = async (which: Attempt) => {
      attempts += 1;
      const started = performance.now();
      const { mayHaveWritten } = operation;
      let outcome: string | number = "";
      let isSent = false;
      const onSent = () => {
        isSent = true;
        operation.mayHaveWritten ||= isWrite;
      };
      try {
        const { status, headers, text } = await cancellation
          .unlessCancelled(
            (signal) => exchange(request, { signal, onSent }),
            () => (isWrite && isSent) || (mayHaveWritten && completes(method, attempts)),
          )
          .catch((error) => {
            outcome = codeOf(error);
            throw error instanceof SignalWireError ? error : networkFailure(outcome, baseUrl, proxy?.shown);
          });
        outcome = status;
        const retryAfter = parseRetryAfter(headers["retry-after"], headers.date, timer.now());
        const contentType = headers["content-type"] ?? "";
        return contentOf({ status, contentType, text, retryAfter }, request.status);
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        const isRefused = error.reach === "not_done" && error.code !== "cancelled";
        if (isRefused) operation.mayHaveWritten = mayHaveWritten;
        throw masked(error, mask);
      } finally {
        if (log)
          logRequest({ target: log, print, mask }, request, {
            ...which,
            outcome,
            milliseconds: performance.now() - started,
          });
      }
    };
    const first = { number: 1, waited: 0, reason: "" };
    const inTurn = (signal: AbortSignal) =>
      sendPatiently(
        (which) => {
          signal.throwIfAborted();
          return attempt(which);
        },
        repeatable,
        budget,
        showWait,
      );
    try {
      return await (isPatient ? cancellation.unlessCancelled(inTurn, () => attempts > 0) : attempt(first));
    } catch (error) {
      if (!(error instanceof RequestFailure) || !operation.mayHaveWritten) throw error;
      const isCancelled = error.code === "cancelled";
      if (isCancelled && isPatient && completes(method, attempts + 1)) return await attempt(first);
      // The operation's write may have been carried out, whatever ended this request.
      throw isCancelled || !isWrite ? reached("unknown", error) : error;
    }
  };
}

/** True for a request that completes an operation after its write was sent and Ctrl-C was pressed. */
function completes(method: HttpRequest["method"], attempts: number): boolean {
  return method === "GET" || (method !== "POST" && attempts === 1);
}

/** Characters: enough for every problem of a body, and still readable. */
const LONGEST_MESSAGE = 2_500;
/** Characters that are searched for secrets. */
const LONGEST_SEARCHED = 100_000;

function masked(failure: RequestFailure, mask: (text: string) => string): RequestFailure {
  const message = mask(failure.message.slice(0, LONGEST_SEARCHED));
  // The cut may leave a part of a secret that only a later mask knows. The ellipsis shows that mask where the cut is.
  const shown = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return new RequestFailure(failure.code, shown, failure);
}
