// The specification's tables (§2.1, §2.2, §2.3, §4.3, §4.4), typed by hand, because the contract cannot test itself.

export interface Specified {
  /** True for a list of the allowed values, or of texts. */
  readonly isList?: true;
  /** Whether the request that sets the object has the field: the create of §4.1 and §4.3, the update of §4.2. Default: it may. */
  readonly sent?: "required" | "never";
  /** False for a field that no response lists. */
  readonly returned?: false;
  readonly allowed?: readonly string[];
  readonly default?: unknown;
  /** Valid and invalid values, besides the listed ones. */
  readonly good?: readonly unknown[];
  readonly bad?: readonly unknown[];
  /** The fields without which the value true is refused. */
  readonly needs?: { readonly [field: string]: unknown };
}

export type Table = { readonly [field: string]: Specified };

export const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";

const CODECS = ["OPUS", "G722", "PCMU", "PCMA", "VP8", "H264"];
export const CIPHERS = [
  ...["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80", "AES_256_CM_HMAC_SHA1_32"],
  "AES_CM_128_HMAC_SHA1_32",
];
export const FLAG = { good: [true, false], bad: ["", "true", 0, 1, [true]] } as const;
export const TEXT = { good: ["x", "Zoë & Söhne", "a".repeat(4_000)], bad: ["", 5, true, ["x"], {}] };
const URLS = {
  good: ["https://example.com", "http://example.com:8080/call?x=1&y=2#rt=100", "HTTPS://user:pass@EXAMPLE.COM/"],
  bad: ["", "example.com/call", "//example.com", "ftp://example.com", "https://", "https://a b/", 5, {}],
};
const UUIDS = {
  good: [UUID, UUID.toUpperCase(), "00000000-0000-0000-0000-000000000000"],
  bad: ["", "5b3f1c52", UUID.replaceAll("-", ""), `${UUID} `, `${UUID}0`, 5, [UUID]],
};
const DATES = {
  good: ["2025-05-08T19:08:41Z"],
  bad: ["", "2025-05-08", "2025-05-08T19:08:41+02:00", "08/05/2025", "2025-13-08T19:08:41Z", 1746731321],
};
export const E164 = {
  good: ["+12025550101", "+442071838750", "+4930123456789"],
  bad: ["", "12025550101", "+02025550101", "+1 202 555 0101", "+1202555010199999", "(202) 555-0101", 12025550101],
};

export const optionalText: Specified = { ...TEXT };
export const optionalUrl: Specified = { ...URLS };
export const optionalUuid: Specified = { ...UUIDS };
const method: Specified = { allowed: ["GET", "POST"], bad: ["", "PUT", "get", "post", 5] };
export const methodOrPost: Specified = { ...method, default: { value: "POST" } };

/** §2.1 names the defaults; only the live service has an object with them (gap `sip-profile`). */
export const SIP_PROFILE: Table = {
  domain: { sent: "never" },
  domain_identifier: {
    good: ["office", "a", "a-1"],
    bad: ["", "Office", "a b", "-a", "a.b", "büro", "x".repeat(41), 5],
  },
  default_codecs: { isList: true, default: { text: "all of them" }, allowed: CODECS },
  default_ciphers: { isList: true, default: { text: "all of them" }, allowed: CIPHERS },
  default_encryption: { default: { value: "optional" }, allowed: ["required", "optional"], bad: ["", "default", 5] },
  default_send_as: {
    default: { value: "random" },
    good: ["random", "", ...E164.good],
    bad: [...E164.bad.slice(1), "Random", "anything"],
  },
};

