import { expect, test } from "vitest";
import { FROM, numberWith, TO } from "./called.ts";
import { ok, receiver, status } from "./receiver.ts";
import { given } from "./support.ts";

test("a message is posted to message_request_url with the documented parameters", async () => {
  const { url, received } = await receiver({ "/message": ok("<Response/>") });
  const { server } = await numberWith({ message_handler: "laml_webhooks", message_request_url: `${url}/message` });
  const trace = await server.message({ to: TO, from: FROM, body: "Grüß dich & tschüß" });
  expect(trace).toMatchObject({ kind: "message", handler: "laml_webhooks", outcome: "answered" });
  expect(received[0]?.form).toStrictEqual({
    AccountSid: server.project.id,
    MessageSid: trace.id,
    SmsSid: trace.id,
    From: FROM,
    To: TO,
    Body: "Grüß dich & tschüß",
    NumMedia: "0",
    NumSegments: "1",
  });
});

test("a message goes to message_fallback_url when the request URL fails, never to the URLs for calls", async () => {
  const { url, received } = await receiver({ "/message": status(500), "/fallback": ok("<Response/>"), "/call": ok() });
  const { server } = await numberWith({
    message_handler: "laml_webhooks",
    message_request_url: `${url}/message`,
    message_request_method: "GET",
    message_fallback_url: `${url}/fallback`,
    call_handler: "laml_webhooks",
    call_request_url: `${url}/call`,
    call_status_callback_url: `${url}/call`,
  });
  expect((await server.message({ to: TO, from: FROM, body: "x" })).outcome).toBe("answered");
  expect(received.map(({ method, path }) => `${method} ${path}`)).toStrictEqual(["GET /message", "POST /fallback"]);
});

test("a script for messages is asked for with the documented JSON, where extra fields are accepted", async () => {
  const { url, received } = await receiver({ "/swml": ok('{"version":"1.0.0","sections":{"main":[{"reply":{}}]}}') });
  const number = { number: TO, message_handler: "relay_script", message_relay_script_url: `${url}/swml` };
  const { server } = await given({ extraFields: true, seed: { projects: [{ numbers: [number] }] } });
  server.clock.freeze("2024-01-15T10:30:00.500Z");
  const trace = await server.message({ to: TO, from: FROM, body: "Hello, I need help" });
  expect(trace.outcome).toBe("answered");
  const { message, ...rest } = JSON.parse(received[0]?.body ?? "");
  expect(rest).toStrictEqual({ params: {} });
  expect(message).toStrictEqual({
    message_id: trace.id,
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

test("a long message counts its segments", async () => {
  const { url, received } = await receiver({ "/message": ok("<Response/>") });
  const { server } = await numberWith({ message_handler: "laml_webhooks", message_request_url: `${url}/message` });
  // The letters of GSM-7 take seven bits each, including ü. € takes two of them, and ы is not in GSM-7.
  const bodies = ["x".repeat(160), "x".repeat(161), "ü".repeat(160), "€".repeat(81), "ы".repeat(70), "ы".repeat(71)];
  for (const body of bodies) await server.message({ to: TO, from: FROM, body });
  expect(received.map(({ form }) => form.NumSegments)).toStrictEqual(["1", "2", "1", "2", "1", "2"]);
});
