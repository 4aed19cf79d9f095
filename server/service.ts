import type { Body, Scope } from "../contract/index.ts";
import type { ClientTokens } from "./api/tokens.ts";
import type { Clock } from "./conditions/clock.ts";
import type { Faults } from "./conditions/faults.ts";
import type { Journal } from "./conditions/journal.ts";
import type { Randomness } from "./conditions/randomness.ts";
import type { RateLimit } from "./conditions/rate-limit.ts";
import type { Answer } from "./http/answers.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { Project, Store, StoredToken } from "./store/store.ts";
import type { Traces } from "./traffic/trace.ts";

/** What every room of the server can reach. */
export interface Service {
  readonly store: Store;
  readonly clientTokens: ClientTokens;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
  readonly traces: Traces;
  /** Aborted when the server is told to stop. */
  readonly closing: AbortController;
  readonly clock: Clock;
  readonly random: Randomness;
  /** Opens the control API; there is none when undefined. */
  readonly controlToken: string | undefined;
  /** Whether a refresh token is good once or for ever (gap `refresh-token-reuse`). */
  readonly refreshTokens: "reusable" | "single-use";
  /** Minutes that a client token may be good for (gap `expires-in-range`). */
  readonly maximumTokenLifetime: number;
  /** Whether an endpoint that a number rings cannot be deleted (gap `assigned-endpoint`). */
  readonly protectHandlers: boolean;
  /** Whether fields and handlers are taken that the specification does not list (gap `unknown-keys`). */
  readonly extraFields: boolean;
  /** Hosts that webhooks may go to besides loopback. */
  readonly allowWebhooksTo: readonly string[];
  /** Bytes of a request body. */
  readonly bodyLimit: number;
}

/** A request that has come through authentication, its body read. */
export interface Call {
  readonly project: Project;
  readonly token: StoredToken;
  /** The path's `{id}`, in lower case; where the path has none, the project's own, under which it keeps what it has one of. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** One operation of the API and what does it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{id}`. */
  readonly path: string;
  readonly scope?: Scope | undefined;
  readonly handler: Handler;
}
