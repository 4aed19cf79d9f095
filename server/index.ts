// The reference API server: the documented service on this machine, honest about its rules and under the caller's control.

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp } from "./app.ts";
import { answerBroken } from "./broken-request.ts";
import { Clock } from "./clock.ts";
import { Faults } from "./faults.ts";
import { InputError } from "./input.ts";
import { Journal } from "./journal.ts";
import { type ProjectCredentials, Projects, sow } from "./projects.ts";
import { DOCUMENTED_LIMIT, RateLimit, type RateLimitOptions } from "./rate-limit.ts";
import { parseSeed, type Seed } from "./seed.ts";
import type { Service } from "./service.ts";
import { type ClientSession, Sessions } from "./sessions/sessions.ts";
import { acceptClients } from "./sessions/upgrade.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { hex, machineRandomness, type Randomness } from "./sources.ts";
import { Ledger } from "./store/ledger.ts";
import { Store } from "./store/store.ts";
import { ClientTokens } from "./tokens.ts";
import type { Trace } from "./traffic/trace.ts";
import type { InboundCall, InboundMessage } from "./traffic/traffic.ts";

export { Clock, type Duration } from "./clock.ts";
export type { Fault, FaultEffect, FaultOptions, Faults } from "./faults.ts";
export { InputError } from "./input.ts";
export type { Journal, JournalEntry } from "./journal.ts";
export type { ProjectCredentials } from "./projects.ts";
export type { RateLimit, RateLimitOptions } from "./rate-limit.ts";
export {
  type Seed,
  SeedError,
  type SeedNumber,
  type SeedProject,
  type SeedToken,
  type TokenScope,
} from "./seed.ts";
export type { ClientSession } from "./sessions/sessions.ts";
export type { Snapshot } from "./snapshot.ts";
export type { Randomness } from "./sources.ts";
export { DataFileError } from "./store/database.ts";
export type { Attempt, Step, Trace, TrafficOutcome } from "./traffic/trace.ts";
export type { InboundCall, InboundMessage } from "./traffic/traffic.ts";

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
  /** Whether a SIP endpoint that a number has as its handler cannot be deleted. It can, by default. */
  readonly protectHandlers?: boolean | undefined;
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
  /** Everything that is stored, credentials included, as plain JSON. */
  snapshot(): Snapshot;
  /** Puts back what a snapshot holds, in place of everything that is stored. Throws an InputError for what is not one. */
  restore(snapshot: Snapshot): void;
  /** Whether this start filled the store; false on a data file that had content. */
  readonly seeded: boolean;
  /** Lets requests under way finish, then stops. Calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Starts a server and resolves once it answers.
 *
 * Rejects with a {@link SeedError} for a seed with problems, a {@link DataFileError} for a data file that cannot be used, and
 * the error of `listen` when the port cannot be had.
 *
 * @example
 * ```ts
 * import { startServer } from "pulumi-signalwire/server";
 *
 * const server = await startServer();
 * process.env["SIGNALWIRE_BASE_URL"] = server.url;
 * // … exercise what you are testing, then look at server.journal.entries
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions = {}): Promise<ReferenceServer> {
  const { port = 0, host = "127.0.0.1", clock = new Clock(), random = machineRandomness } = options;
  const seed = options.seed === undefined ? undefined : parseSeed(options.seed);
  const store = new Store(random, options.data === undefined ? undefined : new Ledger(options.data));
  try {
    const seeded = sow(store, seed, clock, random);
    store.commit();
    const projects = new Projects(store);
    store.whenReplaced(() => projects.reload());
    const service: Service = {
      store,
      projects,
      clientTokens: new ClientTokens(() => Buffer.from(store.secret("client tokens"), "hex"), clock, random),
      journal: new Journal(options.journalLimit),
      faults: new Faults(random),
      rateLimit: new RateLimit(options.rateLimit ?? DOCUMENTED_LIMIT, clock),
      clock,
      random,
      controlToken: controlToken(options.control ?? false, random),
      sessions: new Sessions(clock),
      refreshTokens: options.refreshTokens ?? "reusable",
      protectHandlers: options.protectHandlers ?? false,
      allowWebhooksTo: options.allowWebhooksTo ?? [],
      bodyLimit: options.bodyLimit ?? 1024 * 1024,
    };
    const server = createServer(limits(options.timeLimits), createApp(service));
    answerBroken(server);
    const hangUp = acceptClients(service, server);
    server.listen(port, host);
    await once(server, "listening");
    return handle(service, server, { host, seeded, hangUp });
  } catch (error) {
    store.close();
    throw error;
  }
}

// Imported by its name, node:http also loads all of fetch and WebSocket, which takes longer than the rest of the start.
const { createServer } = process.getBuiltinModule("node:http");

/** A client that dawdles over its headers or its body is cut off: bytes, and milliseconds. */
function limits({ headers = 10_000, request = 30_000 }: ServerOptions["timeLimits"] = {}) {
  return {
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(headers, request),
    requestTimeout: request,
    // How often Node looks; a limit is held as exactly as this.
    connectionsCheckingInterval: Math.min(2000, Math.ceil(Math.min(headers, request) / 5)),
  };
}

/** Milliseconds that requests under way have left once the server is told to stop. */
const PATIENCE = 3000;

interface Start {
  readonly host: string;
  readonly seeded: boolean;
  readonly hangUp: () => void;
}

function handle(service: Service, server: Server, { host, seeded, hangUp }: Start): ReferenceServer {
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    get project() {
      return service.projects.credentials[0] as ProjectCredentials;
    },
    get projects() {
      return service.projects.credentials;
    },
    controlToken: service.controlToken,
    journal: service.journal,
    faults: service.faults,
    rateLimit: service.rateLimit,
    clock: service.clock,
    seeded,
    get sessions() {
      return service.sessions.all();
    },
    call: async (call) => (await import("./traffic/traffic.ts")).placeCall(service, call),
    message: async (message) => (await import("./traffic/traffic.ts")).placeMessage(service, message),
    snapshot: () => takeSnapshot(service),
    restore: (snapshot) => restoreSnapshot(service, snapshot),
    close: () => {
      closing ??= close(service, server, hangUp);
      return closing;
    },
  };
}

function controlToken(option: boolean | { token: string }, random: Randomness): string | undefined {
  if (typeof option === "object") {
    // An empty one would be open to whoever sends none.
    if (option.token === "") throw new InputError("The control token", ["must not be empty"]);
    return option.token;
  }
  return option ? `RC${hex(random.bytes(24))}` : undefined;
}

async function close({ store, sessions }: Service, server: Server, hangUp: () => void): Promise<void> {
  sessions.closeAll();
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const patience = setTimeout(() => {
    hangUp();
    server.closeAllConnections();
  }, PATIENCE);
  await closed;
  clearTimeout(patience);
  try {
    store.commit();
  } finally {
    store.close();
  }
}
