// Decides what every room of the server can reach.

import type { Body, Scope } from "../contract/index.ts";
import type { Answer } from "./answers.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import type { Project, Projects, Token } from "./projects.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { Randomness } from "./sources.ts";
import type { Store } from "./store/store.ts";
import type { ClientTokens } from "./tokens.ts";

export interface Service {
  readonly store: Store;
  readonly projects: Projects;
  readonly clientTokens: ClientTokens;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly random: Randomness;
  /** Opens the control API; there is none when undefined. */
  readonly controlToken: string | undefined;
  /** Whether a refresh token is good once or for ever (gap `refresh-token-reuse`). */
  readonly refreshTokens: "reusable" | "single-use";
  /** Whether an endpoint that a number rings cannot be deleted (gap `assigned-endpoint`). */
  readonly protectHandlers: boolean;
  /** Hosts that webhooks may go to besides loopback. */
  readonly allowWebhooksTo: readonly string[];
  /** Bytes of a request body. */
  readonly bodyLimit: number;
}

/** A request that has come through authentication, its body read. */
export interface Call {
  readonly project: Project;
  readonly token: Token;
  /** The path's `{id}`, in lower case; empty where the path has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** One operation of the API and what does it. */
export interface Route {
  readonly method: string;
  /** With `{id}`. */
  readonly path: string;
  readonly scope?: Scope | undefined;
  readonly handler: Handler;
}
