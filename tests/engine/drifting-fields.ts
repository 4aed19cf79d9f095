// Every writable field of endpoints and numbers with two values, for tests that change it outside the program.

const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
const OTHER = "0c9e7a34-93b1-4a56-8d3b-7f1f2f0d9b22";

// Argument, the API's name, the program's value, the changed value. Written by hand from spec §2.
export type Case = [argument: string, field: string, said: unknown, made: unknown];

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

export const ENDPOINT: Case[] = [
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

/** Returns the handler that reads an endpoint's argument, with all that it requires. */
export function readBy(argument: string): object {
  const handlers: { readonly [argument: string]: string } = {
    callFlowId: "call_flow",
    callAiAgentId: "ai_agent",
    callRelayScriptUrl: "relay_script",
    callLamlApplicationId: "laml_application",
    callRelayContext: "relay_context",
    callRelayApplication: "relay_context",
    callVideoRoomId: "video_room",
  };
  if (/^call(?:Request|Fallback|StatusCallback)/.test(argument))
    return Object.fromEntries([
      ["callHandler", "laml_webhooks"],
      ...["Request", "Fallback", "StatusCallback"].flatMap((what) => [
        [`call${what}Url`, "https://example.com/same"],
        [`call${what}Method`, "POST"],
      ]),
    ]);
  return handlers[argument] ? { callHandler: handlers[argument] } : {};
}

/** The values are ids of endpoints, filled in when the endpoints exist. */
export const rings: Case = ["callSipEndpointId", "call_sip_endpoint_id", null, null];

export const NUMBER: Case[] = [
  ["name", "name", "a", "b"],
  ["callHandler", "call_handler", "dialogflow", "video_room"],
  ["callReceiveMode", "call_receive_mode", "fax", "voice"],
  ["callDialogflowAgentId", "call_dialogflow_agent_id", "a", "b"],
  ["callRelayConnectorId", "call_relay_connector_id", "a", "b"],
  rings,
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

/** Returns the name under which a value that the program never set is shown: of two aliases, the one that takes precedence. */
export const shownAs = (argument: string) => argument.replace(/Relay(?:Topic|Context)$/, "RelayApplication");
