// Sends requests with credentials and limits of time and size. Keeps secrets out of failure messages.

import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "../config.ts";
import { Budget, type Timer } from "./budget.ts";
import { contentOf, networkFailure, type Reach, RequestFailure } from "./errors.ts";
import { BOUNDS, type Bounds, codeOf, credentialsOf, loadUndici, openExchange } from "./exchange.ts";
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

export interface TransportOptions {
  readonly bounds?: Bounds;
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
  const { baseUrl, apiToken, limits, proxy, log } = connection;
  const timer = timerUntil(cancellation);
  const budget = new Budget(limits, timer);
  const showWait = showingWaits(print);
  const exchange = openExchange(connection, bounds, cancellation);
  const credentials = credentialsOf(connection);

  return (request) => {
    const { repeatable = false, secrets = [] } = request;
    const attempt = async (which: Attempt) => {
      if (cancellation.aborted) throw cancelled("not_done");
      // Loading takes 100 ms, so only an operation that sends requests does it. Its failure is not a network failure.
      const undici = await loadUndici();
      const started = performance.now();
      let outcome: string | number = "";
      try {
        const { status, headers, text } = await exchange(request, undici).catch((error) => {
          outcome = codeOf(error);
          throw cancellation.aborted ? cancelled("unknown") : networkFailure(outcome, baseUrl, proxy?.shown);
        });
        outcome = status;
        const retryAfter = parseRetryAfter(headers["retry-after"], headers.date, timer.now());
        return contentOf({ status, contentType: headers["content-type"] ?? "", text, retryAfter });
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
