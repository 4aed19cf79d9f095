// Arguments that set every optional field, under each handler.

// Written by hand from spec §2, because the contract cannot test itself.
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
  callSipEndpointId: UUID,
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

export const ENDPOINTS = ENDPOINT_HANDLERS.map((callHandler) => ({ ...ENDPOINT, username: callHandler, callHandler }));

/** The numbers' arguments, without the numbers. */
export const LINES = [
  ...CALL_HANDLERS.map((callHandler) => ({ ...NUMBER, callHandler })),
  ...MESSAGE_HANDLERS.map((messageHandler) => ({ ...NUMBER, messageHandler })),
];
