import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { Clock } from "../../server/index.ts";
import { type Client, ENDPOINTS, frozen, given, JWT, NUMBERS, secondOf } from "./support.ts";

const REFUSED = {
  code: -32002,
  message: "Authentication service failed with status ProtocolError, 401 Unauthorized: {}",
};

interface Talk {
  readonly socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there.
  ask(method: string, params?: object): Promise<any>;
  readonly closed: Promise<[number, string]>;
}

async function talkTo(url: string): Promise<Talk> {
  const socket = new WebSocket(url.replace("http:", "ws:"));
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  let count = 0;
  return {
    socket,
    closed: once(socket, "close").then(([code, reason]) => [code, String(reason)]),
    async ask(method, params = {}) {
      count += 1;
      const id = String(count);
      const answer = once(socket, "message");
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      const reply = JSON.parse(String((await answer)[0]));
      expect(reply).toMatchObject({ jsonrpc: "2.0", id });
      return reply;
    },
  };
}

const NOON = "2025-06-01T12:00:00Z";

async function jwtOf(client: Client, body: object = {}): Promise<string> {
  return (await client.post(JWT, body)).body.jwt_token;
}

function authentication(client: Client, jwt_token: unknown) {
  // A project's id is the same in capitals.
  return { authentication: { project: client.server.project.id.toUpperCase(), jwt_token } };
}

/** Connects a client of this name. */
async function talkAs(client: Client, body: object): Promise<Talk> {
  const talk = await talkTo(client.server.url);
  await talk.ask("blade.connect", authentication(client, await jwtOf(client, body)));
  return talk;
}

/** Waits until all sent messages were handled. */
async function settled(talk: Talk): Promise<void> {
  await talk.ask("blade.ping");
}

describe("connecting", () => {
  test("answers with the session, and until when the token is good in seconds", async () => {
    const client = await given({ clock: frozen(NOON) });
    const talk = await talkTo(client.server.url);
    const { result } = await talk.ask("blade.connect", {
      version: { major: 2, minor: 1, revision: 0 },
      ...authentication(client, await jwtOf(client, { resource: "alice" })),
      agent: "JavaScript SDK/1.5.0",
    });
    const none = ["routes", "protocols", "subscriptions", "authorities", "authorizations", "accesses"];
    expect(result).toStrictEqual({
      ...Object.fromEntries(none.map((name) => [name, []])),
      protocols_uncertified: ["signalwire"],
      session_restored: false,
      sessionid: expect.any(String),
      nodeid: expect.any(String),
      master_nodeid: expect.any(String),
      authorization: {
        project: client.server.project.id,
        expires_at: Date.parse("2025-06-01T12:15:00Z") / 1000,
        scopes: ["calling", "numbers"],
        signature: client.server.project.id.replaceAll("-", ""),
      },
    });
    expect(client.server.sessions).toStrictEqual([
      {
        id: result.sessionid,
        project: client.server.project.id,
        resource: "alice",
        expiresAt: "2025-06-01T12:15:00.000Z",
      },
    ]);
  });

  test("is refused with a forged, expired, foreign or missing token, and nothing tells which", async () => {
    const client = await given({ clock: frozen(NOON), seed: { projects: [{}, {}] } });
    const { server } = client;
    const expired = await jwtOf(client, { expires_in: 1 });
    const refresh = (await client.post(JWT)).body.refresh_token;
    server.clock.advance({ minutes: 1 });
    const good = await jwtOf(client);
    const foreign = await jwtOf(secondOf(client));
    const talk = await talkTo(server.url);
    for (const token of [expired, refresh, foreign, `${good}x`, "nonsense", undefined, 7, server.project.apiToken]) {
      expect((await talk.ask("blade.connect", authentication(client, token))).error).toStrictEqual(REFUSED);
    }
    expect((await talk.ask("blade.connect", {})).error).toStrictEqual(REFUSED);
    expect(server.sessions).toStrictEqual([]);
    expect((await talk.ask("blade.connect", authentication(client, good))).result).toBeDefined();
  });

  test("comes before everything but a ping", async () => {
    const { server } = await given();
    const talk = await talkTo(server.url);
    expect((await talk.ask("blade.ping")).result).toStrictEqual({});
    for (const method of ["blade.execute", "blade.subscription", "blade.reauthenticate", "blade.nonsense"]) {
      expect((await talk.ask(method)).error).toStrictEqual(REFUSED);
    }
  });

  test("is possible at the path / only", async () => {
    const { server } = await given();
    for (const path of ["/elsewhere", "//", "/%"]) {
      const socket = new WebSocket(server.url.replace("http", "ws") + path);
      const [error] = await once(socket, "error");
      expect(error.message).toBe("Unexpected server response: 404");
    }
  });
});

