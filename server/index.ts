// The reference API server: the documented service on this machine, honest about its rules and under the caller's control.

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { answered } from "./api/routes.ts";
import { ClientTokens } from "./api/tokens.ts";
import { Clock } from "./conditions/clock.ts";
import { Faults } from "./conditions/faults.ts";
import { Journal } from "./conditions/journal.ts";
import { hex, machineRandomness, type Randomness } from "./conditions/randomness.ts";
import { DOCUMENTED_LIMIT, RateLimit, type RateLimitOptions } from "./conditions/rate-limit.ts";
import { credentials, type ProjectCredentials } from "./control/credentials.ts";
import { fillStore } from "./control/fill-store.ts";
import { InputError } from "./control/input.ts";
import { parseSeed, type Seed } from "./control/seed.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./control/snapshot.ts";
import { answerBroken } from "./http/broken-request.ts";
import { createListener } from "./http/listener.ts";
import { nodeHttp } from "./http/node-http.ts";
import type { Service } from "./service.ts";
import { type ClientSession, Sessions } from "./sessions/sessions.ts";
import { acceptClients, asksForSession } from "./sessions/upgrade.ts";
import { Store } from "./store/store.ts";
import { type Trace, Traces } from "./traffic/trace.ts";
import type { InboundCall, InboundMessage } from "./traffic/traffic.ts";

export { Clock, type Duration } from "./conditions/clock.ts";
export type { Fault, FaultEffect, FaultOptions, Faults } from "./conditions/faults.ts";
export type { Journal, JournalEntry } from "./conditions/journal.ts";
export type { Randomness } from "./conditions/randomness.ts";
export type { RateLimit, RateLimitOptions } from "./conditions/rate-limit.ts";
export type { ProjectCredentials } from "./control/credentials.ts";
export { InputError } from "./control/input.ts";
export {
  type Seed,
  SeedError,
  type SeedNumber,
  type SeedProject,
  type SeedToken,
  type TokenScope,
} from "./control/seed.ts";
export type { Snapshot } from "./control/snapshot.ts";
export type { ClientSession } from "./sessions/sessions.ts";
export { DataFileError } from "./store/database.ts";
export type { Attempt, Party, Step, Trace, TrafficOutcome } from "./traffic/trace.ts";
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
  /** Everything that is stored, credentials included, as plain JSON. */
  snapshot(): Snapshot;
  /** Puts back what a snapshot holds, in place of everything that is stored. Throws an InputError for what is not one. */
  restore(snapshot: Snapshot): void;
  /** Whether this start filled the store; false on a data file that had content. */
  readonly seeded: boolean;
  /** Takes no more requests, calls and messages, gives those under way three seconds, then cuts them off. Calling it again does nothing. */
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
  const seed = options.seed === undefined ? undefined : parseSeed(options.seed, options.extraFields);
  const store = new Store(answered, options.data);
  try {
    const seeded = fillStore(store, seed, { clock, random });
    const service: Service = {
      store,
      clientTokens: new ClientTokens(() => Buffer.from(store.secret("client tokens"), "hex"), clock, random),
      journal: new Journal(options.journalLimit),
      faults: new Faults(random),
      traces: new Traces(),
      closing: new AbortController(),
      rateLimit: new RateLimit(options.rateLimit ?? DOCUMENTED_LIMIT, clock),
      clock,
      random,
      controlToken: controlToken(options.control ?? false, random),
      sessions: new Sessions(clock),
      refreshTokens: options.refreshTokens ?? "reusable",
      maximumTokenLifetime: lifetime(options.maximumTokenLifetime),
      protectHandlers: options.protectHandlers ?? false,
      extraFields: options.extraFields ?? false,
      allowWebhooksTo: options.allowWebhooksTo ?? [],
      bodyLimit: options.bodyLimit ?? 1024 * 1024,
    };
    const settings = { ...limits(options.timeLimits), shouldUpgradeCallback: asksForSession };
    const server = nodeHttp.createServer(settings, createListener(service));
    answerBroken(server);
    const hangUp = acceptClients(service, server);
    server.listen(port, host);
    await once(server, "listening");
    return serverOf(service, server, { host, seeded, hangUp });
  } catch (error) {
    store.close();
    throw error;
  }
}

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

/** Milliseconds that what is under way has left once the server is told to stop. */
const PATIENCE = 3000;

interface Start {
  readonly host: string;
  readonly seeded: boolean;
  readonly hangUp: () => void;
}

function serverOf(service: Service, server: Server, { host, seeded, hangUp }: Start): ReferenceServer {
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const underWay = new Set<Promise<Trace>>();
  const follow = (place: (traffic: typeof import("./traffic/traffic.ts")) => Promise<Trace>) => {
    if (closing) return Promise.reject(new Error("The server is closed."));
    const trace = import("./traffic/traffic.ts").then(place);
    const done = () => underWay.delete(trace);
    underWay.add(trace);
    trace.then(done, done);
    return trace;
  };
  // Known beyond the end: a test compares them with those of the next start.
  let left: ProjectCredentials[] | undefined;
  const projects = () => left ?? credentials(service.store);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { controlToken } = service;
  return {
    url,
    get project() {
      return projects()[0] as ProjectCredentials;
    },
    get projects() {
      return projects();
    },
    controlToken,
    inspector: controlToken && `${url}/_reference/#token=${encodeURIComponent(controlToken)}`,
    journal: service.journal,
    faults: service.faults,
    rateLimit: service.rateLimit,
    clock: service.clock,
    seeded,
    get sessions() {
      return service.sessions.all();
    },
    call: (call) => follow(({ placeCall }) => placeCall(service, call)),
    message: (message) => follow(({ placeMessage }) => placeMessage(service, message)),
    snapshot: () => takeSnapshot(service),
    restore: (snapshot) => restoreSnapshot(service, snapshot),
    close: () => {
      left ??= projects();
      closing ??= close(service, server, { hangUp, underWay });
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

/** 30 days unless told otherwise (gap `expires-in-range`). */
function lifetime(minutes = 43_200): number {
  if (Number.isInteger(minutes) && minutes > 0) return minutes;
  throw new InputError("The option maximumTokenLifetime", ["must be a whole number of minutes from 1"]);
}

interface Open {
  readonly hangUp: () => void;
  readonly underWay: ReadonlySet<Promise<Trace>>;
}

async function close(service: Service, server: Server, { hangUp, underWay }: Open): Promise<void> {
  const { store, sessions, closing } = service;
  closing.abort();
  sessions.closeAll();
  const closed = new Promise((resolve) => server.close(resolve));
  // Node leaves a connection open whose request ended after this began.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const end = new AbortController();
  const patience = pause(PATIENCE, undefined, end).then(
    () => {
      hangUp();
      server.closeAllConnections();
    },
    () => undefined,
  );
  await closed;
  await Promise.race([Promise.allSettled(underWay), patience]);
  end.abort();
  clearInterval(idle);
  store.close();
}
