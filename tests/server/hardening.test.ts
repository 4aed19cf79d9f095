import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { isNotSimulated } from "../../server/api/not-simulated.ts";
import { FROM, numberWith, TO } from "./called.ts";
import { receiver } from "./receiver.ts";
import {
  basic,
  clientOf,
  connectedTo,
  details,
  ENDPOINTS,
  given,
  headOf,
  JWT,
  NUMBERS,
  PROFILE,
  type Reply,
} from "./support.ts";

const json = { "content-type": "application/json" };

describe("a body", () => {
  test("that is no JSON object in UTF-8 gets a 400", async () => {
    const client = await given();
    const notUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    for (const body of ["{", "nul", '{"a":1,}', "{'a':1}", "[]", "null", "7", '"text"', notUtf8]) {
      const reply = await client.send("POST", ENDPOINTS, { body, headers: json });
      expect([body, reply.status, reply.body]).toStrictEqual([body, 400, { error: "Bad Request" }]);
    }
  });

  test("that is declared as another type, or compressed, gets a 415", async () => {
    const client = await given();
    const answered = async (headers: { [name: string]: string }) =>
      (await client.send("POST", ENDPOINTS, { body: "{}", headers })).status;
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"])
      expect([type, await answered({ "content-type": type })]).toStrictEqual([type, 415]);
    expect(await answered({ ...json, "content-encoding": "gzip" })).toBe(415);
    for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])
      expect([type, await answered({ "content-type": type })]).toStrictEqual([type, 422]);
  });

  test("above the limit gets a 413, announced or not", async () => {
    const client = await given();
    expect((await client.post(ENDPOINTS, { username: "x".repeat(2 ** 20) })).status).toBe(413);
    const largest = "x".repeat(2 ** 20 - '{"username":""}'.length);
    expect((await client.post(ENDPOINTS, { username: largest })).status).toBe(422);
    expect((await client.post(ENDPOINTS, { username: `${largest}x` })).status).toBe(413);
    const unannounced = await connectedTo(client.server);
    const more = ["Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: close"];
    unannounced.write(headOf(client.server, "POST", ENDPOINTS, ...more));
    unannounced.write(`180000\r\n${"x".repeat(0x180000)}\r\n0\r\n\r\n`);
    expect(await rest(unannounced)).toBe(413);
    expect((await client.post(JWT)).status).toBe(201);
  });

  test.each([
    [413, "POST", ENDPOINTS, undefined],
    [401, "POST", ENDPOINTS, "wrong"],
    [404, "POST", "/nowhere", undefined],
    [405, "PATCH", ENDPOINTS, undefined],
    [404, "DELETE", `${ENDPOINTS}/${crypto.randomUUID()}`, undefined],
    [200, "GET", ENDPOINTS, undefined],
  ])(
    "of four megabytes is read to its end, so that a client that sends first and reads then has its %i: %s %s",
    async (status, method, path, token) => {
      const { server } = await given();
      const socket = await connectedTo(server);
      const { id, apiToken } = server.project;
      const more = ["Content-Type: application/json", "Content-Length: 4000000", "Connection: close"];
      const head = headOf(server, method, path, ...more);
      socket.write(head.replace(basic(id, apiToken), basic(id, token ?? apiToken)));
      // Sends parts without reading the answer, like Python's urllib.
      for (let sent = 0; sent < 4_000_000; sent += 100_000) {
        await new Promise((resolve, reject) => {
          socket.write("x".repeat(100_000), (error) => (error ? reject(error) : resolve(undefined)));
        });
      }
      expect((await text(socket)).slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
    },
  );

  test("with members called __proto__ and constructor is refused by name and changes nothing else", async () => {
    const client = await given();
    const body = '{"__proto__":{"username":"a"},"constructor":1,"username":"b","password":"c"}';
    const reply = await client.send("POST", ENDPOINTS, { body, headers: json });
    expect(details(reply)).toStrictEqual([
      "__proto__ is not a field of a SIP endpoint",
      "constructor is not a field of a SIP endpoint",
    ]);
    expect((await client.post(ENDPOINTS, { username: "b", password: "c" })).body.caller_id).toBeNull();
  });
});

