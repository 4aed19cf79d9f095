import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Clock, type ServerOptions } from "../../server/index.ts";
import { LAML, ok, receiver, status } from "./receiver.ts";
import { type Client, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

const TO = "+12025550101";
const FROM = "+12025550177";

/** Starts a server whose first number has these fields. */
async function withNumber(fields: object, options: ServerOptions = {}): Promise<Client> {
  const client = await given(options);
  const { id } = (await client.get(`${NUMBERS}?filter_number=${TO.slice(1)}`)).body.data[0];
  const reply = await client.put(`${NUMBERS}/${id}`, fields);
  expect(reply.status).toBe(200);
  return client;
}

function frozen(): Clock {
  const clock = new Clock();
  clock.freeze("2024-04-04T18:32:15Z");
  return clock;
}

describe("a call to a number with relay_script", () => {
  test("is answered by its script", async () => {
    const { url, received } = await receiver({ "/script": ok('{"version":"1.0.0","sections":{"main":["answer"]}}') });
    const { server } = await withNumber({ call_handler: "relay_script", call_relay_script_url: `${url}/script` });
    expect(await server.call({ to: TO, from: FROM })).toMatchObject({ handler: "relay_script", outcome: "answered" });
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ call: { type: "phone", from: FROM, to: TO } });
  });

  test("is unanswered without one", async () => {
    const { server } = await withNumber({ call_handler: "relay_script" });
    const { outcome, text } = await server.call({ to: TO, from: FROM });
    expect([outcome, text]).toEqual(["unanswered", expect.stringContaining("No script is named")]);
  });
});

