// Decides which request goes where, and nothing else: every answer is written by the exchange.

import type { RequestListener } from "node:http";
import { type Answer, methodNotAllowed, notFound } from "./answers.ts";
import { type Answerer, exchange, perform } from "./exchange.ts";
import { write } from "./respond.ts";
import { Router } from "./router.ts";
import { clientTokenRoutes } from "./routes/client-tokens.ts";
import { phoneNumberRoutes } from "./routes/phone-numbers.ts";
import { sipEndpointRoutes } from "./routes/sip-endpoints.ts";
import { sipProfileRoutes } from "./routes/sip-profile.ts";
import type { Service } from "./service.ts";

/** What answers the requests of a server. */
export function createApp(service: Service): RequestListener {
  const router = new Router();
  for (const route of [
    ...sipEndpointRoutes(service),
    ...phoneNumberRoutes(service),
    ...sipProfileRoutes(service),
    ...clientTokenRoutes(service),
  ]) {
    router.add(route.method, route.path, (incoming, id) => (entry) => perform(service, route, incoming, id, entry));
  }
  router.add("GET", OPENAPI, () => describe);

  const { controlToken } = service;
  return (incoming, outgoing) => {
    const path = pathOf(incoming.url ?? "");
    if (controlToken !== undefined && path.startsWith(CONTROL)) {
      void import("./control/control.ts")
        .then(({ control }) => control(service, controlToken, incoming, path))
        .then(({ status, headers, body }) =>
          write(outgoing, status, headers, body === undefined ? undefined : JSON.stringify(body)),
        )
        .catch(() => outgoing.destroy());
      return;
    }
    const found = router.find(incoming.method ?? "", path);
    const answerer: Answerer =
      "target" in found
        ? found.target(incoming, found.id.toLowerCase())
        : () => (found.allowed ? methodNotAllowed(found.allowed) : notFound);
    exchange(service, incoming, outgoing, answerer)?.catch(() => outgoing.destroy());
  };
}

/** The control API's part of the paths; the service's own never begin so. */
const CONTROL = "/_reference/";
const OPENAPI = "/openapi.json";

/** Built when asked for: most servers never are. */
async function describe(): Promise<Answer> {
  const { openApi } = await import("./openapi.ts");
  return { status: 200, body: openApi() };
}

/** Without the query, without the origin that a proxy's request would name, and without needless escapes. */
function pathOf(url: string): string {
  const query = url.indexOf("?");
  const whole = query < 0 ? url : url.slice(0, query);
  const path = whole.startsWith("/") ? whole : whole.replace(/^https?:\/\/[^/]*/i, "");
  return path.includes("%") ? path.replace(ESCAPE, unescaped) : path;
}

const ESCAPE = /%([0-9a-f]{2})/gi;

/** Letters, digits and a few signs mean the same escaped (RFC 3986 §2.3); an escaped slash does not. */
function unescaped(whole: string, digits: string): string {
  const character = String.fromCharCode(Number.parseInt(digits, 16));
  return /[\w.~-]/.test(character) ? character : whole;
}
