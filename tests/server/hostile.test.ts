// Random, malformed and hostile requests on fifty connections, with an ordinary client beside them. The suite runs it briefly;
// TRIES=900 runs longer, SEED=7 sends other requests.

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { tries } from "../tries.ts";
import { type Running, startProcess } from "./process.ts";
import { dataFile, ENDPOINTS, JWT, NUMBERS, PROFILE, randomNumbers } from "./support.ts";

const SECONDS = tries(2);
const SEED = Number(process.env.SEED ?? 1);
const ATTACKERS = 50;
const PATHS = [
  ENDPOINTS,
  `${ENDPOINTS}/x`,
  NUMBERS,
  PROFILE,
  JWT,
  "/openapi.json",
  "/",
  "//",
  "/%",
  "/api/relay/rest/verified_caller_ids",
  `${ENDPOINTS}?page_size=1000&page_number=1&page_token=PA`,
  `${ENDPOINTS}?filter_username=${"%25".repeat(1000)}`,
  "/_reference/faults",
  "/_reference/snapshot",
  "/_reference/calls",
];

test(`${SECONDS} seconds of hostile requests from the seed ${SEED} harm neither the server nor its data`, {
  timeout: SECONDS * 1000 + 60_000,
}, async () => {
  const data = dataFile();
  const server = await startProcess(data);
  let over = false;
  let sent = 0;
  const attackers = Array.from({ length: ATTACKERS }, async (_, at) => {
    const random = randomNumbers(SEED * 1000 + at);
    while (!over) {
      await attack(server, random);
      sent += 1;
    }
  });

  const started = performance.now();
  let ordinary = 0;
  let memory = 0;
  // By then, the journal is full.
  const settled = Math.min(SECONDS * 400, 60_000);
  while (performance.now() - started < SECONDS * 1000) {
    await useAsUsual(server, ordinary);
    ordinary += 1;
    if (memory === 0 && performance.now() - started > settled) memory = residentMemory(server);
  }
  over = true;
  await Promise.all(attackers);
  expect(server.child.exitCode, "the server still runs: nothing was thrown past it").toBeNull();
  expect([sent > ATTACKERS, ordinary > 0]).toStrictEqual([true, true]);
  // In a short run, the caches of a young process still grow.
  if (SECONDS >= 60 && memory > 0) expect(residentMemory(server)).toBeLessThan(memory * 1.2);
  await useAsUsual(server, ordinary);

  const kept = (await server.ask("POST", ENDPOINTS, { username: "kept", password: "x" })).body;
  server.child.kill("SIGKILL");
  await once(server.child, "exit");
  const again = await startProcess(data);
  expect((await again.ask("GET", `${ENDPOINTS}/${kept.id}`)).body).toStrictEqual(kept);
});

async function useAsUsual({ ask }: Running, n: number): Promise<void> {
  const created = await ask("POST", ENDPOINTS, { username: `ordinary-${n}`, password: "x" });
  expect(created.status).toBe(201);
  const path = `${ENDPOINTS}/${created.body.id}`;
  expect(await ask("PUT", path, { caller_id: "Desk" })).toMatchObject({ status: 200, body: { caller_id: "Desk" } });
  expect(await ask("GET", path)).toMatchObject({ status: 200, body: { username: `ordinary-${n}` } });
  expect((await ask("GET", NUMBERS)).body.data).toHaveLength(3);
  expect((await ask("DELETE", path)).status).toBe(204);
}

/** One connection with one attack. The server closes it, or the client aborts it. */
async function attack({ url, authorization }: Running, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {}).resume();
  const head = (method: string, ...more: string[]) =>
    [`${method} ${pick(PATHS)} HTTP/1.1`, "Host: localhost", `Authorization: ${authorization}`, ...more, "", ""].join(
      "\r\n",
    );
  const json = "Content-Type: application/json";
  const noise = () =>
    Buffer.from(Array.from({ length: 1 + Math.floor(random() * 400) }, () => Math.floor(random() * 256)));
  const body = pick([...BODIES, noise().toString("latin1")]);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const method = pick(["POST", "PUT", "GET", "DELETE", "PATCH", "HEAD", "OPTIONS"]);
  const misdeeds: (() => string | Buffer)[] = [
    noise,
    () => head(method, json, length) + body,
    () => head(method, json, length) + body.slice(0, body.length / 2),
    () => head("POST", json, "Content-Length: 4000000") + "x".repeat(100_000),
    () => head("POST", json, "Content-Length: 99999999999999999999"),
    () => head("POST", json, "Transfer-Encoding: chunked") + pick(["zz\r\n", "5\r\nab", "ffffffff\r\nx", "0\r\n\r\n"]),
    () => head("GET", `X-Long: ${"y".repeat(20_000)}`),
    () => head("GET", "Upgrade: h2c", "Connection: Upgrade"),
    () => SESSION + noise().toString("latin1"),
    () => Buffer.concat([Buffer.from(SESSION), frame(pick(SESSION_MESSAGES)), noise()]),
    () => Buffer.concat([Buffer.from(SESSION), ...Array.from({ length: 30 }, () => frame(pick(SESSION_MESSAGES)))]),
    () => head("POST", "Expect: 100-continue", json, "Content-Length: 2000000"),
    () => head("GET").repeat(20),
    () => head(method).slice(0, -3),
    () => head(method).replace("Basic ", pick(["", "Bearer ", "Basic \0", "Basic ="])),
  ];
  socket.write(pick(misdeeds)());
  await Promise.race([closed(socket), pause(random() * 200)]);
  if (random() < 0.5) socket.end();
  else socket.resetAndDestroy();
  await Promise.race([closed(socket), pause(50)]);
  socket.destroy();
}

const BODIES = [
  "{}",
  "[]",
  "null",
  '{"__proto__":{"username":"a"}}',
  `${"[".repeat(50_000)}`,
  `{"username":"${"x".repeat(200_000)}","password":"x"}`,
  '{"username":"\\ud800","password":"x"}',
  '{"username":"a\\u0000b","password":"x","codecs":["OPUS","OPUS"]}',
  '{"expires_in":1e308,"resource":{}}',
  '{"refresh_token":"eyJhbGciOiJub25lIn0.e30."}',
  '{"default_send_as":"","domain_identifier":"a.b"}',
];
const SESSION =
  "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
const SESSION_MESSAGES = [
  "{}",
  "null",
  '{"jsonrpc":"2.0","id":{"a":1},"method":"signalwire.connect","params":null}',
  '{"jsonrpc":"2.0","id":"1","method":"signalwire.connect","params":{"authentication":{"project":"x","jwt_token":"eyJhbGciOiJub25lIn0.e30."}}}',
  '{"jsonrpc":"2.0","id":"2","method":"signalwire.reauthenticate","params":{"authentication":[]}}',
  '{"jsonrpc":"2.0","id":"3","method":"__proto__"}',
  "[".repeat(60_000),
];

/** Returns a masked text frame, as from a client; the mask is zero. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), body]);
}

function closed(socket: Socket): Promise<unknown> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once("close", resolve));
}

/** In kB; 0 on systems without this figure. */
function residentMemory({ child }: Running): number {
  const file = `/proc/${child.pid}/status`;
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1]) : 0;
}