describe("a connected client", () => {
  async function connected(options: { clock?: Clock; minutes?: number } = {}) {
    const client = await given(options.clock ? { clock: options.clock } : {});
    return { client, talk: await talkAs(client, { resource: "alice", expires_in: options.minutes ?? 15 }) };
  }

  test("sets up a protocol, keeps it when it comes back with it, and subscribes to its channels", async () => {
    const { talk } = await connected();
    const setup = (params: object) => talk.ask("blade.execute", { protocol: "signalwire", method: "setup", params });
    const { protocol } = (await setup({})).result.result;
    expect(protocol).toMatch(/^signalwire_[0-9a-f]+_[0-9a-f]+$/);
    expect((await setup({ protocol })).result.result.protocol).toBe(protocol);
    expect((await setup({ protocol: "signalwire_other_1" })).result.result.protocol).not.toBe("signalwire_other_1");
    expect(
      (await talk.ask("blade.subscription", { command: "add", protocol, channels: ["notifications"] })).result,
    ).toStrictEqual({ command: "add", failed_channels: [], protocol, subscribe_channels: ["notifications"] });
  });

  test("is refused what is of no use, and stays", async () => {
    const { talk } = await connected();
    for (const odd of [null, 1, [], { toString: 1 }]) {
      const reply = await talk.ask("blade.reauthenticate", { authentication: { project: odd, jwt_token: odd } });
      expect(reply.error).toStrictEqual(REFUSED);
      expect((await talk.ask("blade.execute", { method: odd })).error.code).toBe(-32601);
    }
  });

  test("is cut off when its token expires on the server's clock, not before", async () => {
    const { client, talk } = await connected({ clock: frozen(NOON), minutes: 5 });
    client.server.clock.advance({ minutes: 4, seconds: 59 });
    await settled(talk);
    expect(client.server.sessions).toHaveLength(1);
    client.server.clock.advance({ seconds: 1 });
    expect(await talk.closed).toStrictEqual([1000, "Closed"]);
    expect(client.server.sessions).toStrictEqual([]);
  });

  test("outlives its first token with a refreshed one", async () => {
    const { client, talk } = await connected({ clock: frozen(NOON), minutes: 5 });
    client.server.clock.advance({ minutes: 4 });
    const jwt = await jwtOf(client, { resource: "alice", expires_in: 5 });
    const params = { sessionid: null, ...authentication(client, jwt) };
    expect((await talk.ask("blade.reauthenticate", params)).result.authorization.expires_at).toBe(
      Date.parse("2025-06-01T12:09:00Z") / 1000,
    );
    client.server.clock.advance({ minutes: 2 });
    await settled(talk);
    client.server.clock.advance({ minutes: 3 });
    expect(await talk.closed).toStrictEqual([1000, "Closed"]);
  });

  test("keeps its name: a token of another is refused, to refresh and to connect anew", async () => {
    const client = await given({ seed: { projects: [{}, {}] } });
    const [talk, other] = [await talkAs(client, { resource: "alice" }), secondOf(client)];
    const theirs = { project: client.server.projects[1]?.id, jwt_token: await jwtOf(other, { resource: "alice" }) };
    expect((await talk.ask("blade.reauthenticate", { authentication: theirs })).error).toStrictEqual(REFUSED);
    for (const method of ["blade.reauthenticate", "blade.connect"]) {
      const reply = await talk.ask(method, authentication(client, await jwtOf(client, { resource: "mallory" })));
      expect(reply.error).toStrictEqual(REFUSED);
    }
    expect(client.server.sessions.map(({ resource }) => resource)).toStrictEqual(["alice"]);
  });

  test("is cut off when the server stops", async () => {
    const { client, talk } = await connected();
    await client.server.close();
    expect(await talk.closed).toStrictEqual([1000, "Closed"]);
  });
});

test("a client without the scope of a service is refused it, and any other method is unknown", async () => {
  const client = await given({ seed: { projects: [{ tokens: [{ scopes: ["Messaging"] }] }] } });
  const talk = await talkAs(client, {});
  const execute = async (method: string) => (await talk.ask("blade.execute", { method })).error;
  const refusal = (service: string) => `The scopes for this authorization do not permit the use of ${service}`;
  expect([await execute("calling.begin"), await execute("tasking.deliver")]).toEqual([
    { code: -32003, message: refusal("calling") },
    { code: -32003, message: refusal("tasking") },
  ]);
  expect([await execute("messaging.send"), (await talk.ask("blade.nonsense")).error]).toEqual([
    { code: -32601, message: "Method not found: messaging.send" },
    { code: -32601, message: "Method not found: blade.nonsense" },
  ]);
});

