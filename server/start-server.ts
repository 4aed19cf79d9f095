import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { Variant } from "../contract/index.ts";
import { notSimulatedRoutes, numbersForSale } from "./api/not-simulated.ts";
import { type Api, answered, apiRoutes } from "./api/routes.ts";
import { ClientTokens } from "./api/tokens.ts";
import { varied } from "./api/variants.ts";
import { Clock } from "./conditions/clock.ts";
import { Faults } from "./conditions/faults.ts";
import { InputError } from "./conditions/input.ts";
import { Journal } from "./conditions/journal.ts";
import { nodeHttp } from "./conditions/node-http.ts";
import { hex, machineRandomness, type Randomness } from "./conditions/randomness.ts";
import { DOCUMENTED_LIMIT, RateLimit } from "./conditions/rate-limit.ts";
import type { Controlled } from "./control/control-api.ts";
import { fillStore } from "./control/fill-store.ts";
import { parseSeed } from "./control/seed.ts";
import type { Answer } from "./http/answers.ts";
import { answerBroken } from "./http/broken-request.ts";
import { createListener, type Listening } from "./http/listener.ts";
import type { ReferenceServer, ServerOptions } from "./reference-server.ts";
import { runningServer } from "./running-server.ts";
import { Sessions } from "./sessions/sessions.ts";
import { acceptClients, asksForSession } from "./sessions/upgrade.ts";
import { Store } from "./store/store.ts";
import { Traces } from "./traffic/trace.ts";

/**
 * Starts a server and resolves once it answers.
 *
 * Rejects with an {@link InputError} for a limit below 1, a {@link SeedError} for a seed with problems, a {@link DataFileError} for a data file that cannot be used, and
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
  checkLimits(options);
  const seed = options.seed === undefined ? undefined : parseSeed(options.seed, options.extraFields);
  const store = new Store(answered, options.data);
  try {
    const seeded = fillStore(store, seed, { clock, random });
    const [closing, cutOff] = [new AbortController(), new AbortController()];
    const parts = {
      store,
      clientTokens: new ClientTokens(() => Buffer.from(store.secret("client tokens"), "hex"), clock, random),
      journal: new Journal(options.journalLimit),
      faults: new Faults(random),
      traces: new Traces(),
      closing: closing.signal,
      cutOff: cutOff.signal,
      underWay: new Set<Promise<unknown>>(),
      rateLimit: new RateLimit(options.rateLimit ?? DOCUMENTED_LIMIT, clock),
      clock,
      random,
      sessions: new Sessions(clock),
      refreshTokens: options.refreshTokens ?? "reusable",
      maximumTokenLifetime: options.maximumTokenLifetime ?? 43_200,
      protectHandlers: options.protectHandlers ?? false,
      extraFields: options.extraFields ?? false,
      variants: options.variants ?? [],
      allowWebhooksTo: options.allowWebhooksTo ?? [],
      bodyLimit: options.bodyLimit ?? 1024 * 1024,
    };
    const token = controlToken(options, store, random);
    // Node's own answer to a request without a host has no body.
    const settings = {
      ...limits(options.timeLimits),
      shouldUpgradeCallback: asksForSession,
      requireHostHeader: false,
    };
    const server = nodeHttp.createServer(settings, listenerOf(parts, token));
    answerBroken(server, parts);
    const hangUp = acceptClients(parts, server);
    server.listen(port, host);
    await once(server, "listening");
    return runningServer(parts, server, { host, seeded, hangUp, closing, cutOff, controlToken: token });
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Every part except those that the listener gets here. */
type Parts = Api &
  Omit<Controlled, "controlToken"> & { readonly variants: readonly Variant[] } & Omit<
    Listening,
    "routes" | "notSimulated" | "describe" | "control"
  >;

/** Loads the OpenAPI document and the control API on demand, so that a server without them starts faster. */
function listenerOf(parts: Parts, token: string | undefined): RequestListener {
  let description: Promise<Answer> | undefined;
  return createListener({
    ...parts,
    routes: [...varied(apiRoutes(parts), parts.variants), numbersForSale],
    notSimulated: notSimulatedRoutes,
    describe: () => {
      description ??= import("./api/openapi.ts").then(({ openApi }) => ({ status: 200, body: openApi(parts) }));
      return description;
    },
    control:
      token === undefined
        ? undefined
        : async (incoming) => {
            const { answerControl } = await import("./control/control-api.ts");
            return answerControl({ ...parts, controlToken: token }, incoming);
          },
  });
}

/** Returns Node's time limits in milliseconds, so that slow clients are disconnected. */
function limits({ headers = 10_000, request = 30_000 }: ServerOptions["timeLimits"] = {}) {
  return {
    maxHeaderSize: 16 * 1024,
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
  if (!store.hasSecret("control token")) store.addSecret("control token", `RC${hex(random.bytes(24))}`);
  return store.secret("control token");
}

/** Throws an InputError for a limit below 1. */
function checkLimits({ timeLimits, maximumTokenLifetime, bodyLimit, journalLimit }: ServerOptions): void {
  const limits = {
    ...{ bodyLimit, journalLimit, maximumTokenLifetime },
    ...{ "timeLimits.headers": timeLimits?.headers, "timeLimits.request": timeLimits?.request },
  };
  const wrong = Object.entries(limits).filter(
    ([, limit]) => limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1),
  );
  if (wrong.length === 0) return;
  throw new InputError(
    "The options of the server",
    wrong.map(([name]) => `${name}: must be a whole number from 1`),
  );
}
