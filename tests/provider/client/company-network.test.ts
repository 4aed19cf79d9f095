// In a company network: a proxy with a login, and certificates of the company's own CA.

import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../scripts/machine.ts";

const SEND = fileURLToPath(new URL("../send.ts", import.meta.url));
const LOGIN = `Basic ${Buffer.from("clerk:proxy-password").toString("base64")}`;
const CREDENTIALS = Buffer.from("project:canary-token").toString("base64");

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts a service with a certificate of its own, and a proxy that resolves every name to it. Both end with the test. */
async function companyNetwork() {
  const [certificate = "", key = ""] = ["certificate.pem", "key.pem"].map((name) => join(temporaryFolder(), name));
  const names = "subjectAltName=DNS:signalwire.test,DNS:localhost";
  const options = ["-subj", "/CN=signalwire.test", "-addext", names, "-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...options], {
    stdio: "ignore",
  });
  /** The headers that the service received, those that the proxy received with the target, and the bytes in the tunnel. */
  const seen = {
    received: [] as IncomingHttpHeaders[],
    asked: [] as (string | IncomingHttpHeaders | undefined)[][],
    tunnelled: "",
  };
  const sockets: Socket[] = [];
  const service = createHttpsServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    ({ headers }, answer) => {
      seen.received.push(headers);
      answer.setHeader("content-type", "application/json").end("{}");
    },
  );
  const proxy = createHttpServer((_, answer) => answer.writeHead(500).end("nothing is sent through here in clear"));
  proxy.on("connect", ({ url, headers }, socket: Socket) => {
    seen.asked.push([url, headers]);
    sockets.push(socket);
    if (headers["proxy-authorization"] !== LOGIN)
      return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.on("data", (bytes) => (seen.tunnelled += bytes.toString("latin1")));
    const onward = connect(portOf(service), "127.0.0.1");
    for (const each of [socket, onward]) each.on("error", () => undefined);
    return socket.pipe(onward).pipe(socket);
  });
  for (const server of [service, proxy]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  /** Returns the result of one request with these variables. */
  async function send(env: { readonly [name: string]: string }): Promise<string> {
    const { PATH = "" } = process.env;
    const usual = {
      ...{ PATH, SIGNALWIRE_PROJECT_ID: "project", SIGNALWIRE_API_TOKEN: "canary-token" },
      ...{ SIGNALWIRE_BASE_URL: "https://signalwire.test", NODE_EXTRA_CA_CERTS: certificate },
      HTTPS_PROXY: `http://clerk:proxy-password@127.0.0.1:${portOf(proxy)}`,
    };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SEND], { env: { ...usual, ...env } });
    return (stdout + stderr).trim();
  }
  return { seen, send, service, proxy };
}

it("requests go through the tunnel of HTTPS_PROXY, which sees its own login and nothing of the service's", async () => {
  const { seen, send } = await companyNetwork();
  expect(await send({})).toBe("{}");
  const { received, asked, tunnelled } = seen;
  expect(asked).toEqual([["signalwire.test:443", expect.not.objectContaining({ authorization: expect.anything() })]]);
  expect(received).toEqual([expect.objectContaining({ authorization: `Basic ${CREDENTIALS}` })]);
  expect(received[0]).not.toHaveProperty("proxy-authorization");
  expect(tunnelled).not.toBe("");
  for (const secret of ["canary-token", CREDENTIALS]) expect(tunnelled).not.toContain(secret);
});

it("requests go straight to what NO_PROXY names, and say which versions send them", async () => {
  const { seen, send, service } = await companyNetwork();
  expect(await send({ SIGNALWIRE_BASE_URL: `https://localhost:${portOf(service)}`, NO_PROXY: "localhost" })).toBe("{}");
  const agent = /^pulumi-signalwire\/\d+\.\d+\.\d+\S* node\/\d+\.\d+\.\d+ pulumi\/3\.\d+\.\d+$/;
  expect([seen.asked, seen.received]).toMatchObject([[], [{ "user-agent": expect.stringMatching(agent) }]]);
});

it("a proxy's refusal and an unknown CA are reported with a remedy and without passwords", async () => {
  const { seen, send, proxy } = await companyNetwork();
  const shown = `https://signalwire.test (HTTPS_PROXY names the proxy http://127.0.0.1:${portOf(proxy)})`;
  const [refused, untrusted] = await Promise.all([
    send({ HTTPS_PROXY: `http://clerk:wrong-password@127.0.0.1:${portOf(proxy)}` }),
    send({ NODE_EXTRA_CA_CERTS: "" }),
  ]);
  expect(refused).toBe(
    `the proxy refused to connect to ${shown} (407): check its user name and password in HTTPS_PROXY`,
  );
  expect(untrusted).toContain(`${shown} shows a certificate that Node does not trust`);
  expect(seen.received).toEqual([]);
});
