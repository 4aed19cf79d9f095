import type { Clock } from "../conditions/clock.ts";
import type { Randomness } from "../conditions/randomness.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../store/store.ts";
import type { Traces } from "./trace.ts";

/** The parts of the server that calls and messages pass through. */
export interface Switchboard {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly traces: Traces;
  readonly clock: Clock;
  readonly random: Randomness;
  /** Hosts that webhooks may go to besides loopback. */
  readonly allowWebhooksTo: readonly string[];
}
