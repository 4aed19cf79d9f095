import type { Clock } from "../conditions/clock.ts";
import type { Randomness } from "../conditions/randomness.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../store/store.ts";
import type { Trace, Traces } from "./trace.ts";

/** The parts of the server that calls and messages use. */
export interface Switchboard {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly traces: Traces;
  readonly clock: Clock;
  readonly random: Randomness;
  /** Hosts besides loopback to which webhooks may be sent. */
  readonly allowWebhooksTo: readonly string[];
  /**
   * Returns the address that a document names, to be requested next; undefined for text that is no address.
   *
   * @param base - The address of the document.
   */
  readonly addressIn: (named: string, base: string) => string | undefined;
  /** Returns the address of this server, whose hosted documents a call may always request. */
  readonly origin: () => string;
  /** Running calls and messages. */
  readonly underWay: Set<Promise<unknown>>;
  /** Aborted when the server is stopping: it accepts no more calls and messages. */
  readonly closing: AbortSignal;
  /** Aborted after the grace period: running webhook requests end, and no more are sent. */
  readonly cutOff: AbortSignal;
}

/** Returns the URL that a document at `base` names; undefined for text that is no URL of HTTP. */
export function addressIn(named: string, base: string): string | undefined {
  if (!URL.canParse(named, base)) return undefined;
  const { protocol, href } = new URL(named, base);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** Runs a call or message. The server waits for it before its end. */
export async function followed({ underWay }: Pick<Switchboard, "underWay">, run: () => Promise<Trace>): Promise<Trace> {
  const trace = run();
  underWay.add(trace);
  try {
    return await trace;
  } finally {
    underWay.delete(trace);
  }
}
