// Gives the browser its token and renews it. The API token and the refresh token stay on this server.

import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { type IssuedClientToken, issueClientToken, refreshClientToken } from "pulumi-signalwire/tokens";

const {
  PORT = "8080",
  CLIENT_NAME = "reception",
  REFRESH_TOKEN,
  SUBSCRIBER_TOKEN,
  SIGNALWIRE_PROJECT_ID,
  SIGNALWIRE_BASE_URL,
} = process.env;

const page = (file: string) => new URL(`page/${file}`, import.meta.url);
const files: { readonly [path: string]: readonly [file: URL, type: string] } = {
  "/": [page("index.html"), "text/html"],
  "/client.js": [page("client.js"), "text/javascript"],
  "/style.css": [page("style.css"), "text/css"],
  "/sdk.js": [new URL(import.meta.resolve("@signalwire/js")), "text/javascript"],
  "/subscriber": [page("subscriber.html"), "text/html"],
  "/subscriber.js": [page("subscriber.js"), "text/javascript"],
  "/sdk-3.js": [new URL(import.meta.resolve("@signalwire/js-3/dist/index.umd.js")), "text/javascript"],
};

// The first refresh token comes from the stack. `pulumi up` renews the stack's token itself; this server never uses it again.
let refreshToken = REFRESH_TOKEN;

/** Returns the refreshed token. Without a token to refresh, issues a new one with the same name. */
async function nextToken(): Promise<IssuedClientToken> {
  const issue = () => issueClientToken({ resource: CLIENT_NAME });
  const token = await (refreshToken ? refreshClientToken({ refreshToken }).catch(issue) : issue());
  refreshToken = token.refreshToken;
  return token;
}

const tokens: { readonly [path: string]: () => Promise<object> } = {
  "/token": async () => {
    const { jwtToken, expiresAt } = await nextToken();
    return { project: SIGNALWIRE_PROJECT_ID, token: jwtToken, expiresAt };
  },
  // The stack's own token: `pulumi up` renews it.
  "/subscriber-token": async () => ({ token: SUBSCRIBER_TOKEN }),
};

const server = createServer(async (request, response) => {
  try {
    const [file, type] = files[request.url ?? ""] ?? [];
    if (request.method === "GET" && file && type) return send(response, 200, type, await readFile(file));
    // Add your own login here: everybody who gets a token can answer as the reception.
    const asked = request.method === "POST" ? tokens[request.url ?? ""] : undefined;
    if (!asked) return send(response, 404, "text/plain", "Not found");
    // Only for the reference server: the client SDK expects the real service at another host.
    const host = SIGNALWIRE_BASE_URL?.startsWith("http://") ? SIGNALWIRE_BASE_URL.replace("http", "ws") : undefined;
    send(response, 200, "application/json", JSON.stringify({ ...(await asked()), host }));
  } catch (error) {
    process.stderr.write(`${error}\n`);
    send(response, 502, "text/plain", "No token can be had now");
  }
});

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  const policy = "default-src 'self'; connect-src 'self' ws: wss:; frame-ancestors 'none'";
  response.writeHead(status, { "Content-Type": type, "Content-Security-Policy": policy, "Cache-Control": "no-store" });
  response.end(body);
}

server.listen(Number(PORT), "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`Open http://127.0.0.1:${port}\n`);
});
