import { on, once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { addEndpoint, setNumber } from "./called.ts";
import { type Client, frozen, given, JWT, secondOf } from "./support.ts";

const REFUSED = {
  code: -32002,
  message: "Authentication service failed with status ProtocolError, 401 Unauthorized: {}",
};

interface Talk {
  readonly socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there.
  ask(method: string, params?: object): Promise<any>;
  /** Resolves to the next message, in the order of their arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  next(): Promise<any>;
  readonly closed: Promise<[number, string]>;
}

async function talkTo(url: string): Promise<Talk> {
  const socket = new WebSocket(`${url.replace("http:", "ws:")}/?a=query`);
  onTestFinished(() => socket.terminate());
  const messages = on(socket, "message");
  await once(socket, "open");
  let count = 0;
  const next = async () => JSON.parse(String((await messages.next()).value?.[0]));
  return {
    socket,
    next,
    closed: once(socket, "close").then(([code, reason]) => [code, String(reason)]),
    async ask(method, params = {}) {
      count += 1;
      const id = String(count);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      const reply = await next();
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
async function talkAs(client: Client, body: object, project = client.server.project.id): Promise<Talk> {
  const talk = await talkTo(client.server.url);
  await talk.ask("blade.connect", { authentication: { project, jwt_token: await jwtOf(client, body) } });
  return talk;
}

test("a connection answers with the session, and until when the token is good in seconds", async () => {
  const client = await given({ clock: frozen(NOON) });
  const { id: project } = client.server.project;
  const talk = await talkTo(client.server.url);
  const { result } = await talk.ask(
    "blade.connect",
    authentication(client, await jwtOf(client, { resource: "alice" })),
  );
  const none = ["routes", "protocols", "subscriptions", "authorities", "authorizations", "accesses"];
  expect(result).toStrictEqual({
    ...Object.fromEntries(none.map((name) => [name, []])),
    protocols_uncertified: ["signalwire"],
    session_restored: false,
    sessionid: expect.any(String),
    nodeid: expect.any(String),
    master_nodeid: expect.any(String),
    authorization: {
      project,
      expires_at: Date.parse("2025-06-01T12:15:00Z") / 1000,
      scopes: ["calling", "numbers"],
      signature: project.replaceAll("-", ""),
    },
  });
  expect(client.server.sessions).toStrictEqual([
    { id: result.sessionid, project, resource: "alice", expiresAt: "2025-06-01T12:15:00.000Z" },
  ]);
});

test("a forged, expired, foreign or missing token is refused, nothing tells which, and before a good one all is but a ping", async () => {
  const client = await given({ clock: frozen(NOON), seed: { projects: [{}, {}] } });
  const { server } = client;
  const expired = await jwtOf(client, { expires_in: 1 });
  const refresh = (await client.post(JWT)).body.refresh_token;
  server.clock.advance({ minutes: 1 });
  const good = await jwtOf(client);
  const foreign = await jwtOf(secondOf(client));
  const talk = await talkTo(server.url);
  const strange = [`${good}x`, "nonsense", undefined, 7, {}, null];
  for (const token of [expired, refresh, foreign, server.project.apiToken, ...strange])
    expect((await talk.ask("blade.connect", authentication(client, token))).error).toStrictEqual(REFUSED);
  for (const method of ["connect", "execute", "subscription", "reauthenticate", "nonsense"])
    expect((await talk.ask(`blade.${method}`)).error).toStrictEqual(REFUSED);
  const odd = { authentication: { project: { toString: 1 }, jwt_token: good } };
  expect((await talk.ask("blade.connect", odd)).error).toStrictEqual(REFUSED);
  expect((await talk.ask("blade.ping")).result).toStrictEqual({});
  expect(server.sessions).toStrictEqual([]);
  expect((await talk.ask("blade.connect", authentication(client, good))).result).toBeDefined();
});

test.each(["/elsewhere", "//", "/%"])("no client connects at the path %s", async (path) => {
  const { server } = await given();
  const socket = new WebSocket(server.url.replace("http", "ws") + path);
  const [error] = await once(socket, "error");
  expect(error.message).toBe("Unexpected server response: 404");
});

test("a client sets up a protocol, keeps it when it comes back with it, and subscribes to its channels", async () => {
  const client = await given();
  const talk = await talkTo(client.server.url);
  const setup = (params: object) => talk.ask("blade.execute", { protocol: "signalwire", method: "setup", params });
  // The client does not wait for the answer to its connection.
  const connecting = talk.ask("blade.connect", authentication(client, await jwtOf(client)));
  const { protocol } = (await Promise.all([setup({}), connecting]))[0].result.result;
  expect(protocol).toMatch(new RegExp(`^signalwire_${client.server.project.id.replaceAll("-", "")}_[0-9a-f]{16}$`));
  expect((await setup({ protocol })).result).toStrictEqual({ result: { protocol } });
  expect((await setup({ protocol: "signalwire_other_1" })).result.result.protocol).not.toBe("signalwire_other_1");
  const asked = { command: "remove", protocol, channels: ["notifications"] };
  expect([await talk.ask("blade.subscription", asked), await talk.ask("blade.subscription")]).toMatchObject([
    { result: { command: "remove", failed_channels: [], protocol, subscribe_channels: ["notifications"] } },
    { result: { command: "add", failed_channels: [], protocol: "", subscribe_channels: [] } },
  ]);
});

test("a client outlives its first token with a refreshed one, and is cut off when that one expires, not before", async () => {
  const client = await given({ clock: frozen(NOON) });
  const talk = await talkAs(client, { resource: "alice", expires_in: 5 });
  client.server.clock.advance({ minutes: 4 });
  const jwt = await jwtOf(client, { resource: "alice", expires_in: 5 });
  const { result } = await talk.ask("blade.reauthenticate", { sessionid: null, ...authentication(client, jwt) });
  expect(result.authorization.expires_at).toBe(Date.parse("2025-06-01T12:09:00Z") / 1000);
  client.server.clock.advance({ minutes: 4, seconds: 59 });
  await talk.ask("blade.ping");
  expect(client.server.sessions).toMatchObject([{ resource: "alice", expiresAt: "2025-06-01T12:09:00.000Z" }]);
  client.server.clock.advance({ seconds: 1 });
  expect(await talk.closed).toStrictEqual([1000, "Closed"]);
  expect(client.server.sessions).toStrictEqual([]);
});

test("a client keeps its name: a token of another is refused, to refresh and to connect anew", async () => {
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

test("a restored snapshot cuts off all clients, like a restart, and so does a stop", async () => {
  const client = await given();
  const restored = await talkAs(client, {});
  client.server.restore(JSON.parse(JSON.stringify(client.server.snapshot())));
  expect([await restored.closed, client.server.sessions]).toStrictEqual([[1000, "Closed"], []]);
  const stopped = await talkAs(client, {});
  await client.server.close();
  expect(await stopped.closed).toStrictEqual([1000, "Closed"]);
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
  const unknown = [
    await execute("messaging.send"),
    await execute({} as never),
    (await talk.ask("blade.nonsense")).error,
  ];
  expect(unknown).toEqual(
    ["messaging.send", "", "blade.nonsense"].map((method) => ({
      code: -32601,
      message: `Method not found: ${method}`,
    })),
  );
});

test("a subscriber connects, refreshes its token, and is cut off at the end of that one", async () => {
  const client = await given({ clock: frozen(NOON) });
  const tokens = "/api/fabric/subscribers/tokens";
  const { subscriber_id, token, refresh_token } = (await client.post(tokens, { reference: "alice" })).body;
  expect(subscriber_id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  const issue = async (reference: string, seconds: number) => {
    const expire_at = Date.parse(NOON) / 1000 + seconds;
    return (await client.post(tokens, { reference, expire_at })).body;
  };
  const past = { code: "invalid_parameter_value", message: "expire_at must be later than now" };
  expect((await issue("alice", 0)).errors).toMatchObject([past]);
  expect((await issue("alice", 1)).subscriber_id).toBe(subscriber_id);
  expect((await issue("bob", 1)).subscriber_id).not.toBe(subscriber_id);
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
  const refresh = (refresh_token: string) => client.post(`${tokens}/refresh`, { refresh_token });
  const next = (await refresh(refresh_token)).body;
  const { authorization } = (await connect(next.token, "reauthenticate")).result;
  expect(authorization.fabric_subscriber).toEqual(until("15:00"));
  client.server.clock.advance({ minutes: 119, seconds: 59 });
  await talk.ask("blade.ping");
  client.server.clock.advance({ seconds: 1 });
  expect(await talk.closed).toStrictEqual([1000, "Closed"]);
  // A refresh token outlives its token by five minutes.
  client.server.clock.advance({ minutes: 4, seconds: 59 });
  expect([(await refresh(refresh_token)).status, (await refresh(next.refresh_token)).status]).toEqual([422, 201]);
  client.server.clock.advance({ seconds: 1 });
  expect((await refresh(next.refresh_token)).status).toBe(422);
});

test("a call to a connected client is offered to it, taken back after half a minute, and can be refused but not taken", async () => {
  const projects = [{ numbers: ["+12025550101"] }, {}];
  const client = await given({ clock: frozen(NOON), seed: { projects } });
  const setup = ["blade.execute", { protocol: "signalwire", method: "setup", params: {} }] as const;
  const namesake = await talkAs(secondOf(client), { resource: "alice" }, client.server.projects[1]?.id);
  await namesake.ask(...setup);
  const call = () => client.server.call({ to: "alice", from: "+12025550177", project: client.server.project.id });
  expect((await call()).outcome).toBe("unanswered");
  const talk = await talkAs(client, { resource: "alice", expires_in: 5 });
  // Before its set-up, the client would not understand the call.
  const called = await call();
  expect([called.outcome, called.summary]).toStrictEqual(["ringing", "Rings the connected client alice"]);
  const { result } = await talk.ask(...setup);
  const { id } = await call();
  const heard = [await talk.next()];
  // The answer to an invitation has no answer of its own.
  talk.socket.send(JSON.stringify({ jsonrpc: "2.0", id: heard[0].id, result: {} }));
  client.server.clock.advance({ seconds: 29 });
  await talk.ask("blade.ping");
  client.server.clock.advance({ seconds: 1 });
  heard.push(await talk.next());

  // An endpoint calls by its number, and its name goes with the call.
  const [number = ""] = client.server.project.numbers;
  await setNumber(client, { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" }, number);
  await addEndpoint(client, "desk", { send_as: number, caller_id: "Front desk" });
  const { id: second } = await client.server.call({ to: number, from: "desk" });
  heard.push(await talk.next());
  const message = (method: string, params: object) => ({
    ...{ jsonrpc: "2.0", id: expect.any(String), method: "blade.broadcast" },
    params: {
      ...{ protocol: result.result.protocol, channel: "notifications", event: "queuing.relay.events" },
      params: {
        ...{ event_type: "webrtc.message", node_id: expect.any(String) },
        params: { jsonrpc: "2.0", id: expect.any(String), method, params },
      },
    },
  });
  const invitation = (callID: string, to: string, name: string, from: string) => ({
    ...{ callID, sdp: "", caller_id_name: name, caller_id_number: from },
    ...{ callee_id_name: to, callee_id_number: to },
  });
  expect(heard).toStrictEqual([
    message("verto.invite", invitation(id, "alice", "+12025550177", "+12025550177")),
    message("verto.bye", { callID: id, cause: "ORIGINATOR_CANCEL", causeCode: 487 }),
    message("verto.invite", invitation(second, number, "Front desk", number)),
  ]);

  const say = async (method?: string) => {
    const { result, error } = await talk.ask("blade.execute", { method: "message", params: { message: { method } } });
    return result ?? error;
  };
  const taken = { result: { code: "200", result: {} } };
  expect([await say("verto.bye"), await say(), await say("verto.answer")]).toEqual([
    taken,
    taken,
    { code: -32601, message: "This server plays no media: verto.answer" },
  ]);

  await namesake.ask("blade.ping");
  talk.socket.close();
  await expect.poll(() => client.server.sessions).toMatchObject([{ project: client.server.projects[1]?.id }]);
});
