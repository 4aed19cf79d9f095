import { expect, test } from "vitest";
import { FROM, numberWith, TO } from "./called.ts";
import { ok, receiver, status } from "./receiver.ts";
import { given } from "./support.ts";

test("a message is posted to message_request_url with the documented parameters and its segments", async () => {
  const { url, received } = await receiver({ "/message": ok("<Response/>") });
  const { server } = await numberWith({ message_handler: "laml_webhooks", message_request_url: `${url}/message` });
  // The letters of GSM-7 take seven bits each, including ü. € takes two of them, and ы is not in GSM-7.
  const bodies = {
    "Grüß dich & tschüß": "1",
    ["x".repeat(160)]: "1",
    ["x".repeat(161)]: "2",
    ["ü".repeat(160)]: "1",
    ["€".repeat(81)]: "2",
    ["ы".repeat(70)]: "1",
    ["ы".repeat(71)]: "2",
  };
  const forms = [];
  for (const [Body, NumSegments] of Object.entries(bodies)) {
    const { id, kind, handler, outcome } = await server.message({ to: TO, from: FROM, body: Body });
    expect([kind, handler, outcome]).toEqual(["message", "laml_webhooks", "answered"]);
    const sids = { AccountSid: server.project.id, MessageSid: id, SmsSid: id };
    forms.push({ ...sids, From: FROM, To: TO, Body, NumMedia: "0", NumSegments });
  }
  expect(received.map(({ form }) => form)).toStrictEqual(forms);
});

test("a message goes to message_fallback_url when the request URL fails, never to the URLs for calls", async () => {
  const { url, received } = await receiver({ "/message": status(500), "/fallback": ok("<Response/>"), "/call": ok() });
  const calls = { call_request_url: `${url}/call`, call_status_callback_url: `${url}/call` };
  const messages = { message_request_url: `${url}/message`, message_fallback_url: `${url}/fallback` };
  const handlers = { call_handler: "laml_webhooks", message_handler: "laml_webhooks", message_request_method: "GET" };
  const { server } = await numberWith({ ...handlers, ...calls, ...messages });
  expect((await server.message({ to: TO, from: FROM, body: "x" })).outcome).toBe("answered");
  expect(received.map(({ method, path }) => `${method} ${path}`)).toStrictEqual(["GET /message", "POST /fallback"]);
});

test("a script for messages is asked for with the documented JSON, where extra fields are accepted", async () => {
  const { url, received } = await receiver({ "/swml": ok('{"version":"1.0.0","sections":{"main":[{"reply":{}}]}}') });
  const number = { number: TO, message_handler: "relay_script", message_relay_script_url: `${url}/swml` };
  const { server } = await given({ extraFields: true, seed: { projects: [{ numbers: [number] }] } });
  server.clock.freeze("2024-01-15T10:30:00.500Z");
  const { id, outcome } = await server.message({ to: TO, from: FROM, body: "Hello, I need help" });
  expect(outcome).toBe("answered");
  expect(JSON.parse(received[0]?.body ?? "")).toStrictEqual({
    message: {
      message_id: id,
      project_id: server.project.id,
      space_id: expect.stringMatching(/^[\da-f-]{36}$/),
      direction: "inbound",
      type: "sms",
      from: FROM,
      to: TO,
      body: "Hello, I need help",
      media: [],
      segments: 1,
      timestamp: "2024-01-15T10:30:00Z",
    },
    params: {},
  });
  expect(received[0]?.headers["x-signalwire-signature"]).toMatch(/^[\da-f]{40}$/);
});

test.each([
  [{}, "no field names it", "unanswered"],
  [{ message_relay_script_url: "http://" }, "its address is no URL", "failed"],
])("a message whose script cannot be asked for is not taken: %j", async (fields, _, outcome) => {
  const seed = { projects: [{ numbers: [{ number: TO, message_handler: "relay_script", ...fields }] }] };
  const { server } = await given({ extraFields: true, seed });
  expect((await server.message({ to: TO, from: FROM, body: "x" })).outcome).toBe(outcome);
});
