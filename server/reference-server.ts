import type { OpenTrace, Trace } from "./calls/trace.ts";
import type { InboundCall, InboundMessage } from "./calls/traffic.ts";
import type { Clock } from "./conditions/clock.ts";
import type { Faults } from "./conditions/faults.ts";
import type { Journal } from "./conditions/journal.ts";
import type { Randomness } from "./conditions/randomness.ts";
import type { RateLimit, RateLimitOptions } from "./conditions/rate-limit.ts";
import type { ProjectCredentials } from "./control/credentials.ts";
import type { Seed } from "./control/seed.ts";
import type { PutObject, Snapshot } from "./control/snapshot.ts";
import type { Exploration, ExploreOptions } from "./reach/explore.ts";
import type { ClientSession } from "./sessions/sessions.ts";

export interface ServerOptions {
  /** The TCP port. Default: 0, which takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: 127.0.0.1, which is reachable only from this machine. */
  readonly host?: string | undefined;
  /** The file that keeps everything across restarts. Default: in memory. Only one server can use a file. */
  readonly data?: string | undefined;
  /**
   * The initial content. Default: one project with a constant id, one token and three numbers. Ignored for a file with content.
   */
  readonly seed?: Seed | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Randomness | undefined;
  /** How often a refresh token works: any number of times (default) or once. */
  readonly refreshTokens?: "reusable" | "single-use" | undefined;
  /** The longest lifetime of a client token in minutes. Default: 43,200, which is 30 days. */
  readonly maximumTokenLifetime?: number | undefined;
  /** Whether to refuse the deletion of a SIP endpoint that is a number's handler. Default: false. */
  readonly protectHandlers?: boolean | undefined;
  /** Whether to accept and show fields and handlers outside the specification, like the live service. Default: false. */
  readonly extraFields?: boolean | undefined;
  /** Whether a 401 and a 404 have no JSON but their words alone, like the live service. Default: false. */
  readonly plainFailures?: boolean | undefined;
  /**
   * Whether a SIP endpoint's handler takes the calls that its device places, like at the live service. A call to the endpoint then
   * rings the device. Default: false, so that the handler takes the calls to the endpoint, as specified.
   */
  readonly outboundHandlers?: boolean | undefined;
  /** Whether to serve the control API under `/_reference`, and its token; random with `true`. Default: false. */
  readonly control?: boolean | { readonly token: string } | undefined;
  /** Hosts besides this machine to which webhooks may be sent, for example `staging.example.com`. */
  readonly allowWebhooksTo?: readonly string[] | undefined;
  /**
   * The number of writes that a project may send in a period, client tokens not counted. Default: `false`, which is no limit.
   * The live service documents 13,800 in ten seconds.
   */
  readonly rateLimit?: RateLimitOptions | false | undefined;
  /**
   * Milliseconds for a request's headers (default 10,000) and for the whole request (default 30,000). A later request gets a
   * 408.
   */
  readonly timeLimits?: { readonly headers?: number | undefined; readonly request?: number | undefined } | undefined;
  /** Requests that the journal keeps. Default: 10,000. */
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
  /**
   * The address of the page that shows this server in a browser, with the control token in its fragment; undefined when the
   * control API is off.
   */
  readonly inspector: string | undefined;
  readonly journal: Journal;
  /** Makes requests fail. */
  readonly faults: Faults;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  /** The connected clients. */
  readonly sessions: readonly ClientSession[];
  /**
   * Places a call, runs its webhooks, and resolves with its trace after everything has ended. Rejects with an InputError for a
   * call without `to` or `from`, or with a member of another name.
   */
  call(call: InboundCall): Promise<Trace>;
  /** Places a message, likewise. */
  message(message: InboundMessage): Promise<Trace>;
  /**
   * Tries every path that a call or message to each number and domain application may take: each key, condition and time that a
   * script tells apart, and one failure at a time, or two with `failures: 2`. Sends nothing: a document of another server
   * ends a path as `unknown`.
   */
  explore(options?: ExploreOptions): Promise<Exploration>;
  /**
   * Stores objects without requests, response-only fields included. Replaces objects with the same id. Throws an InputError and
   * stores none when the service could not hold one of them.
   */
  put(objects: readonly PutObject[]): void;
  /** The calls and messages that were not taken, from the newest 100, oldest first. */
  readonly failedTraces: readonly OpenTrace[];
  /** Returns everything that is stored, credentials included, as plain JSON. */
  snapshot(): Snapshot;
  /** Replaces everything that is stored by a snapshot. Throws an InputError for any other value. */
  restore(snapshot: Snapshot): void;
  /** Whether this start filled the store; false for a data file with content. */
  readonly seeded: boolean;
  /**
   * Stops the server: it accepts no more requests, calls and messages, and after three seconds cuts off running ones. A call or
   * message that was cut off has the outcome `stopped`, and no further webhook is sent. A second call does nothing.
   */
  close(): Promise<void>;
}
