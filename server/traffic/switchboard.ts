import type { Clock } from "../conditions/clock.ts";
import type { Randomness } from "../conditions/randomness.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../store/store.ts";
import type { Trace, Traces } from "./trace.ts";

/** The parts of the server that calls and messages pass through. */
export interface Switchboard {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly traces: Traces;
  readonly clock: Clock;
  readonly random: Randomness;
  /** Hosts that webhooks may go to besides loopback. */
  readonly allowWebhooksTo: readonly string[];
  /** Calls and messages that have not ended. */
  readonly underWay: Set<Promise<unknown>>;
  /** Aborted when the server is told to stop: no more calls and messages come in. */
  readonly closing: AbortSignal;
  /** Aborted when its patience is over: requests to webhooks end, and no more are made. */
  readonly cutOff: AbortSignal;
}

/** Runs a call or message that the end of the server waits for. */
export async function followed({ underWay }: Pick<Switchboard, "underWay">, run: () => Promise<Trace>): Promise<Trace> {
  const trace = run();
  underWay.add(trace);
  try {
    return await trace;
  } finally {
    underWay.delete(trace);
  }
}
