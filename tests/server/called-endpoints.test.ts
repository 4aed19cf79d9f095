import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addEndpoint, connected, FROM, lamlFields, numberWith, setNumber, TO } from "./called.ts";
import { ok, receiver } from "./receiver.ts";
import { ENDPOINTS, given } from "./support.ts";

describe("a call to a SIP endpoint", () => {
  test("fetches its SWML script with signed JSON", async () => {
    const { url, received } = await receiver({ "/script": ok('{"version":"1.0.0","sections":{"main":["answer"]}}') });
    const client = await given();
    await addEndpoint(client, "alice", { call_handler: "relay_script", call_relay_script_url: `${url}/script` });
    const trace = await client.server.call({ to: "sip:alice@anything.example.com", from: FROM });
    expect(trace).toMatchObject({ handler: "relay_script", outcome: "answered" });
    const [request] = received;
    const { call } = JSON.parse(request?.body ?? "");
    expect(call).toMatchObject({ call_id: trace.id, from: FROM });
    expect(request?.headers["x-signalwire-signature"]).toBe(
      createHmac("sha1", client.server.project.signingKey).update(`${url}/script${request?.body}`).digest("hex"),
    );
    expect(request?.headers["x-signalwire-sha256-signature"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(["<Response/>", "[]", '{"sections":{}}', "hello"])("refuses %j as a script", async (text) => {
    const { url } = await receiver({ "/script": ok(text) });
    const client = await given();
    await addEndpoint(client, "alice", { call_handler: "relay_script", call_relay_script_url: `${url}/script` });
    const trace = await client.server.call({ to: "alice", from: FROM });
    expect(trace.outcome).toBe("failed");
    expect(trace.steps.at(-1)?.text).toMatch(/^The script is refused: /);
  });

  test("is reached through a number, whose part ends there", async () => {
    const { url, received } = await receiver({ "/call": ok(), "/status": ok() });
    const client = await numberWith({ call_handler: "relay_sip_endpoint" });
    const id = await addEndpoint(client, "alice", {
      ...lamlFields(`${url}/call`, `${url}/fallback`, `${url}/status`),
      call_request_method: "GET",
    });
    await setNumber(client, { call_sip_endpoint_id: id });
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
      const client = await numberWith({ call_handler: "relay_sip_endpoint" });
      await setNumber(client, { call_sip_endpoint_id: await addEndpoint(client, "alice", fields) });
      const outcomes = [];
      for (const to of ["alice", TO]) outcomes.push((await client.server.call({ to, from: FROM })).outcome);
      expect(outcomes).toStrictEqual(["handed-over", "handed-over"]);
    },
  );

  test("is not there when the number names none, or one that was deleted", async () => {
    const client = await numberWith({ call_handler: "relay_sip_endpoint" });
    const field = "call_sip_endpoint_id";
    const none = await client.server.call({ to: TO, from: FROM });
    expect([none.outcome, none.steps.at(-1)]).toMatchObject([
      "unanswered",
      { text: "No SIP endpoint is named.", field },
    ]);

    const id = await addEndpoint(client, "alice");
    await setNumber(client, { [field]: id });
    expect((await client.delete(`${ENDPOINTS}/${id}`)).status).toBe(204);
    const gone = await client.server.call({ to: TO, from: FROM });
    expect(gone.outcome).toBe("unanswered");
    expect(gone.steps.at(-1)).toMatchObject({ text: `The project has no SIP endpoint ${id}.`, field });
    expect(gone.steps.at(-1)).toMatchObject({ code: "endpoint_unknown", details: { id } });
  });

  test("without a handler rings devices that this server does not have", async () => {
    const client = await given();
    await addEndpoint(client, "alice");
    const trace = await client.server.call({ to: "alice", from: FROM });
    expect([trace.outcome, trace.handler]).toStrictEqual(["handed-over", null]);
  });
});

describe("a call to a client", () => {
  test("by its resource name rings while it is connected", async () => {
    const client = await given();
    expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("unanswered");
    await connected(client, "alice");
    expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("ringing");
    client.server.clock.advance({ minutes: 15 });
    expect((await client.server.call({ to: "alice", from: FROM })).outcome).toBe("unanswered");
  });

  test("through a number with relay_verto_endpoint rings while it is connected", async () => {
    const client = await numberWith({ call_handler: "relay_verto_endpoint", call_verto_resource: "alice" });
    const before = await client.server.call({ to: TO, from: FROM });
    expect(before.steps.at(-1)).toMatchObject({
      text: "No client is connected as alice.",
      field: "call_verto_resource",
    });
    await connected(client, "alice");
    const after = await client.server.call({ to: TO, from: FROM });
    expect(after.outcome).toBe("ringing");
    expect(after.steps.at(-1)?.next).toEqual({ what: "client", name: "alice" });
  });
});
