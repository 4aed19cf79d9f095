// Requests that become whole too late.

import { once } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { connectedTo, ENDPOINTS, given, headOf, NUMBERS } from "./support.ts";

/** Reads until the server closes the connection. Returns the status. */
async function rest(socket: Socket): Promise<number> {
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  await once(socket, "close");
  return Number(text.split(" ")[1]);
}

test("headers that take too long get a 408, and the connection is closed", async () => {
  const { server } = await given({ timeLimits: { headers: 100 } });
  const socket = await connectedTo(server);
  socket.write(`GET ${NUMBERS} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `);
  expect(await rest(socket)).toBe(408);
});

test("a body that takes too long gets a 408, and nothing is created", async () => {
  const { server, get } = await given({ timeLimits: { headers: 100, request: 200 } });
  const socket = await connectedTo(server);
  const head = headOf(server, "POST", ENDPOINTS, "Content-Type: application/json", "Content-Length: 40");
  socket.write(`${head}{"username":"alice",`);
  expect(await rest(socket)).toBe(408);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
  expect(server.journal.entries[0]?.failure).toBe("The client went away before its request was complete.");
});