test("a subscriber connects, refreshes its token, and is cut off at the end of that one", async () => {
  const client = await given({ clock: frozen(NOON) });
  const tokens = "/api/fabric/subscribers/tokens";
  const { subscriber_id, token, refresh_token } = (await client.post(tokens, { reference: "alice" })).body;
  const talk = await talkTo(client.server.url);
  const connect = (jwt_token: unknown, method = "connect") =>
    talk.ask(`signalwire.${method}`, { authentication: { jwt_token } });
  expect((await connect(token, "reauthenticate")).error).toEqual(REFUSED);
  for (const wrong of [refresh_token, "x", 7]) expect((await connect(wrong)).error).toEqual(REFUSED);
  const project_id = client.server.project.id;
  const until = (time: string) => {
    const expires_at = Date.parse(`2025-06-01T${time}:00Z`) / 1000;
    return { version: 1, expires_at, subscriber_id, application_id: null, project_id, space_id: null };
  };
  expect((await connect(token)).result).toStrictEqual({
    identity: expect.any(String),
    protocol: expect.stringMatching(/^signalwire_[\da-f-]{36}$/),
    authorization: { jti: expect.any(String), project_id, fabric_subscriber: until("14:00") },
    ice_servers: [],
  });
  client.server.clock.advance({ hours: 1 });
  const next = (await client.post(`${tokens}/refresh`, { refresh_token })).body.token;
  const { authorization } = (await connect(next, "reauthenticate")).result;
  expect(authorization.fabric_subscriber).toEqual(until("15:00"));
  client.server.clock.advance({ minutes: 119, seconds: 59 });
  await settled(talk);
  client.server.clock.advance({ seconds: 1 });
  expect(await talk.closed).toStrictEqual([1000, "Closed"]);
  expect((await client.post(`${tokens}/refresh`, { refresh_token })).status).toBe(422);
});

test("a restored snapshot cuts off all clients, like a restart", async () => {
  const client = await given();
  const talk = await talkAs(client, {});
  client.server.restore(JSON.parse(JSON.stringify(client.server.snapshot())));
  expect(await talk.closed).toStrictEqual([1000, "Closed"]);
  expect(client.server.sessions).toStrictEqual([]);
});

test("a call to a connected client is offered to it, taken back after half a minute, and can be refused but not taken", async () => {
  const client = await given({ clock: frozen(NOON) });
  const talk = await talkAs(client, { resource: "alice", expires_in: 5 });
  const heard: { readonly protocol: string; readonly params: { readonly params: object } }[] = [];
  const listen = () =>
    talk.socket.on("message", (data) => {
      const { method, params } = JSON.parse(String(data));
      if (method === "blade.broadcast") heard.push(params);
    });
  // Before its set-up, the client would not understand the call.
  const called = await client.server.call({ to: "alice", from: "+12025550177" });
  expect([called.outcome, called.summary]).toStrictEqual(["ringing", "Rings the connected client alice"]);
  const { result } = await talk.ask("blade.execute", { protocol: "signalwire", method: "setup", params: {} });
  listen();
  const { id } = await client.server.call({ to: "alice", from: "+12025550177" });
  client.server.clock.advance({ seconds: 29 });
  await expect.poll(() => heard).toHaveLength(1);
  client.server.clock.advance({ seconds: 2 });
  await expect
    .poll(() => heard.map(({ params }) => params.params))
    .toMatchObject([
      { method: "verto.invite", params: { callID: id, caller_id_number: "+12025550177", callee_id_number: "alice" } },
      { method: "verto.bye", params: { callID: id } },
    ]);
  expect(heard.map(({ protocol }) => protocol)).toEqual([result.result.protocol, result.result.protocol]);

  // An endpoint calls by its number, and its name goes with the call.
  const [number = ""] = client.server.project.numbers;
  const { id: line } = (await client.get(`${NUMBERS}?filter_number=${encodeURIComponent(number)}`)).body.data[0];
  await client.put(`${NUMBERS}/${line}`, { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" });
  await client.post(ENDPOINTS, { username: "desk", password: "x", send_as: number, caller_id: "Front desk" });
  await client.server.call({ to: number, from: "desk" });
  await expect
    .poll(() => heard.map(({ params }) => params.params).at(2))
    .toMatchObject({ params: { caller_id_name: "Front desk", caller_id_number: number } });

  const say = (method?: string) =>
    talk.ask("blade.execute", { method: "message", params: { message: { method, params: { callID: id } } } });
  for (const method of ["verto.bye", undefined]) expect(await say(method)).toHaveProperty("result");
  expect(await say("verto.answer")).toMatchObject({ error: { message: expect.stringMatching(/plays no media/) } });
});
