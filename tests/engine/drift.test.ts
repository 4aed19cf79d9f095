// Every writable field changed from outside: a drift check names exactly that field of exactly that resource.

import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, environmentOf, list, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
const OTHER = "0c9e7a34-93b1-4a56-8d3b-7f1f2f0d9b22";

// Argument, the API's name, what the program says, what somebody made of it. Written from spec §2 by hand.
type Case = [argument: string, field: string, said: unknown, made: unknown];

const SHARED: Case[] = [
  ["callRequestUrl", "call_request_url", "https://example.com/a", "https://example.com/b"],
  ["callRequestMethod", "call_request_method", "GET", "POST"],
  ["callFallbackUrl", "call_fallback_url", "https://example.com/a", "https://example.com/b"],
  ["callFallbackMethod", "call_fallback_method", "GET", "POST"],
  ["callStatusCallbackUrl", "call_status_callback_url", "https://example.com/a", "https://example.com/b"],
  ["callStatusCallbackMethod", "call_status_callback_method", "GET", "POST"],
  ["callLamlApplicationId", "call_laml_application_id", UUID, OTHER],
  ["callRelayContext", "call_relay_context", "a", "b"],
  ["callRelayApplication", "call_relay_application", "a", "b"],
  ["callVideoRoomId", "call_video_room_id", UUID, OTHER],
];

const ENDPOINT: Case[] = [
  ["username", "username", "said", "made"],
  ["callerId", "caller_id", "a", "b"],
  ["sendAs", "send_as", "+12025550100", "random"],
  ["ciphers", "ciphers", ["AEAD_AES_256_GCM_8"], ["AES_CM_128_HMAC_SHA1_32"]],
  ["codecs", "codecs", ["OPUS", "PCMU"], ["OPUS"]],
  ["encryption", "encryption", "required", "optional"],
  ["callHandler", "call_handler", "dialogflow", null],
  ["callFlowId", "call_flow_id", UUID, OTHER],
  ["callAiAgentId", "call_ai_agent_id", UUID, OTHER],
  ["callRelayScriptUrl", "call_relay_script_url", "https://example.com/a", "https://example.com/b"],
  ...SHARED,
];

const NUMBER: Case[] = [
  ["name", "name", "a", "b"],
  ["callHandler", "call_handler", "dialogflow", "video_room"],
  ["callReceiveMode", "call_receive_mode", "fax", "voice"],
  ["callDialogflowAgentId", "call_dialogflow_agent_id", "a", "b"],
  ["callRelayConnectorId", "call_relay_connector_id", "a", "b"],
  ["callSipEndpointId", "call_sip_endpoint_id", UUID, OTHER],
  ["callVertoResource", "call_verto_resource", "a", "b"],
  ["messageHandler", "message_handler", "relay_context", "laml_application"],
  ["messageRequestUrl", "message_request_url", "https://example.com/a", "https://example.com/b"],
  ["messageRequestMethod", "message_request_method", "GET", "POST"],
  ["messageFallbackUrl", "message_fallback_url", "https://example.com/a", "https://example.com/b"],
  ["messageFallbackMethod", "message_fallback_method", "GET", "POST"],
  ["messageLamlApplicationId", "message_laml_application_id", UUID, OTHER],
  ["messageRelayContext", "message_relay_context", "a", "b"],
  ["messageRelayApplication", "message_relay_application", "a", "b"],
  ...SHARED,
];

describeWithEngine("drift", () => {
  let server: Server;
  let stack: Stack;
  const numbers = NUMBER.map((_, at) => `+120255503${String(at).padStart(2, "0")}`);

  beforeAll(async () => {
    server = await serve("+12025550100", ...numbers);
    stack = await Stack.create(environmentOf(server));
    // A resource a field, each setting several fields, so that a wrong name could be reported.
    const endpoints = ENDPOINT.map(([argument, , said]) => ({
      username: `desk-${argument}`,
      password: "canary-password",
      callerId: "Same",
      codecs: ["PCMU", "VP8"],
      [argument]: said,
    }));
    const lines = NUMBER.map(([argument, , said], at) => ({ number: numbers[at], name: "Same", [argument]: said }));
    await stack.write(`
const endpoints: any[] = ${JSON.stringify(endpoints)};
const lines: any[] = ${JSON.stringify(lines)};
${JSON.stringify(ENDPOINT.map(([argument]) => argument))}.forEach((name, at) => new SipEndpoint("endpoint-" + name, endpoints[at]));
${JSON.stringify(NUMBER.map(([argument]) => argument))}.forEach((name, at) => new PhoneNumber("number-" + name, lines[at]));
new SipEndpoint("endpoint-deleted", { username: "deleted", password: "canary-password" });`);
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("is none as long as nobody touches anything, whatever order lists come in", async () => {
    const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(refresh.code, refresh.output.slice(-2_000)).toBe(0);
  });

  it("of each field is named, and nothing else is, and the state is not touched", async () => {
    const endpoints = await list(server, "/endpoints/sip");
    for (const [argument, field, , made] of ENDPOINT) {
      const name = argument === "username" ? "said" : `desk-${argument}`;
      const { id } = endpoints.find((each) => each.username === name) ?? {};
      await ask(server, "PUT", `/endpoints/sip/${id}`, { [field]: made });
    }
    const lines = await list(server, "/phone_numbers");
    for (const [at, [, field, , made]] of NUMBER.entries()) {
      const { id } = lines.find((each) => each.number === numbers[at]) ?? {};
      await ask(server, "PUT", `/phone_numbers/${id}`, { [field]: made });
    }
    const { id } = endpoints.find((each) => each.username === "deleted") ?? {};
    await ask(server, "DELETE", `/endpoints/sip/${id}`);

    const before = await stack.stateText();
    const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(refresh.code).toBe(7);
    expect(await stack.stateText()).toBe(before);
    const { "endpoint-deleted": deleted, ...named } = namedFields(refresh.output);
    expect(named).toEqual({
      ...Object.fromEntries(ENDPOINT.map(([argument]) => [`endpoint-${argument}`, [argument]])),
      ...Object.fromEntries(NUMBER.map(([argument]) => [`number-${argument}`, [argument]])),
    });
    expect(deleted).toContain("username");
    expect(refresh.output).toMatch(/- pulumi-nodejs:dynamic\/signalwire:SipEndpoint: \(delete\)/);
  });
});

/** Which properties a `--diff` shows as changed, by resource. */
function namedFields(output: string): Record<string, string[]> {
  const named: Record<string, string[]> = {};
  let resource = "";
  for (const line of output.split("\n")) {
    const urn = /\[urn=.*::([^\]]+)\]/.exec(line)?.[1];
    if (urn) resource = urn;
    const property = /^\s*[~+-] (\w+)\s*: /.exec(line)?.[1];
    if (property && resource) named[resource] = [...(named[resource] ?? []), property];
  }
  return named;
}
