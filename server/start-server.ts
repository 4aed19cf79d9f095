import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { isNotSimulated, numbersForSale } from "./api/not-simulated.ts";
import { apiResources, apiRoutes } from "./api/routes.ts";
import { hostedRoutes, hostedScript, hostedScripts } from "./api/script.ts";
import { sipDomain } from "./api/sip-profile.ts";
import { SubscriberTokens } from "./api/subscriber-tokens.ts";
import { ClientTokens } from "./api/tokens.ts";
import type { Parts } from "./calls/switchboard.ts";
import { Traces } from "./calls/tracer.ts";
import { Clock } from "./conditions/clock.ts";
import { Faults } from "./conditions/faults.ts";
import { InputError, parseInput } from "./conditions/input.ts";
import { Journal } from "./conditions/journal.ts";
import { nodeHttp } from "./conditions/node-http.ts";
import { hex, machineRandomness, type Randomness } from "./conditions/randomness.ts";
import { RateLimit } from "./conditions/rate-limit.ts";
import { fillStore } from "./control/fill-store.ts";
import { parseSeed } from "./control/seed.ts";
import type { Answer } from "./http/answers.ts";
import { createListener } from "./http/listener.ts";
import type { ApiRoute } from "./http/route.ts";
import type { ReferenceServer, ServerOptions } from "./reference-server.ts";
import { runningServer } from "./running-server.ts";
import { Sessions } from "./sessions/sessions.ts";
import { acceptClients, asksForSession } from "./sessions/upgrade.ts";
import { Store } from "./store/store.ts";

/**
 * Starts a server and resolves once it answers.
 *
 * Rejects with an {@link InputError} for an invalid option, a {@link SeedError} for a seed with problems, a {@link DataFileError} for a data file that cannot be used, and
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
  return (await startWith(options)).server;
}

interface Hooks
  extends Partial<
    Pick<Parts, "fetchDocument" | "documentAt" | "scripts" | "sessions" | "sipDomain" | "movedTo" | "absence">
  > {
  /** Returns the route that answers in place of another one. */
  readonly changeRoute?: (route: ApiRoute) => ApiRoute;
}

interface Started {
  readonly server: ReferenceServer;
  readonly parts: Parts;
}

/** Starts a server like `startServer`, whose routes and whose calls get what these hooks return. */
export async function startWith(
  options: ServerOptions,
  { changeRoute = (route) => route, ...hooks }: Hooks = {},
): Promise<Started> {
  parseInput("The options of the server", optionsSchema, options);
  const { port = 0, host = "127.0.0.1", clock = new Clock(), random = machineRandomness } = options;
  const seed = options.seed === undefined ? undefined : parseSeed(options.seed);
  const store = new Store(apiResources, options.data);
  let server: Server | undefined;
  try {
    const [closing, cutOff] = [new AbortController(), new AbortController()];
    // Kept, because running calls still need it while the server closes.
    let origin = "";
    const tokenSecret = () => Buffer.from(store.secret("client tokens"), "hex");
    const parts: Parts = {
      store,
      clientTokens: new ClientTokens(tokenSecret, clock, random),
      subscriberTokens: new SubscriberTokens(tokenSecret, clock, random),
      journal: new Journal(options.journalLimit),
      faults: new Faults(random),
      traces: new Traces(),
      closing: closing.signal,
      cutOff: cutOff.signal,
      underWay: new Set<Promise<unknown>>(),
      rateLimit: new RateLimit(options.rateLimit ?? false, clock),
      clock,
      random,
      sessions: new Sessions(clock),
      refreshTokens: options.refreshTokens ?? "reusable",
      maximumTokenLifetime: options.maximumTokenLifetime ?? 43_200,
      protectHandlers: options.protectHandlers ?? false,
      extraFields: options.extraFields ?? false,
      plainFailures: options.plainFailures ?? false,
      outboundHandlers: options.outboundHandlers ?? false,
      allowWebhooksTo: options.allowWebhooksTo ?? [],
      fetchDocument: async (wanted) => (await import("./calls/fetch-document.ts")).fetchDocument(wanted),
      documentAt: (url) => hostedScript(parts, url),
      scripts: (project) => hostedScripts(parts, project),
      sipDomain: (project) => sipDomain(store, project),
      movedTo: () => undefined,
      absence: () => "",
      ...hooks,
      origin: (): string => origin,
    };
    const token = controlToken(options, store, random);
    const settings = { ...limits(options.timeLimits), shouldUpgradeCallback: asksForSession };
    server = nodeHttp.createServer(
      settings,
      listenerOf(parts, [...apiRoutes(parts).map(changeRoute), numbersForSale], token),
    );
    const hangUp = acceptClients(parts, server);
    server.listen(port, host);
    await once(server, "listening");
    origin = originOf(server, host);
    // After the start, because addresses of seeded scripts contain the port. No request is read before.
    const seeded = fillStore(parts, seed);
    const listening = server;
    const endAll = () => {
      cutOff.abort();
      hangUp();
    };
    let ended: Promise<void> | undefined;
    const end = () => {
      ended ??= close(parts, listening, closing, endAll);
      return ended;
    };
    return { server: runningServer(parts, { seeded, controlToken: token, close: end }), parts };
  } catch (error) {
    server?.close();
    store.close();
    throw error;
  }
}

