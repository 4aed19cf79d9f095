// Input that is not an HTTP request, or that becomes one too late.

import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { ReferenceServer } from "../../server/index.ts";
import { connectedTo, ENDPOINTS, given, headOf, NUMBERS } from "./support.ts";

/** Reads until the server closes the connection. Returns the status and the JSON. */
async function rest(socket: Socket): Promise<[number, unknown]> {
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return [Number(head.split(" ")[1]), JSON.parse(body)];
}

/** The head of a request that creates an endpoint. */
function head(server: ReferenceServer, length: number, ...more: string[]): string {
  return headOf(server, "POST", ENDPOINTS, "Content-Type: application/json", `Content-Length: ${length}`, ...more);
}

test("headers that take too long get a 408, and the connection is closed", async () => {
  const { server } = await given({ timeLimits: { headers: 100 } });
  const socket = await connectedTo(server);
  socket.write(`GET ${NUMBERS} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `);
  expect(await rest(socket)).toStrictEqual([408, { error: "Request Timeout" }]);
});

test("a body that takes too long gets a 408, and nothing is created", async () => {
  const { server, get } = await given({ timeLimits: { headers: 100, request: 200 } });
  const socket = await connectedTo(server);
  socket.write(`${head(server, 40)}{"username":"alice",`);
  expect(await rest(socket)).toStrictEqual([408, { error: "Request Timeout" }]);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
  expect(server.journal.entries[0]?.failure).toBe("The client went away before its request was complete.");
});

test.each([
  ["no HTTP", 400, "hello\r\n\r\n"],
  ["a header without a colon", 400, `GET ${NUMBERS} HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`],
  ["two lengths", 400, `POST ${NUMBERS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
  [
    "a length and chunks",
    400,
    `POST ${NUMBERS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["no host", 400, `GET ${NUMBERS} HTTP/1.1\r\n\r\n`],
  ["two hosts", 400, `GET ${NUMBERS} HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n`],
  ["two hosts of the control API", 400, "GET /_reference/now HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
  ["HTTP/1.0, which needs no host", 401, `GET ${NUMBERS} HTTP/1.0\r\n\r\n`],
  ["CONNECT to a host", 405, "CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n\r\n"],
  ["CONNECT to a port", 405, "CONNECT :0 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"],
  [
    "CONNECT to a path",
    405,
    `CONNECT ${NUMBERS} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`,
  ],
  ["headers beyond all measure", 431, `GET ${NUMBERS} HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`],
])("%s gets a %i in JSON", async (_, status, text) => {
  const { server, get } = await given();
  const socket = await connectedTo(server);
  socket.write(text);
  expect(await rest(socket)).toStrictEqual([status, { error: ERRORS[status] }]);
  if (status === 405) expect(server.journal.entries).toMatchObject([{ method: "CONNECT", status: 405, project: null }]);
  expect((await get(NUMBERS)).status).toBe(200);
});

const ERRORS: { readonly [status: number]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  405: "Method Not Allowed",
  431: "Request Header Fields Too Large",
};

test("an expectation that is none of HTTP's gets a 417 in JSON, and nothing is created", async () => {
  const { server, get } = await given();
  const socket = await connectedTo(server);
  const body = '{"username":"alice","password":"x"}';
  socket.write(head(server, body.length, "Expect: miracles") + body);
  expect(await rest(socket)).toStrictEqual([417, { error: "Expectation Failed" }]);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
});
