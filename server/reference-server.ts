import type { Clock } from "./conditions/clock.ts";
import type { Faults } from "./conditions/faults.ts";
import type { Journal } from "./conditions/journal.ts";
import type { Randomness } from "./conditions/randomness.ts";
import type { RateLimit, RateLimitOptions } from "./conditions/rate-limit.ts";
import type { ProjectCredentials } from "./control/credentials.ts";
import type { Seed } from "./control/seed.ts";
import type { PutObject, Snapshot } from "./control/snapshot.ts";
import type { ClientSession } from "./sessions/sessions.ts";
import type { OpenTrace, Trace } from "./traffic/trace.ts";
import type { InboundCall, InboundMessage } from "./traffic/traffic.ts";

export interface ServerOptions {
  /** The TCP port; 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen at, by default 127.0.0.1: this machine only. */
  readonly host?: string | undefined;
  /** The file that keeps everything across restarts; in memory when not given. One server a file. */
  readonly data?: string | undefined;
  /** The first content, by default one project, always of the same id, with one token and three numbers. Not used on a file that has content. */
  readonly seed?: Seed | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Randomness | undefined;
  /** Whether a refresh token can be used again (the default) or once. */
  readonly refreshTokens?: "reusable" | "single-use" | undefined;
  /** Minutes that a client token may be good for; 43,200, which is 30 days, by default. */
  readonly maximumTokenLifetime?: number | undefined;
  /** Whether a SIP endpoint that a number has as its handler cannot be deleted. It can, by default. */
  readonly protectHandlers?: boolean | undefined;
  /** Whether fields and handlers are taken and shown that the specification does not list, as by the live service. They are refused by default. */
  readonly extraFields?: boolean | undefined;
  /** Whether the control API under `/_reference` is there, and its token; a random one when `true`. Off by default. */
  readonly control?: boolean | { readonly token: string } | undefined;
  /** Hosts that webhooks may be sent to besides this machine, for example `staging.example.com`. */
  readonly allowWebhooksTo?: readonly string[] | undefined;
  /** Writes a project may send in a span of time; by default what the service documents. `false` for no limit. */
  readonly rateLimit?: RateLimitOptions | false | undefined;
  /** Bytes of a request body that are accepted; one mebibyte by default. */
  readonly bodyLimit?: number | undefined;
  /** Milliseconds that a client may take over its headers (10,000) and over a whole request (30,000). After that it gets a 408. */
  readonly timeLimits?: { readonly headers?: number | undefined; readonly request?: number | undefined } | undefined;
  /** Exchanges that the journal keeps; 10,000 by default. */
  readonly journalLimit?: number | undefined;
}

export interface ReferenceServer {
  /** For example `http://127.0.0.1:49152`. */
  readonly url: string;
  /** The first project. */
  readonly project: ProjectCredentials;
  readonly projects: readonly ProjectCredentials[];
  /** The token of the control API; undefined when it is off. */
  readonly controlToken: string | undefined;
  /** The address of the page that shows this server in a browser, with the control token in its fragment; undefined when the control API is off. */
  readonly inspector: string | undefined;
  readonly journal: Journal;
  /** Makes requests go wrong. */
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  /** The clients that are connected now. */
  readonly sessions: readonly ClientSession[];
  /** Lets a call come in, runs its webhooks, and resolves with the way it took once everything is over. */
  call(call: InboundCall): Promise<Trace>;
  /** Lets a message come in, likewise. */
  message(message: InboundMessage): Promise<Trace>;
  /**
   * Puts objects in as they are, response-only fields included, without requests. Objects of the same id are replaced. Throws an
   * InputError, and stores none, for one that the service could not hold.
   */
  put(objects: readonly PutObject[]): void;
  /** Of the newest 100 calls and messages, those that nobody took, oldest first. */
  readonly failedTraces: readonly OpenTrace[];
  /** Everything that is stored, credentials included, as plain JSON. */
  snapshot(): Snapshot;
  /** Puts back what a snapshot holds, in place of everything that is stored. Throws an InputError for what is not one. */
  restore(snapshot: Snapshot): void;
  /** Whether this start filled the store; false on a data file that had content. */
  readonly seeded: boolean;
  /**
   * Takes no more requests, calls and messages, gives those under way three seconds, then cuts them off: a call or message ends with
   * the outcome `stopped`, and no webhook is called any more. Calling it again does nothing.
   */
  close(): Promise<void>;
}