/** Milliseconds that running requests and calls have after the stop began. */
const GRACE_MS = 3000;

/** Ends the server. After the grace period, `endAll` ends what still runs. */
async function close(
  { store, sessions, underWay }: Parts,
  server: Server,
  closing: AbortController,
  endAll: () => void,
): Promise<void> {
  closing.abort();
  sessions.closeAll();
  const closed = new Promise((resolve) => server.close(resolve));
  // Node leaves a connection open when its request ended after this began.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const over = closed.then(async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  });
  const end = new AbortController();
  await Promise.race([over, pause(GRACE_MS, undefined, end).catch(() => undefined)]);
  end.abort();
  endAll();
  server.closeAllConnections();
  await over;
  clearInterval(idle);
  store.close();
}

/** Returns the address for calling a server that listens here; "every address" is not a callable one. */
function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (host === "::") return `http://[::1]:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Loads the OpenAPI document and the control API on demand, so that a server without them starts faster. */
function listenerOf(parts: Parts, routes: readonly ApiRoute[], token: string | undefined): RequestListener {
  let description: Promise<Answer> | undefined;
  const describe = () => {
    description ??= import("./api/openapi.ts").then(({ openApi }) => ({ status: 200, body: openApi(parts) }));
    return description;
  };
  return createListener({
    ...parts,
    routes,
    open: [...hostedRoutes(parts), { methods: ["GET"], path: "/openapi.json", answer: describe }],
    notSimulated: isNotSimulated,
    control:
      token === undefined
        ? undefined
        : async (incoming) => {
            const { answerControl } = await import("./control/control-api.ts");
            return answerControl(parts, token, incoming);
          },
  });
}

/** Returns Node's time limits in milliseconds, so that slow clients are disconnected. */
function limits({ headers = 10_000, request = 30_000 }: ServerOptions["timeLimits"] = {}) {
  return {
    maxHeaderSize: 16 * 1024,
    // Clients end idle connections. Node's own end after 5 s can meet a request of a stalled process, which loses its answer.
    keepAliveTimeout: 0,
    headersTimeout: Math.min(headers, request),
    requestTimeout: request,
    // The interval of Node's check, which limits the precision of the time limits.
    connectionsCheckingInterval: Math.min(2000, Math.ceil(Math.min(headers, request) / 5)),
  };
}

/** Returns the control token. With a data file, a random token remains valid after a restart. */
function controlToken({ control = false }: ServerOptions, store: Store, random: Randomness): string | undefined {
  if (typeof control === "object") {
    // An empty token would admit a caller without one.
    if (control.token === "") throw new InputError("The control token", ["must not be empty"]);
    return control.token;
  }
  if (!control) return undefined;
  store.addSecret("control token", `RC${hex(random.bytes(24))}`);
  return store.secret("control token");
}

const whole = z.int("must be a whole number from 1").min(1, "must be a whole number from 1").optional();
const flag = z.boolean("must be true or false").optional();
const text = z.string("must be a string").min(1, "must not be empty").optional();
/** An object with these methods. It is not copied. */
const objectWith = (...methods: readonly string[]) =>
  z
    .custom<object>(
      (value) => methods.every((each) => typeof (value as { [name: string]: unknown } | null)?.[each] === "function"),
      `must have the method ${methods.join(" and ")}`,
    )
    .optional();

/** The form of the options. The seed and the rate limit have schemas of their own. */
const optionsSchema: z.ZodType<unknown> = z.object({
  port: z.int("must be a port").min(0, "must be a port").max(65_535, "must be a port").optional(),
  ...{ host: text, data: text, seed: z.unknown().optional(), rateLimit: z.unknown().optional() },
  ...{ clock: objectWith("now", "at"), random: objectWith("bytes", "uuid") },
  ...{
    protectHandlers: flag,
    extraFields: flag,
    plainFailures: flag,
    outboundHandlers: flag,
    maximumTokenLifetime: whole,
    journalLimit: whole,
  },
  refreshTokens: z.enum(["reusable", "single-use"], "must be reusable or single-use").optional(),
  control: z
    .union([z.boolean(), z.strictObject({ token: z.string() })], "must be true, false or an object with a token")
    .optional(),
  allowWebhooksTo: z.array(z.string("must be a string"), "must be a list").optional(),
  timeLimits: z.strictObject({ headers: whole, request: whole }, "must be an object").optional(),
});
