// In a company network: a proxy with a login, and certificates of the company's own CA.

import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "signalwire-network-"));
const certificate = join(folder, "certificate.pem");
const SEND = fileURLToPath(new URL("../send.ts", import.meta.url));
const LOGIN = `Basic ${Buffer.from("clerk:proxy-password").toString("base64")}`;
const CREDENTIALS = Buffer.from("project:canary-token").toString("base64");

/** The headers that the service received. */
const received: IncomingHttpHeaders[] = [];
const asked: { readonly target: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
let tunnelled = "";
const sockets = new Set<Socket>();

let service: Server;
let proxy: Server;

beforeAll(async () => {
  const key = join(folder, "key.pem");
  const names = "subjectAltName=DNS:signalwire.test,DNS:localhost";
  const options = ["-subj", "/CN=signalwire.test", "-addext", names, "-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...options], {
    stdio: "ignore",
  });
  service = createHttpsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, ({ headers }, answer) => {
    received.push(headers);
    answer.setHeader("content-type", "application/json").end("{}");
  });
  proxy = createHttpServer((_, answer) => answer.writeHead(500).end("nothing is sent through here in clear"));
  proxy.on("connect", ({ url, headers }, socket: Socket) => {
    asked.push({ target: url, headers });
    sockets.add(socket);
    if (headers["proxy-authorization"] !== LOGIN)
      return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.on("data", (bytes) => {
      tunnelled += bytes.toString("latin1");
    });
    // The proxy resolves every name to the local service.
    const onward = connect(portOf(service), "127.0.0.1");
    for (const each of [socket, onward]) each.on("error", () => undefined);
    return socket.pipe(onward).pipe(socket);
  });
  for (const server of [service, proxy])
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
});

beforeEach(() => {
  received.length = 0;
  asked.length = 0;
  tunnelled = "";
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [service, proxy]) {
    server?.closeAllConnections();
    server?.close();
  }
  rmSync(folder, { recursive: true });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Returns the result of one request with these variables. */
async function send(env: { readonly [name: string]: string }): Promise<string> {
  const { PATH = "" } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [SEND], {
    env: {
      PATH,
      SIGNALWIRE_PROJECT_ID: "project",
      SIGNALWIRE_API_TOKEN: "canary-token",
      SIGNALWIRE_BASE_URL: "https://signalwire.test",
      HTTPS_PROXY: `http://clerk:proxy-password@127.0.0.1:${portOf(proxy)}`,
      NODE_EXTRA_CA_CERTS: certificate,
      ...env,
    },
  });
  return (stdout + stderr).trim();
}

it("requests go through the tunnel of HTTPS_PROXY, which sees its own login and nothing of the service's", async () => {
  expect(await send({})).toBe("{}");
  expect(asked.map(({ target }) => target)).toEqual(["signalwire.test:443"]);
  expect(Object.keys(asked[0]?.headers ?? {})).not.toContain("authorization");
  expect(received.map(({ authorization }) => authorization)).toEqual([`Basic ${CREDENTIALS}`]);
  expect(received[0]).not.toHaveProperty("proxy-authorization");
  expect(tunnelled).not.toBe("");
  for (const secret of ["canary-token", CREDENTIALS]) expect(tunnelled).not.toContain(secret);
});

it("requests go straight to what NO_PROXY names, and say which versions send them", async () => {
  expect(await send({ SIGNALWIRE_BASE_URL: `https://localhost:${portOf(service)}`, NO_PROXY: "localhost" })).toBe("{}");
  expect(asked).toEqual([]);
  expect(received[0]?.["user-agent"]).toMatch(
    /^pulumi-signalwire\/\d+\.\d+\.\d+\S* node\/\d+\.\d+\.\d+ pulumi\/3\.\d+\.\d+$/,
  );
});

it("a proxy's refusal and an unknown CA are reported with a remedy and without passwords", async () => {
  const shown = `https://signalwire.test (HTTPS_PROXY names the proxy http://127.0.0.1:${portOf(proxy)})`;
  const [refused, untrusted] = await Promise.all([
    send({ HTTPS_PROXY: `http://clerk:wrong-password@127.0.0.1:${portOf(proxy)}` }),
    send({ NODE_EXTRA_CA_CERTS: "" }),
  ]);
  expect(refused).toBe(
    `the proxy refused to connect to ${shown} (407): check its user name and password in HTTPS_PROXY`,
  );
  expect(untrusted).toContain(`${shown} shows a certificate that Node does not trust`);
  expect(received).toEqual([]);
});