describe("a request", () => {
  test("for the head alone gets the headers of the answer", async () => {
    const { send, get } = await given();
    const [head, whole] = [await send("HEAD", PROFILE), await get(PROFILE)];
    const headersOf = ({ headers }: Reply) => ({ ...Object.fromEntries(headers), connection: "", date: "" });
    expect([head.status, head.text, headersOf(head)]).toEqual([200, "", headersOf(whole)]);
    expect(headersOf(head)).toEqual({
      ...{ connection: "", date: "", "content-type": "application/json; charset=utf-8" },
      ...{ "content-length": String(whole.text.length), "content-security-policy": "sandbox; default-src 'none'" },
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ...["/", "/api", "/api/relay/rest", `${ENDPOINTS}/`, `${ENDPOINTS}/a/b`, "/api/relay/rest/%", "//"],
    ...[`${NUMBERS}/${crypto.randomUUID()}`, "/api/relay/rest/nonsense", "/api/fabrics"],
  ])("for %s gets a 404 in JSON", async (path) => {
    const reply = await (await given()).get(path);
    expect([reply.status, reply.body]).toStrictEqual([404, { error: "Not Found" }]);
  });

  test.each([
    ["PATCH", `${ENDPOINTS}/4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d`, "GET, PUT, DELETE"],
    ["DELETE", ENDPOINTS, "POST, GET"],
    ["GET", JWT, "POST, PUT"],
    ["POST", "/openapi.json", "GET"],
    ["OPTIONS", NUMBERS, "GET"],
    ["PATCH", NUMBERS, "GET"],
    ["PATCH", `/api/fabric/resources/cxml_scripts/${crypto.randomUUID()}`, "GET, PUT, DELETE"],
    ["POST", PROFILE, "GET, PUT"],
  ])("%s %s gets a 405 that says what is allowed", async (method, path, allowed) => {
    const reply = await (await given()).send(method, path);
    expect([reply.status, reply.headers.get("allow")]).toStrictEqual([405, allowed]);
    expect(reply.body).toStrictEqual({ error: "Method Not Allowed" });
  });
});

const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

// Routes that the live service documents and this server does not simulate are never taken for an object that is not there.
test.each([
  ["POST", NUMBERS],
  ["DELETE", `${NUMBERS}/${ID}`],
  ["GET", `/api/relay/rest/queues/${ID}/members?x=y`],
])("%s %s is not simulated: 501 in JSON, and 401 without credentials", async (method, path) => {
  const client = await given();
  const reply = await client.send(method, path);
  expect([reply.status, reply.body]).toStrictEqual([501, { error: "Not Implemented" }]);
  expect((await clientOf(client.server, "x", "y").send(method, path)).status).toBe(401);
});

test("each API and each further collection of the service is known as not simulated", () => {
  const apis = "ai calling chat datasphere fabric fax laml logs messaging project projects pubsub video voice";
  const objects = "imported_phone_numbers lookup mfa phone_numbers queues recordings registry short_codes";
  const collections = `${objects} verified_caller_ids`.split(" ").map((name) => `relay/rest/${name}`);
  const known = [...apis.split(" "), ...collections];
  const others = ["fabrics", "relay/rest/nonsense", "relay/v2/queues", "relay"];
  expect([...known, ...others].filter((path) => isNotSimulated("PUT", `/api/${path}?x=y`, false))).toEqual(known);
  expect(isNotSimulated("GET", "/apis/video", false)).toBe(false);
  const unknown = ["POST", "DELETE", "PUT"].map((method) => isNotSimulated(method, `${NUMBERS}/${ID}`, true));
  expect(unknown).toEqual([false, true, false]);
});

// Before version 24, Node does not ask the server whether it accepts the upgrade.
const isAsked = Number.parseInt(process.versions.node, 10) >= 24;

test.skipIf(!isAsked).each(["h2c", "websocket"])(
  "an offer to upgrade an API path to %s is passed over (skipped before Node 24)",
  async (upgrade) => {
    const { server } = await given();
    const socket = await connectedTo(server);
    socket.write(headOf(server, "GET", NUMBERS, `Upgrade: ${upgrade}`, "Connection: Upgrade, close"));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("+12025550101");
  },
);

/** Milliseconds. A busy machine needs a part of it from the connection to the first bytes. */
const HEADERS = 700;

test("a request whose headers or body come too late gets a 408, is closed, and creates nothing", async () => {
  const { server, get } = await given({ timeLimits: { headers: HEADERS, request: HEADERS + 200 } });
  const [headers, body] = [await connectedTo(server), await connectedTo(server)];
  headers.write(`GET ${NUMBERS} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `);
  const head = headOf(server, "POST", ENDPOINTS, "Content-Type: application/json", "Content-Length: 40");
  body.write(`${head}{"username":"alice",`);
  expect(await Promise.all([rest(headers), rest(body)])).toEqual([408, 408]);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
  expect(server.journal.entries[0]?.failure).toBe("The client went away before its request was complete.");
});

describe("closing", () => {
  test("waits no longer than for what is under way, a call among it, and takes no further call", async () => {
    let answer = () => {};
    const hook = await receiver({
      "/call": (response) => {
        answer = () => response.end("<Response/>");
      },
    });
    const { server, get } = await numberWith({ call_handler: "laml_webhooks", call_request_url: `${hook.url}/call` });
    const call = server.call({ to: TO, from: FROM });
    server.faults.add({ effect: "delay", milliseconds: 200 });
    const reply = get(NUMBERS);
    const begun = () => [hook.received.length, server.journal.entries.at(-1)?.fault];
    await expect.poll(begun, { timeout: 10_000 }).toStrictEqual([1, "delay"]);
    const started = performance.now();
    const closed = server.close();
    answer();
    await closed;
    expect(performance.now() - started).toBeLessThan(3000);
    expect((await reply).status).toBe(200);
    expect(await call).toMatchObject({ outcome: "answered" });
    await expect(server.call({ to: TO, from: FROM })).rejects.toThrow("The server is closed.");
  });

  test("does not wait for a connection that is merely open, and can be asked for twice", async () => {
    const { server, get } = await given();
    const { headers } = await get(NUMBERS);
    // The client ends an idle connection: no time-out of the server meets the next request.
    expect([headers.get("connection"), headers.get("keep-alive")]).toStrictEqual(["keep-alive", null]);
    await Promise.all([server.close(), server.close()]);
    await expect(get(NUMBERS)).rejects.toThrow();
  });
});

/** Reads until the server closes the connection. Returns the status. */
async function rest(socket: Socket): Promise<number> {
  return Number((await text(socket)).split(" ")[1]);
}