describe("a call to a number with laml_webhooks", () => {
  test("asks the request URL with a form and is answered", async () => {
    const { url, received } = await receiver({ "/call": ok() });
    const { server } = await withNumber({ call_handler: "laml_webhooks", call_request_url: `${url}/call?a=1` });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace).toMatchObject({
      kind: "call",
      to: TO,
      from: FROM,
      project: server.project.id,
      handler: "laml_webhooks",
      outcome: "answered",
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: "POST",
      path: "/call",
      query: { a: "1" },
      form: {
        AccountSid: server.project.id,
        ApiVersion: "2010-04-01",
        CallSid: trace.id,
        CallStatus: "ringing",
        Direction: "inbound",
        From: FROM,
        To: TO,
      },
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  test("is printed in lines that stored text cannot break or act in", async () => {
    const { server } = await withNumber({
      call_handler: "relay_context",
      call_relay_context: "sales\u001b[2J\n  2024-04-04T18:32:15.000Z  forged",
    });
    const trace = await server.call({ to: TO, from: "\u202e+1" });
    expect(trace.text.split("\n")).toHaveLength(trace.steps.length + 1);
    expect(trace.text).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    expect(trace.text).toContain("sales\\u001b[2J\\n  2024");
  });

  test("signs the form with the project's signing key", async () => {
    const { url, received } = await receiver({ "/call": ok() });
    const { server } = await withNumber({ call_handler: "laml_webhooks", call_request_url: `${url}/call` });
    await server.call({ to: TO, from: FROM });
    const [request] = received;
    const text = Object.entries(request?.form ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => name + value)
      .join("");
    const expected = createHmac("sha1", server.project.signingKey).update(`${url}/call${text}`).digest("base64");
    expect(request?.headers["x-signalwire-signature"]).toBe(expected);
  });

  test("puts the parameters into the query when the method is GET, and signs that URL", async () => {
    const { url, received } = await receiver({ "/call": ok() });
    const { server } = await withNumber({
      call_handler: "laml_webhooks",
      call_request_url: `${url}/call?a=1`,
      call_request_method: "GET",
    });
    const trace = await server.call({ to: TO, from: FROM });
    expect(received[0]).toMatchObject({ method: "GET", body: "", query: { a: "1", CallSid: trace.id, From: FROM } });
    const asked = trace.steps.find(({ attempt }) => attempt)?.attempt?.url ?? "";
    const expected = createHmac("sha1", server.project.signingKey).update(asked).digest("base64");
    expect(received[0]?.headers["x-signalwire-signature"]).toBe(expected);
  });

  test("goes to the fallback, once and without a retry, when the request URL fails", async () => {
    const { url, received } = await receiver({ "/call": status(500), "/fallback": ok() });
    const { server } = await withNumber({
      call_handler: "laml_webhooks",
      call_request_url: `${url}/call`,
      call_fallback_url: `${url}/fallback`,
      call_fallback_method: "GET",
    });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("answered");
    expect(received.map(({ method, path }) => `${method} ${path}`)).toStrictEqual(["POST /call", "GET /fallback"]);
    expect(trace.steps.flatMap(({ field, attempt }) => (attempt ? [[field, attempt.status]] : []))).toStrictEqual([
      ["call_request_url", 500],
      ["call_fallback_url", 200],
    ]);
  });

  test("tells the status callback that it is completed", async () => {
    const { url, received } = await receiver({ "/call": ok(), "/status": status(204) });
    const { server } = await withNumber(
      {
        call_handler: "laml_webhooks",
        call_request_url: `${url}/call`,
        call_status_callback_url: `${url}/status`,
      },
      { clock: frozen() },
    );
    const trace = await server.call({ to: TO, from: FROM });
    expect(received[1]).toMatchObject({ method: "POST", path: "/status" });
    expect(received[1]?.form).toStrictEqual({
      AccountSid: server.project.id,
      AudioInMos: "0.0",
      CallDuration: "0",
      CallSid: trace.id,
      CallStatus: "completed",
      From: FROM,
      Timestamp: "Thu, 04 Apr 2024 18:32:15 +0000",
      To: TO,
    });
  });

  test("tells the status callback that it failed, three times at most", async () => {
    const { url, received } = await receiver({ "/call": status(404), "/status": status(500) });
    const { server } = await withNumber({
      call_handler: "laml_webhooks",
      call_request_url: `${url}/call`,
      call_status_callback_url: `${url}/status`,
    });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("failed");
    expect(received.map(({ path }) => path)).toStrictEqual(["/call", "/status", "/status", "/status"]);
    expect(received[1]?.form.CallStatus).toBe("failed");
    expect(trace.steps.at(-1)?.text).toBe("The status callback failed three times and is dropped.");
    expect(trace.steps.at(-1)).toMatchObject({ code: "status_callback_dropped", details: {} });
  });

  test("fails when no URL is set at all", async () => {
    const { server } = await withNumber({ call_handler: "laml_webhooks" });
    expect((await server.call({ to: TO, from: FROM })).outcome).toBe("failed");
  });

  test("does not ask the fallback where there is no request URL that could fail", async () => {
    const { url, received } = await receiver({ "/fallback": ok() });
    const { server } = await withNumber({ call_handler: "laml_webhooks", call_fallback_url: `${url}/fallback` });
    expect((await server.call({ to: TO, from: FROM })).outcome).toBe("failed");
    expect(received).toStrictEqual([]);
  });

  test("tells the status callback of a fax what became of the fax", async () => {
    const { url, received } = await receiver({ "/fax": ok(), "/status": status(204) });
    const { server } = await withNumber(
      {
        call_handler: "laml_webhooks",
        call_receive_mode: "fax",
        call_request_url: `${url}/fax`,
        call_status_callback_url: `${url}/status`,
      },
      { clock: frozen() },
    );
    const trace = await server.call({ to: TO, from: FROM });
    expect(received[1]?.form).toStrictEqual({
      AccountSid: server.project.id,
      ApiVersion: "2010-04-01",
      FaxSid: trace.id,
      FaxStatus: "received",
      From: FROM,
      Timestamp: "Thu, 04 Apr 2024 18:32:15 +0000",
      To: TO,
    });
  });

  test("sends fax parameters when the number receives faxes", async () => {
    const { url, received } = await receiver({ "/fax": ok() });
    const { server } = await withNumber({
      call_handler: "laml_webhooks",
      call_receive_mode: "fax",
      call_request_url: `${url}/fax`,
    });
    const trace = await server.call({ to: TO, from: FROM });
    expect(received[0]?.form).toStrictEqual({
      AccountSid: server.project.id,
      ApiVersion: "2010-04-01",
      FaxSid: trace.id,
      From: FROM,
      To: TO,
    });
  });
});

describe("fetching a document", () => {
  async function failureOf(answer: Parameters<typeof receiver>[0][string], fragment = ""): Promise<number | undefined> {
    const { url } = await receiver({ "/call": answer });
    const fields = { call_handler: "laml_webhooks", call_request_url: `${url}/call${fragment}` };
    const { server } = await withNumber(fields);
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("failed");
    return trace.steps.find(({ attempt }) => attempt?.failure)?.attempt?.failure?.code;
  }

  test("fails with 11217 on a status of 4xx or 5xx", async () => {
    expect(await failureOf(status(403))).toBe(11217);
  });

  test("fails with 11200 when no answer comes in time, which the URL may shorten", async () => {
    expect(await failureOf(() => {}, "#rt=100")).toBe(11200);
    expect(await failureOf((response) => response.writeHead(200).write("<"), "#tt=150")).toBe(11200);
  });

  test("fails with 11750 on a document above 64 kB", async () => {
    expect(await failureOf(ok(`<Response>${" ".repeat(64 * 1024)}</Response>`))).toBe(11750);
  });

  test("fails with 11251 when the answer is not HTTP", async () => {
    expect(await failureOf((response) => response.socket?.end("nonsense\r\n\r\n"))).toBe(11251);
  });

  test.each([
    ["an empty text", ""],
    ["a page", "<html></html>"],
    ["JSON", "{}"],
    ["an entity from elsewhere", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Response>&x;</Response>'],
    ["a tag that no object may have", "<Response><__proto__>x</__proto__></Response>"],
    ["more elements in one another than a parser takes", `${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`],
  ])("refuses %s as a document and says so", async (_, text) => {
    const { url } = await receiver({ "/call": ok(text) });
    const { server } = await withNumber({ call_handler: "laml_webhooks", call_request_url: `${url}/call` });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("failed");
    expect(trace.text).toContain("The document is refused (12100)");
  });

  test.each(["<Response/>", "<Response></Response>", LAML, "<!-- x --><Response><Hangup/></Response>\n"])(
    "takes %j as a document",
    async (text) => {
      const { url } = await receiver({ "/call": ok(text) });
      const { server } = await withNumber({ call_handler: "laml_webhooks", call_request_url: `${url}/call` });
      expect((await server.call({ to: TO, from: FROM })).outcome).toBe("answered");
    },
  );

  test("follows three redirects and not a fourth", async () => {
    const to = (path: string) => (response: ServerResponse) => response.writeHead(302, { location: path }).end();
    const { url, received } = await receiver({
      "/4": to("/3"),
      "/3": to("/2"),
      "/2": to("/1"),
      "/1": to("/0"),
      "/0": ok(),
    });
    const fields = { call_handler: "laml_webhooks", call_request_url: `${url}/3` };
    const client = await withNumber(fields);
    expect((await client.server.call({ to: TO, from: FROM })).outcome).toBe("answered");
    expect(received.map(({ method, path }) => `${method} ${path}`)).toStrictEqual([
      "POST /3",
      "GET /2",
      "GET /1",
      "GET /0",
    ]);
    const more = await withNumber({ ...fields, call_request_url: `${url}/4` });
    const trace = await more.server.call({ to: TO, from: FROM });
    expect(trace.steps.at(-2)?.attempt?.failure?.code).toBe(11215);
  });

  test("fails with 11251 on a redirect to what is no URL, and goes on to the fallback and the callback", async () => {
    const { url, received } = await receiver({
      "/call": (response) => response.writeHead(302, { location: "http://[" }).end(),
      "/fallback": ok(),
      "/status": status(204),
    });
    const { server } = await withNumber({
      call_handler: "laml_webhooks",
      call_request_url: `${url}/call`,
      call_fallback_url: `${url}/fallback`,
      call_status_callback_url: `${url}/status`,
    });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("answered");
    expect(trace.steps.find(({ attempt }) => attempt)?.attempt?.failure?.code).toBe(11251);
    expect(received.map(({ path }) => path)).toStrictEqual(["/call", "/fallback", "/status"]);
  });

  test("connects to loopback only, even by way of a redirect", async () => {
    const { url } = await receiver({
      "/away": (response) => response.writeHead(302, { location: "http://192.0.2.1/" }).end(),
    });
    for (const call_request_url of ["http://192.0.2.1/call", "https://example.com/call", `${url}/away`]) {
      const { server } = await withNumber({ call_handler: "laml_webhooks", call_request_url });
      const trace = await server.call({ to: TO, from: FROM });
      expect(trace.outcome).toBe("failed");
      expect(trace.text).toContain("this server calls loopback addresses only");
    }
  });

  test("connects to a host that is allowed by name", async () => {
    const { server } = await withNumber(
      { call_handler: "laml_webhooks", call_request_url: "http://reference.invalid/call" },
      { allowWebhooksTo: ["reference.invalid"] },
    );
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.text).not.toContain("loopback");
    expect(trace.steps.find(({ attempt }) => attempt)?.attempt?.failure?.code).toBe(11210);
  });
});

describe("a call to a SIP endpoint", () => {
  const alice = { username: "alice", password: "x" };

  test("fetches its SWML script with signed JSON", async () => {
    const { url, received } = await receiver({ "/script": ok('{"version":"1.0.0","sections":{"main":["answer"]}}') });
    const { post, server } = await given();
    await post(ENDPOINTS, { ...alice, call_handler: "relay_script", call_relay_script_url: `${url}/script` });
    const trace = await server.call({ to: "sip:alice@anything.example.com", from: FROM });
    expect(trace).toMatchObject({ handler: "relay_script", outcome: "answered" });
    const [request] = received;
    const { call } = JSON.parse(request?.body ?? "");
    expect(call).toMatchObject({ call_id: trace.id, from: FROM });
    expect(request?.headers["x-signalwire-signature"]).toBe(
      createHmac("sha1", server.project.signingKey).update(`${url}/script${request?.body}`).digest("hex"),
    );
    expect(request?.headers["x-signalwire-sha256-signature"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(["<Response/>", "[]", '{"sections":{}}', "hello"])("refuses %j as a script", async (text) => {
    const { url } = await receiver({ "/script": ok(text) });
    const { post, server } = await given();
    await post(ENDPOINTS, { ...alice, call_handler: "relay_script", call_relay_script_url: `${url}/script` });
    const trace = await server.call({ to: "alice", from: FROM });
    expect(trace.outcome).toBe("failed");
    expect(trace.steps.at(-1)?.text).toMatch(/^The script is refused: /);
  });

  test("takes a script in YAML", async () => {
    const { url } = await receiver({ "/script": ok("version: 1.0.0\nsections:\n  main:\n    - answer\n") });
    const { post, server } = await given();
    await post(ENDPOINTS, { ...alice, call_handler: "relay_script", call_relay_script_url: `${url}/script` });
    expect((await server.call({ to: "alice", from: FROM })).outcome).toBe("answered");
  });

  test("is reached through a number, whose part ends there", async () => {
    const { url, received } = await receiver({ "/call": ok(), "/status": ok() });
    const client = await withNumber({ call_handler: "relay_sip_endpoint" });
    const { id } = (
      await client.post(ENDPOINTS, {
        ...alice,
        call_handler: "laml_webhooks",
        call_request_url: `${url}/call`,
        call_request_method: "GET",
        call_fallback_url: `${url}/fallback`,
        call_fallback_method: "GET",
        call_status_callback_url: `${url}/status`,
        call_status_callback_method: "POST",
      })
    ).body;
    const number = (await client.get(`${NUMBERS}?filter_number=${TO.slice(1)}`)).body.data[0].id;
    await client.put(`${NUMBERS}/${number}`, { call_sip_endpoint_id: id });
    const trace = await client.server.call({ to: TO, from: FROM });
    expect(trace).toMatchObject({ handler: "relay_sip_endpoint", outcome: "answered" });
    expect(trace.text).toContain("The SIP endpoint alice is next. [call_sip_endpoint_id]");
    expect(received.map(({ method, path }) => `${method} ${path}`)).toStrictEqual([
      ...["POST /status", "POST /status"],
      "GET /call",
      ...["POST /status", "POST /status"],
    ]);
    const told = received.filter(({ path }) => path === "/status").map(({ form }) => form);
    expect(told.map(({ CallStatus, SequenceNumber }) => [CallStatus, SequenceNumber])).toStrictEqual([
      ["initiated", "0"],
      ["ringing", "1"],
      ["in-progress", "2"],
      ["completed", "3"],
    ]);
    expect(told[2]).toStrictEqual({
      AccountSid: client.server.project.id,
      ApiVersion: "2010-04-01",
      CallSid: trace.id,
      CallStatus: "in-progress",
      CallbackSource: "call-progress-events",
      Direction: "inbound",
      From: FROM,
      SequenceNumber: "2",
      Timestamp: expect.any(String),
      To: TO,
    });
  });

  test.each([{}, { call_handler: "dialogflow" }, { call_handler: "ai_agent", call_ai_agent_id: crypto.randomUUID() }])(
    "with %j ends the same way, rung directly or through a number",
    async (fields) => {
      const client = await withNumber({ call_handler: "relay_sip_endpoint" });
      const { id } = (await client.post(ENDPOINTS, { ...alice, ...fields })).body;
      const [number] = (await client.get(`${NUMBERS}?filter_number=${TO.slice(1)}`)).body.data;
      await client.put(`${NUMBERS}/${number.id}`, { call_sip_endpoint_id: id });
      const outcomes = [];
      for (const to of ["alice", TO]) outcomes.push((await client.server.call({ to, from: FROM })).outcome);
      expect(outcomes).toStrictEqual(["handed-over", "handed-over"]);
    },
  );

  test("is not there when the number names none, or one that was deleted", async () => {
    const client = await withNumber({ call_handler: "relay_sip_endpoint" });
    const field = "call_sip_endpoint_id";
    const none = await client.server.call({ to: TO, from: FROM });
    expect([none.outcome, none.steps.at(-1)]).toMatchObject([
      "unanswered",
      { text: "No SIP endpoint is named.", field },
    ]);

    const { id } = (await client.post(ENDPOINTS, alice)).body;
    const [number] = (await client.get(`${NUMBERS}?filter_number=${TO.slice(1)}`)).body.data;
    expect((await client.put(`${NUMBERS}/${number.id}`, { [field]: id })).status).toBe(200);
    expect((await client.delete(`${ENDPOINTS}/${id}`)).status).toBe(204);
    const gone = await client.server.call({ to: TO, from: FROM });
    expect(gone.outcome).toBe("unanswered");
    expect(gone.steps.at(-1)).toMatchObject({ text: `The project has no SIP endpoint ${id}.`, field });
    expect(gone.steps.at(-1)).toMatchObject({ code: "endpoint_unknown", details: { id } });
  });

  test("without a handler rings devices that this server does not have", async () => {
    const { post, server } = await given();
    await post(ENDPOINTS, alice);
    const trace = await server.call({ to: "alice", from: FROM });
    expect([trace.outcome, trace.handler]).toStrictEqual(["handed-over", null]);
  });
});

describe("other handlers say where the call would go", () => {
  test.each([
    ["relay_context", { call_relay_context: "loser", call_relay_application: "support" }, "Relay application support"],
    ["relay_context", { call_relay_context: "support" }, "Relay application support"],
    ["relay_application", { call_relay_application: "support" }, "Relay application support"],
    ["laml_application", { call_laml_application_id: "app-1" }, "LaML application app-1"],
    ["dialogflow", { call_dialogflow_agent_id: "agent-1" }, "Dialogflow agent agent-1"],
    ["relay_connector", { call_relay_connector_id: "connector-1" }, "Relay connector connector-1"],
  ])("%s with %j", async (call_handler, fields, thing) => {
    const { server } = await withNumber({ call_handler, ...fields });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("handed-over");
    expect(trace.steps.at(-1)?.text).toBe(`It goes to the ${thing}, which this server does not play.`);
  });

  test("and that nothing is named where nothing is", async () => {
    const { server } = await withNumber({ call_handler: "video_room" });
    const trace = await server.call({ to: TO, from: FROM });
    expect(trace.outcome).toBe("unanswered");
    expect(trace.steps.at(-1)).toMatchObject({ text: "No video room is named.", field: "call_video_room_id" });
  });
});

describe("a call to a client", () => {
  async function connect(client: Client, resource: string): Promise<void> {
    const { jwt_token } = (await client.post(JWT, { resource })).body;
    const socket = new WebSocket(client.server.url.replace("http", "ws"));
    onTestFinished(() => socket.terminate());
    await once(socket, "open");
    const authentication = { project: client.server.project.id, jwt_token };
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: "1", method: "blade.connect", params: { authentication } }));
    await once(socket, "message");
  }

  test("by its resource name rings while it is connected", async () => {
    const client = await given();
    expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("unanswered");
    await connect(client, "alice");
    expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("ringing");
    client.server.clock.advance({ minutes: 15 });
    expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("unanswered");
  });

  test("through a number with relay_verto_endpoint rings while it is connected", async () => {
    const client = await withNumber({ call_handler: "relay_verto_endpoint", call_verto_resource: "alice" });
    const before = await client.server.call({ to: TO, from: FROM });
    expect(before.steps.at(-1)).toMatchObject({
      text: "No client is connected as alice.",
      field: "call_verto_resource",
    });
    await connect(client, "alice");
    const after = await client.server.call({ to: TO, from: FROM });
    expect(after.outcome).toBe("ringing");
    expect(after.steps.at(-1)?.next).toEqual({ what: "client", name: "alice" });
  });
});

describe("a trace", () => {
  test("reads from top to bottom", async () => {
    const { url } = await receiver({ "/call": status(503), "/fallback": ok() });
    const { server } = await withNumber(
      { call_handler: "laml_webhooks", call_request_url: `${url}/call`, call_fallback_url: `${url}/fallback` },
      { clock: frozen() },
    );
    const trace = await server.call({ to: TO, from: FROM });
    const lines = trace.text.replaceAll(/after \d+ ms/g, "after N ms").split("\n");
    const at = "  2024-04-04T18:32:15.000Z  ";
    expect(lines).toStrictEqual([
      `call ${trace.id} from ${FROM} to ${TO}: answered`,
      `${at}The phone number ${TO} belongs to the project ${server.project.id}.`,
      `${at}The handler is laml_webhooks. [call_handler]`,
      `${at}POST ${url}/call failed (11217): the answer was 503, after N ms. [call_request_url]`,
      `${at}POST ${url}/fallback answered 200, after N ms. [call_fallback_url]`,
    ]);
  });

  test("reports an unknown address", async () => {
    const { server } = await given();
    for (const to of ["+12025550199", "nobody", "sip:nobody@example.com", "__proto__", ""]) {
      expect(await server.call({ to, from: FROM })).toMatchObject({ outcome: "unanswered", project: null });
    }
  });

  test("says that a number has no handler", async () => {
    const { server } = await given();
    expect((await server.call({ to: TO, from: FROM })).steps.at(-1)).toMatchObject({ field: "call_handler" });
  });

  test("looks only in the project that was asked for", async () => {
    const { server } = await given({ seed: { projects: [{ numbers: [TO] }, { numbers: ["+12025550102"] }] } });
    const [, second] = server.projects;
    expect((await server.call({ to: TO, from: FROM, project: second?.id })).project).toBeNull();
    expect((await server.call({ to: TO, from: FROM })).project).toBe(server.project.id);
  });
});
