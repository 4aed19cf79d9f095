// Decides which request goes where.

import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { type Answer, methodNotAllowed, notFound } from "./answers.ts";
import { exchange, perform } from "./exchange.ts";
import type { OpenEntry } from "./journal.ts";
import { write } from "./respond.ts";
import { clientTokenRoutes } from "./routes/client-tokens.ts";
import { phoneNumberRoutes } from "./routes/phone-numbers.ts";
import { sipEndpointRoutes } from "./routes/sip-endpoints.ts";
import { sipProfileRoutes } from "./routes/sip-profile.ts";
import type { Route, Service } from "./service.ts";

export type App = Hono<{ Bindings: HttpBindings }>;

export function createApp(service: Service): App {
  const app: App = new Hono();
  const routes = [
    ...sipEndpointRoutes(service),
    ...phoneNumberRoutes(service),
    ...sipProfileRoutes(service),
    ...clientTokenRoutes(service),
  ];

  // Everything is answered through node's own response, not a Response object: faults cut and delay it, and it is faster.
  const answered = (
    { env }: Context<{ Bindings: HttpBindings }>,
    answerer: (entry: OpenEntry) => Answer | Promise<Answer>,
  ) => {
    const end = exchange(service, env.incoming, env.outgoing, answerer);
    return end ? end.then(() => RESPONSE_ALREADY_SENT) : RESPONSE_ALREADY_SENT;
  };

  for (const route of routes) {
    app.on(route.method, toHono(route.path), (context) =>
      answered(context, (entry) =>
        perform(service, route, context.env.incoming, (context.req.param("id") ?? "").toLowerCase(), entry),
      ),
    );
  }

  app.get(OPENAPI, (context) =>
    answered(context, async () => {
      // Built when asked for: most servers never are.
      const { openApi } = await import("./openapi.ts");
      return { status: 200, body: openApi() };
    }),
  );

  const { controlToken } = service;
  if (controlToken !== undefined) {
    app.all(`${CONTROL}/*`, async ({ env }) => {
      const { control } = await import("./control/control.ts");
      const answer = await control(service, controlToken, env.incoming);
      write(env.outgoing, answer, answer.body === undefined ? undefined : JSON.stringify(answer.body));
      return RESPONSE_ALREADY_SENT;
    });
  }

  // Whatever fails is answered before it gets here; this only keeps the framework from printing.
  app.onError((_, { env }) => {
    env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  const methods = methodsByPath(routes);
  app.notFound((context) =>
    answered(context, () => {
      const allowed = methods.find(({ pattern }) => pattern.test(context.req.path))?.methods;
      return allowed ? methodNotAllowed(allowed) : notFound;
    }),
  );
  return app;
}

/** The control API's part of the paths; the service's own never begin so. */
const CONTROL = "/_reference";
const OPENAPI = "/openapi.json";

function toHono(path: string): string {
  return path.replace("{id}", ":id");
}

/** Looked at only when no route fits: a second route for each path would slow down the first. */
function methodsByPath(routes: readonly Route[]): { pattern: RegExp; methods: Set<string> }[] {
  const methods = new Map([[OPENAPI, new Set(["GET"])]]);
  for (const { path, method } of routes) methods.set(path, (methods.get(path) ?? new Set()).add(method));
  return [...methods].map(([path, allowed]) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace("{id}", "[^/]+")}$`),
    methods: allowed,
  }));
}
