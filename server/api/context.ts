import type { Randomness } from "../conditions/randomness.ts";
import type { HttpContext } from "../http/route.ts";
import type { SubscriberTokens } from "./subscriber-tokens.ts";
import type { ClientTokens } from "./tokens.ts";

/** The parts of a running server and the rules that its options change. Each room gets all of them, and adds its own. */
export interface Context extends HttpContext {
  readonly random: Randomness;
  readonly clientTokens: ClientTokens;
  readonly subscriberTokens: SubscriberTokens;
  /** Returns the address of this server, without a slash at its end. Calls may always request its hosted documents. */
  readonly origin: () => string;
  /** Aborted when the server is stopping: it accepts no more calls and messages. */
  readonly closing: AbortSignal;
  /** True to accept fields and handlers that the specification does not list (gap `unknown-keys`). */
  readonly extraFields: boolean;
  /** True where an endpoint's handler takes the calls that its device places (gap `endpoint-handler-direction`). */
  readonly outboundHandlers: boolean;
  /** True to refuse the deletion of an endpoint that a number rings (gap `assigned-endpoint`). */
  readonly protectHandlers: boolean;
  /** How often a refresh token works: once, or any number of times (gap `refresh-token-reuse`). */
  readonly refreshTokens: "reusable" | "single-use";
  /** The longest lifetime of a client token in minutes (gap `expires-in-range`). */
  readonly maximumTokenLifetime: number;
  /** Hosts besides loopback to which webhooks may be sent. */
  readonly allowWebhooksTo: readonly string[];
}
