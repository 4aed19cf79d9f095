import type { Body, Dialect, Operation } from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import type { Faults } from "../conditions/faults.ts";
import type { Journal } from "../conditions/journal.ts";
import type { RateLimit } from "../conditions/rate-limit.ts";
import type { Project, Store, StoredToken } from "../store/store.ts";
import type { Answer } from "./answers.ts";

/** The parts of a running server that every request meets. */
export interface HttpContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  /** True where a 401 and a 404 are their words alone. */
  readonly plainFailures: boolean;
  /** Aborted after the grace period: running requests and webhooks end, and no more are sent. */
  readonly cutOff: AbortSignal;
}

export interface ApiRequest {
  readonly project: Project;
  readonly token: StoredToken;
  /** The path's `{id}`, in lower case. Without one, the project's id, under which singletons are stored. */
  readonly id: string;
  /** The path's id of the parent, in lower case; undefined in a path without one. */
  readonly parent: string | undefined;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export type Handler = (request: ApiRequest) => Answer | Promise<Answer>;

export interface ApiRoute {
  readonly method: Operation["method"];
  /** Contains `{id}` for an identifier, `{project}` for that of the caller's project, and another name for that of a parent. */
  readonly path: string;
  /** The form of bodies, where it differs from the usual one. */
  readonly dialect?: Dialect | undefined;
  readonly scope?: Operation["scope"] | undefined;
  readonly unlimited?: true;
  readonly handler: Handler;
}