/** §2.1. `call_relay_application` is mentioned there but defined nowhere. It reads like its alias. */
export const SIP_ENDPOINT: Table = {
  id: { sent: "never" },
  username: {
    sent: "required",
    good: ["a", "front-desk", "front.desk+1", "Zoë", "日本"],
    bad: ["", " ", "front desk", "tab\there", "line\n", "no\u00a0break", "a@b", "@", 5],
  },
  password: { sent: "required", returned: false, ...TEXT },
  caller_id: optionalText,
  send_as: {
    default: { profile: "default_send_as", otherwise: "random" },
    good: ["random", ...E164.good],
    bad: [...E164.bad, "Random", "anything", "random ", "+12025550101random"],
  },
  ciphers: { isList: true, default: { profile: "default_ciphers" }, allowed: CIPHERS },
  codecs: { isList: true, default: { profile: "default_codecs" }, allowed: CODECS },
  encryption: {
    default: { profile: "default_encryption" },
    allowed: ["default", "required", "optional"],
    bad: ["", "none", "REQUIRED", true],
  },
  call_handler: {
    allowed: [
      "relay_context",
      "relay_script",
      "laml_webhooks",
      "laml_application",
      "dialogflow",
      "video_room",
      "call_flow",
      "ai_agent",
    ],
    bad: ["", "relay_application", "relay_sip_endpoint", "LAML_WEBHOOKS", "constructor", 5],
  },
  call_request_url: optionalUrl,
  call_request_method: method,
  call_fallback_url: optionalUrl,
  call_fallback_method: method,
  call_status_callback_url: optionalUrl,
  call_status_callback_method: method,
  call_laml_application_id: optionalText,
  call_relay_context: optionalText,
  call_relay_application: optionalText,
  call_video_room_id: optionalUuid,
  call_flow_id: optionalUuid,
  call_ai_agent_id: optionalUuid,
  call_relay_script_url: optionalUrl,
};

/** §2.2. */
export const PHONE_NUMBER: Table = {
  id: { sent: "never", ...UUIDS },
  number: { sent: "never", ...E164 },
  name: optionalText,
  call_handler: {
    allowed: [
      "relay_context",
      "relay_application",
      "laml_webhooks",
      "laml_application",
      "dialogflow",
      "relay_connector",
      "relay_sip_endpoint",
      "relay_verto_endpoint",
      "video_room",
      // Not of §2.2 (gap `number-script`).
      "relay_script",
    ],
    bad: ["", "relay_topic", "call_flow", "ai_agent", "constructor", 5],
  },
  call_receive_mode: { default: { value: "voice" }, allowed: ["voice", "fax"], bad: ["", "sms", "Voice", 5] },
  call_request_url: optionalUrl,
  call_request_method: methodOrPost,
  call_fallback_url: optionalUrl,
  call_fallback_method: methodOrPost,
  call_status_callback_url: optionalUrl,
  call_status_callback_method: methodOrPost,
  call_laml_application_id: optionalText,
  call_dialogflow_agent_id: optionalText,
  // Not of §2.2 (gap `number-script`).
  call_relay_script_url: optionalUrl,
  call_relay_context: optionalText,
  call_relay_application: optionalText,
  call_relay_connector_id: optionalText,
  call_sip_endpoint_id: optionalText,
  call_verto_resource: optionalText,
  call_video_room_id: optionalUuid,
  message_handler: {
    allowed: ["relay_context", "relay_application", "laml_webhooks", "laml_application"],
    bad: ["", "dialogflow", "video_room", 5],
  },
  message_request_url: optionalUrl,
  message_request_method: methodOrPost,
  message_fallback_url: optionalUrl,
  message_fallback_method: methodOrPost,
  message_laml_application_id: optionalText,
  message_relay_context: optionalText,
  message_relay_application: optionalText,
  capabilities: { isList: true, sent: "never", allowed: ["voice", "fax", "sms", "mms"] },
  number_type: { sent: "never", allowed: ["toll-free", "longcode"] },
  e911_address_id: { sent: "never" },
  // Gap `emergency-address-assignment`: the live service has requests of their own for it.
  emergency_address: { ...optionalText, returned: false },
  created_at: { sent: "never", ...DATES },
  updated_at: { sent: "never", ...DATES },
  next_billed_at: { sent: "never", ...DATES },
};

/** §4.3: the request; §2.3: the response. */
export const CLIENT_TOKEN: Table = {
  resource: { returned: false, default: { text: "a random UUID" }, ...TEXT },
  expires_in: {
    returned: false,
    default: { value: 15 },
    good: [1, 15, 60, 1_440, 43_201],
    bad: [0, -5, 1.5, 52_560_001, Number.NaN, Number.POSITIVE_INFINITY, "15", [15], true],
  },
  jwt_token: { sent: "never" },
  refresh_token: { sent: "never" },
};
