// Arguments that set every optional field, under each handler.

import { PHONE_NUMBER, SIP_ENDPOINT, type Specified, UUID } from "../contract/specified.ts";

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
  callRelayScriptUrl: "https://example.com/script.json",
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

const allowed = (field: Specified | undefined) => field?.allowed ?? [];

export const ENDPOINTS = allowed(SIP_ENDPOINT.call_handler).map((callHandler) => ({
  ...ENDPOINT,
  username: callHandler,
  callHandler,
}));

/** The numbers' arguments, without the numbers. */
export const LINES = [
  ...allowed(PHONE_NUMBER.call_handler).map((callHandler) => ({ ...NUMBER, callHandler })),
  ...allowed(PHONE_NUMBER.message_handler).map((messageHandler) => ({ ...NUMBER, messageHandler })),
];

/** A field that changes once: its values before and after, and the arguments that it needs. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly others?: object;
}

// Written by hand from the service's description.
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const URL_A = "https://example.com/a";
const URL_B = "https://example.com/b?x=1";
const WITH_WEBHOOKS = { callHandler: "laml_webhooks", callRequestUrl: URL_A };
const WITH_FLOW = { callHandler: "call_flow", callFlowId: UUID };

/** The arguments that every emergency address has, besides its label. */
export const ADDRESS = {
  country: "US",
  firstName: "Emmett",
  lastName: "Brown",
  streetNumber: "1640",
  streetName: "Riverside Drive",
  city: "Hill Valley",
  state: "CA",
  postalCode: "91905",
};

export const ADDRESS_CHANGES: readonly FieldChange[] = [
  { field: "label", before: "Head office", after: 'The "new" head office' },
  { field: "country", before: "US", after: "CA" },
  { field: "firstName", before: "Emmett", after: "Marty" },
  { field: "lastName", before: "Brown", after: "McFly" },
  { field: "streetNumber", before: "1640", after: "9303" },
  { field: "streetName", before: "Riverside Drive", after: "Lyon Drive", others: { emergencyEnabled: true } },
  { field: "addressType", before: "Suite", after: "Floor" },
  { field: "addressNumber", before: "42", after: "43 b" },
  { field: "city", before: "Hill Valley", after: "Lone Pine" },
  { field: "state", before: "CA", after: "NV" },
  { field: "postalCode", before: "91905", after: "91906" },
  { field: "emergencyEnabled", before: true, after: false },
  { field: "autoCorrectAddress", before: false, after: true },
];

export const APPLICATION_CHANGES: readonly FieldChange[] = [
  { field: "friendlyName", before: "Office", after: 'The "new" office & more' },
  { field: "voiceUrl", before: URL_A, after: URL_B },
  { field: "voiceMethod", before: "GET", after: "POST" },
  { field: "voiceFallbackUrl", before: URL_A, after: URL_B },
  { field: "voiceFallbackMethod", before: "GET", after: "POST" },
  { field: "statusCallback", before: URL_A, after: URL_B },
  { field: "statusCallbackMethod", before: "GET", after: "POST" },
  { field: "smsUrl", before: URL_A, after: URL_B },
  { field: "smsMethod", before: "GET", after: "POST" },
  { field: "smsFallbackUrl", before: URL_A, after: URL_B },
  { field: "smsFallbackMethod", before: "GET", after: "POST" },
  { field: "smsStatusCallback", before: URL_A, after: URL_B },
  { field: "smsStatusCallbackMethod", before: "GET", after: "POST" },
];

export const DOMAIN_CHANGES: readonly FieldChange[] = [
  { field: "name", before: "Carrier", after: 'A "new" carrier' },
  { field: "identifier", before: "old-domain", after: "new-domain" },
  { field: "user", before: "office", after: "sales" },
  { field: "ipAuthEnabled", before: true, after: false, others: { ipAuth: ["203.0.113.5"] } },
  {
    field: "ipAuth",
    before: ["203.0.113.5"],
    after: ["203.0.113.5", "198.51.100.0/24"],
    others: { ipAuthEnabled: true },
  },
  { field: "encryption", before: "required", after: "forbidden" },
  { field: "codecs", before: ["OPUS"], after: ["G729", "PCMU"] },
  { field: "ciphers", before: ["AEAD_AES_256_GCM_8"], after: ["AES_CM_128_HMAC_SHA1_32"] },
  { field: "callHandler", before: "relay_topic", after: "relay_context", others: { callRelayTopic: "office" } },
  ...["callRequestUrl", "callFallbackUrl", "callStatusCallbackUrl"].map((field) => ({
    field,
    before: URL_A,
    after: URL_B,
    others: WITH_WEBHOOKS,
  })),
  ...["callRequestMethod", "callFallbackMethod", "callStatusCallbackMethod"].map((field) => ({
    field,
    before: "GET",
    after: "POST",
    others: WITH_WEBHOOKS,
  })),
  { field: "callLamlApplicationId", before: UUID, after: ID, others: { callHandler: "laml_application" } },
  { field: "callRelayTopic", before: "office", after: "sales", others: { callHandler: "relay_topic" } },
  { field: "callRelayContext", before: "office", after: "sales", others: { callHandler: "relay_context" } },
  { field: "callRelayApplication", before: "office", after: "sales", others: { callHandler: "relay_application" } },
  {
    field: "callRelayTopicStatusCallbackUrl",
    before: URL_A,
    after: URL_B,
    others: { callHandler: "relay_topic", callRelayTopic: "office" },
  },
  {
    field: "callRelayContextStatusCallbackUrl",
    before: URL_A,
    after: URL_B,
    others: { callHandler: "relay_context", callRelayContext: "office" },
  },
  { field: "callRelayScriptUrl", before: URL_A, after: URL_B, others: { callHandler: "relay_script" } },
  { field: "callVideoRoomId", before: UUID, after: ID, others: { callHandler: "video_room" } },
  { field: "callDialogflowAgentId", before: UUID, after: ID, others: { callHandler: "dialogflow" } },
  { field: "callFlowId", before: UUID, after: ID, others: WITH_FLOW },
  { field: "callFlowVersion", before: "working_copy", after: "current_deployed", others: WITH_FLOW },
  { field: "callAiAgentId", before: UUID, after: ID, others: { callHandler: "ai_agent" } },
];

export const CXML_CHANGES: readonly FieldChange[] = [
  { field: "displayName", before: "Old menu", after: 'New "menu" <&>' },
  { field: "contents", before: "<Response><Say>Hello</Say></Response>", after: "<Response><Hangup/></Response>" },
  { field: "statusCallbackUrl", before: URL_A, after: URL_B },
  { field: "statusCallbackMethod", before: "GET", after: "POST", others: { statusCallbackUrl: URL_A } },
];

const flow = (step: unknown) => ({ version: "1.0.0", sections: { main: [step] } });

export const SWML_CHANGES: readonly FieldChange[] = [
  { field: "displayName", before: "Old flow", after: 'New "flow" <&>' },
  { field: "contents", before: flow("hangup"), after: flow({ play: { url: "say:Hello" } }) },
  { field: "scriptType", before: "messaging", after: "calling" },
  { field: "statusCallbackUrl", before: URL_A, after: URL_B },
];
