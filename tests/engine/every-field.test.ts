// No change after an up, for programs that set every optional field under each handler.

import { afterAll, beforeAll, expect, it } from "vitest";
import { addEndpoint, environmentOf, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

// Written from spec §2 by hand: the contract cannot vouch for itself.
const ENDPOINT_HANDLERS = [
  "relay_context",
  "relay_script",
  "laml_webhooks",
  "laml_application",
  "dialogflow",
  "video_room",
  "call_flow",
  "ai_agent",
];
const CALL_HANDLERS = [
  "relay_context",
  "relay_application",
  "laml_webhooks",
  "laml_application",
  "dialogflow",
  "relay_connector",
  "relay_sip_endpoint",
  "relay_verto_endpoint",
  "video_room",
];
const MESSAGE_HANDLERS = ["relay_context", "relay_application", "laml_webhooks", "laml_application"];

const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";

const WEBHOOKS = {
  callRequestUrl: "https://example.com/call?x=1",
  callRequestMethod: "GET",
  callFallbackUrl: "https://example.net/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://example.com/status",
  callStatusCallbackMethod: "GET",
};

const ENDPOINT = {
  password: "canary-sip-password",
  callerId: "Front desk",
  sendAs: "+12025550100",
  ciphers: ["AES_CM_128_HMAC_SHA1_32", "AEAD_AES_256_GCM_8"],
  codecs: ["H264", "OPUS"],
  encryption: "default",
  ...WEBHOOKS,
  callLamlApplicationId: UUID,
  callRelayContext: "support",
  callRelayApplication: "sales",
  callVideoRoomId: UUID,
  callFlowId: UUID,
  callAiAgentId: UUID,
  callRelayScriptUrl: "https://example.com/script.json",
};

const NUMBER = {
  name: "Line",
  callReceiveMode: "fax",
  ...WEBHOOKS,
  callLamlApplicationId: UUID,
  callDialogflowAgentId: "agent",
  callRelayContext: "support",
  callRelayApplication: "sales",
  callRelayConnectorId: "connector",
  callVertoResource: "alice",
  callVideoRoomId: UUID,
  messageRequestUrl: "https://example.com/message",
  messageRequestMethod: "GET",
  messageFallbackUrl: "https://example.net/message",
  messageFallbackMethod: "GET",
  messageLamlApplicationId: UUID,
  messageRelayContext: "support",
  messageRelayApplication: "sales",
};

describeWithEngine("every optional field under each handler", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    const numbers = [...CALL_HANDLERS, ...MESSAGE_HANDLERS].map((_, at) => `+120255502${String(at).padStart(2, "0")}`);
    server = await serve("+12025550100", ...numbers);
    stack = await Stack.create(environmentOf(server));
    const endpoints = ENDPOINT_HANDLERS.map((callHandler) => ({ ...ENDPOINT, username: callHandler, callHandler }));
    const number = { ...NUMBER, callSipEndpointId: await addEndpoint(server, "rung") };
    const calls = CALL_HANDLERS.map((callHandler) => ({ ...number, callHandler }));
    const messages = MESSAGE_HANDLERS.map((messageHandler) => ({ ...number, messageHandler }));
    const lines = [...calls, ...messages].map((line, at) => ({ ...line, number: numbers[at] }));
    await stack.write(`
const endpoints: any[] = ${JSON.stringify(endpoints)};
const lines: any[] = ${JSON.stringify(lines)};
for (const args of endpoints) new SipEndpoint(args.username, args);
for (const args of lines) new PhoneNumber(args.number, args);
`);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("previews, creates, previews without a change, and refreshes without drift", async () => {
    const up = await stack.run("up", "--yes");
    const resources = ENDPOINT_HANDLERS.length + CALL_HANDLERS.length + MESSAGE_HANDLERS.length;
    expect(up.output).toContain(`${resources + 1} created`);
    expect(up.code).toBe(0);
    const preview = await stack.preview("--expect-no-changes", "--diff");
    expect(preview.output).not.toMatch(/^\s*[~+-] /m);
    expect(preview.code).toBe(0);
    const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(refresh.code, refresh.output).toBe(0);
    expect((await stack.run("refresh", "--yes", "--skip-preview")).code).toBe(0);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  it("shows no change when only the order within a list changed", async () => {
    const program = `new SipEndpoint("order", { username: "order", password: "canary", codecs: CODECS as any });`;
    await stack.write(program.replace("CODECS", '["OPUS", "PCMU", "VP8"]'));
    await stack.up();
    await stack.write(program.replace("CODECS", '["VP8", "OPUS", "PCMU"]'));
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });
});
