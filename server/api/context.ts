import type { Clock } from "../conditions/clock.ts";
import type { Faults } from "../conditions/faults.ts";
import type { Journal } from "../conditions/journal.ts";
import type { Randomness } from "../conditions/randomness.ts";
import type { RateLimit } from "../conditions/rate-limit.ts";
import type { Store } from "../store/store.ts";
import type { ClientTokens } from "./tokens.ts";

/** The parts of a running server and the rules that its options change. Each room gets all of them, and adds its own. */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly clientTokens: ClientTokens;
  /** Returns the address of this server, without a slash at its end. Calls may always request its hosted documents. */
  readonly origin: () => string;
  /** Aborted when the server is stopping: it accepts no more calls and messages. */
  readonly closing: AbortSignal;
  /** Aborted after the grace period: running requests and webhooks end, and no more are sent. */
  readonly cutOff: AbortSignal;
  /** The largest request body in bytes. */
  readonly bodyLimit: number;
  /** True to accept fields and handlers that the specification does not list (gap `unknown-keys`). */
  readonly extraFields: boolean;
  /** True to refuse the deletion of an endpoint that a number rings (gap `assigned-endpoint`). */
  readonly protectHandlers: boolean;
  /** How often a refresh token works: once, or any number of times (gap `refresh-token-reuse`). */
  readonly refreshTokens: "reusable" | "single-use";
  /** The longest lifetime of a client token in minutes (gap `expires-in-range`). */
  readonly maximumTokenLifetime: number;
  /** Hosts besides loopback to which webhooks may be sent. */
  readonly allowWebhooksTo: readonly string[];
}
