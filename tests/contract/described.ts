// Tables of resources that only the live service's description has, typed by hand, because the contract cannot test itself.

import {
  CIPHERS,
  FLAG,
  methodOrPost,
  optionalText,
  optionalUrl,
  optionalUuid,
  type Specified,
  type Table,
  TEXT,
} from "./specified.ts";

/** Gap `domain-applications`, from the live service's description. */
export const DOMAIN_APPLICATION: Table = {
  id: { sent: "never" },
  domain: { sent: "never" },
  name: { sent: "required", ...TEXT },
  identifier: { sent: "required", good: ["carrier", "test_id", "live-kit"], bad: ["", "a b", "a@b", "a/b", "a:b", 5] },
  user: { default: { value: "*" }, good: ["*", "helpdesk"], bad: ["", "a b", "a@b", 5] },
  ip_auth_enabled: { ...FLAG, default: { value: false } },
  ip_auth: {
    isList: true,
    default: { value: [] },
    good: [["203.0.113.5"], ["203.0.113.0/24", "2001:db8::1", "2001:db8::/32"], ["0.0.0.0/0"]],
    bad: ["203.0.113.5", ["203.0.113"], ["carrier.example"], ["203.0.113.0/33"], [""], ["203.0.113.5", "203.0.113.5"]],
  },
  encryption: {
    allowed: ["optional", "required", "forbidden"],
    default: { value: "optional" },
    bad: ["", "default", 5],
  },
  codecs: {
    isList: true,
    allowed: ["OPUS", "G722", "PCMU", "PCMA", "G729", "VP8", "H264"],
    default: { value: ["PCMU", "PCMA"] },
  },
  ciphers: { isList: true, allowed: CIPHERS, default: { value: CIPHERS } },
  call_handler: {
    allowed: [
      "relay_topic",
      "relay_application",
      "laml_webhooks",
      "laml_application",
      "video_room",
      "relay_script",
      "dialogflow",
      "ai_agent",
      "call_flow",
      "relay_context",
    ],
    bad: ["", "relay_connector", "sip_gateway", 5],
  },
  call_request_url: optionalUrl,
  call_request_method: methodOrPost,
  call_fallback_url: optionalUrl,
  call_fallback_method: methodOrPost,
  call_status_callback_url: optionalUrl,
  call_status_callback_method: methodOrPost,
  call_laml_application_id: optionalText,
  call_relay_topic: optionalText,
  call_relay_topic_status_callback_url: optionalUrl,
  call_relay_context: optionalText,
  call_relay_context_status_callback_url: optionalUrl,
  call_relay_application: { ...optionalText, returned: false },
  call_relay_script_url: optionalUrl,
  call_video_room_id: optionalUuid,
  call_dialogflow_agent_id: { ...optionalUuid, returned: false },
  call_ai_agent_id: { ...optionalUuid, returned: false },
  call_flow_id: { ...optionalUuid, returned: false },
  call_flow_version: { returned: false, allowed: ["working_copy", "current_deployed"], bad: ["", 5] },
};

const LAML = {
  good: [
    "<Response/>",
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- menu -->\n<Response><Say>Hello</Say></Response>\n',
    "<Response><Dial><Number>+12025550101</Number></Dial></Response>",
  ],
  bad: ["", " ", "Hello", "<Say>Hello</Say>", "<Response>", "<Response><Say></Response>", "<Responses/>", 5, {}],
};
const SWML = {
  good: [
    { version: "1.0.0", sections: { main: [{ answer: {} }] } },
    { sections: { main: ["hangup"], other: [] } },
    '{"version":"1.0.0","sections":{"main":[{"play":{"url":"say:Hello"}}]}}',
    "version: 1.0.0\nsections:\n  main:\n    - play: { url: 'say:Hello' }\n",
  ],
  bad: [
    "",
    "<Response/>",
    "sections: {",
    "a: &a [x]\nsections: { main: *a }",
    { sections: { main: [] } },
    { sections: { main: ["hangup"], other: {} } },
    { version: 1, sections: { main: ["hangup"] } },
    { sections: [] },
  ],
};
const NAME: Specified = { sent: "required", ...TEXT };

/** From the live service's description of /api/fabric (gap `fabric-forms`). */
export const CXML_SCRIPT: Table = {
  id: { sent: "never" },
  display_name: NAME,
  contents: { sent: "required", ...LAML },
  status_callback_url: optionalUrl,
  status_callback_method: methodOrPost,
  request_url: { sent: "never" },
};

export const SWML_SCRIPT: Table = {
  id: { sent: "never" },
  display_name: NAME,
  contents: { sent: "required", ...SWML },
  script_type: { allowed: ["calling", "messaging"], default: { value: "calling" } },
  status_callback_url: optionalUrl,
  request_url: { sent: "never" },
};

/** From the live service's description of /api/fabric/subscribers/tokens (gap `subscriber-tokens`). */
export const SUBSCRIBER_TOKEN: Table = {
  reference: { sent: "required", returned: false, ...TEXT },
  expire_at: {
    ...{ returned: false, default: { text: "two hours from now" } },
    ...{ good: [4_102_444_800], bad: [-1, 1.5, "4102444800", "soon", true] },
  },
  token: { sent: "never" },
  refresh_token: { sent: "never" },
  subscriber_id: { sent: "never" },
};

/** From the live service's description of .../number_group_memberships (gap `number-group-memberships`). */
export const NUMBER_GROUP_MEMBERSHIP: Table = {
  id: { sent: "never" },
  number_group_id: { ...optionalUuid, sent: "required" },
  phone_number_id: { ...optionalUuid, sent: "required" },
};

/** From the live service's description of /api/laml/2010-04-01/Accounts/{AccountSid}/Applications (gap `laml-forms`). */
export const CXML_APPLICATION: Table = {
  id: { sent: "never" },
  friendly_name: { ...NAME, good: ["Office", "x".repeat(64)], bad: ["", 5, "x".repeat(65)] },
  voice_url: optionalUrl,
  voice_method: methodOrPost,
  voice_fallback_url: optionalUrl,
  voice_fallback_method: methodOrPost,
  status_callback: optionalUrl,
  status_callback_method: methodOrPost,
  sms_url: optionalUrl,
  sms_method: methodOrPost,
  sms_fallback_url: optionalUrl,
  sms_fallback_method: methodOrPost,
  sms_status_callback: optionalUrl,
  sms_status_callback_method: methodOrPost,
};

const UP_TO_250: Specified = { ...NAME, good: ["x", "Zoë & Söhne", "x".repeat(250)], bad: ["", 5, "x".repeat(251)] };

/** From the live service's description of /api/relay/rest/addresses (gap `emergency-addresses`). */
export const EMERGENCY_ADDRESS: Table = {
  id: { sent: "never" },
  label: UP_TO_250,
  country: { ...NAME, good: ["US", "CA"], bad: ["", "us", "USA", "1A", 5] },
  first_name: UP_TO_250,
  last_name: UP_TO_250,
  street_number: UP_TO_250,
  street_name: UP_TO_250,
  address_type: {
    allowed: [
      ...["Apartment", "Basement", "Building", "Department", "Floor", "Office", "Penthouse", "Suite", "Trailer"],
      "Unit",
    ],
  },
  address_number: optionalText,
  city: UP_TO_250,
  state: NAME,
  postal_code: UP_TO_250,
  emergency_enabled: { ...FLAG, default: { value: false } },
  auto_correct_address: { ...FLAG, default: { value: true }, returned: false },
  validated: { ...FLAG, sent: "never", default: { value: false } },
  validated_at: { sent: "never" },
};
