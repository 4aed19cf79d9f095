import { describe, expect, test } from "vitest";
import { addEndpoint, connected, FROM, lamlFields, numberWith, setNumber, TO } from "./called.ts";
import { ok, receiver } from "./receiver.ts";
import { given } from "./support.ts";

describe("a call to a SIP endpoint", () => {
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
      for (const to of ["alice", "sip:alice@anything.example.com", TO])
        expect((await client.server.call({ to, from: FROM })).outcome).toBe("handed-over");
      const { handler } = await client.server.call({ to: "alice", from: FROM });
      expect(handler).toBe(fields.call_handler ?? null);
    },
  );

  test("says where the live service differs, and an option plays its direction", async () => {
    const { url, received } = await receiver({ "/call": ok() });
    const live =
      "At the live service this handler takes the calls that the device places; a call to it rings the device.";
    const asSpecified = await given();
    await addEndpoint(asSpecified, "alice", { ...lamlFields(`${url}/call`, `${url}/fallback`, `${url}/status`) });
    const specified = await asSpecified.server.call({ to: "alice", from: FROM });
    expect(specified.text.split(live)).toHaveLength(2);
    expect(specified.outcome).toBe("answered");

    const client = await given({ outboundHandlers: true, extraFields: true });
    for (const [name, fields] of Object.entries({
      alice: lamlFields(`${url}/call`, `${url}/fallback`, `${url}/status`),
      ...{ bob: {}, carol: { call_handler: "passthrough" }, dave: { call_handler: "block-pstn" } },
    }))
      await addEndpoint(client, name, fields);
    received.length = 0;
    for (const to of ["alice", "bob", "dave"]) {
      const rung = await client.server.call({ to, from: FROM });
      expect(rung.verdict).toContain(`Rings the devices of the SIP endpoint ${to}`);
    }
    expect(received).toEqual([]);
    const placed = await client.server.call({ to: TO, from: "alice" });
    expect(placed).toMatchObject({ handler: "laml_webhooks", outcome: "answered" });
    expect(placed.text).not.toContain(live);
    expect(received.find(({ path }) => path === "/call")?.form).toMatchObject({ To: TO });
    const outcomes = async (to: string) => {
      const traces = [];
      for (const from of ["bob", "carol", "dave"]) traces.push((await client.server.call({ to, from })).outcome);
      return traces;
    };
    expect(await outcomes("alice")).toEqual(["handed-over", "handed-over", "handed-over"]);
    expect(await outcomes("+12025550199")).toEqual(["handed-over", "handed-over", "failed"]);
    const { verdict } = await client.server.call({ to: "+12025550199", from: "dave" });
    expect(verdict).toContain("may not call numbers such as +12025550199 (block-pstn)");
  });
});

describe("a call to a client", () => {
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
