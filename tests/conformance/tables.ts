// What each kind takes, typed by hand: its fields, the fields that a handler needs, and the smallest object.

import { type Body, type ResourceName, toCamel } from "../../contract/index.ts";
import {
  CXML_APPLICATION,
  CXML_SCRIPT,
  DOMAIN_APPLICATION,
  EMERGENCY_ADDRESS,
  NUMBER_GROUP_MEMBERSHIP,
  SUBSCRIBER_TOKEN,
  SWML_SCRIPT,
} from "../contract/described.ts";
import { ofPlain } from "../contract/plain.ts";
import { CLIENT_TOKEN, PHONE_NUMBER, SIP_ENDPOINT, SIP_PROFILE, type Table, UUID } from "../contract/specified.ts";

export const TABLES: { readonly [Name in ResourceName]: Table } = {
  SipEndpoint: SIP_ENDPOINT,
  PhoneNumber: PHONE_NUMBER,
  ClientToken: CLIENT_TOKEN,
  SubscriberToken: SUBSCRIBER_TOKEN,
  SipProfile: SIP_PROFILE,
  DomainApplication: DOMAIN_APPLICATION,
  CxmlScript: CXML_SCRIPT,
  SwmlScript: SWML_SCRIPT,
  NumberGroupMembership: NUMBER_GROUP_MEMBERSHIP,
  CxmlApplication: CXML_APPLICATION,
  EmergencyAddress: EMERGENCY_ADDRESS,
  ...ofPlain("table"),
};

export const LINE = "+12025550101";

/** The fields without which there is no object; none for objects that are always there. */
export const SMALLEST: { readonly [Name in ResourceName]: Body } = {
  SipEndpoint: { username: "desk", password: "canary-password" },
  PhoneNumber: {},
  ClientToken: {},
  SubscriberToken: { reference: "alice" },
  SipProfile: {},
  DomainApplication: { name: "Carrier", identifier: "carrier" },
  CxmlScript: { display_name: "Menu", contents: "<Response/>" },
  SwmlScript: { display_name: "Menu", contents: { sections: { main: ["hangup"] } } },
  NumberGroupMembership: { number_group_id: UUID, phone_number_id: UUID },
  CxmlApplication: { friendly_name: "Office" },
  EmergencyAddress: {
    ...{ label: "Office", country: "US", first_name: "A", last_name: "B", street_number: "1", street_name: "Main" },
    ...{ city: "Austin", state: "TX", postal_code: "78701" },
  },
  ...ofPlain("smallest"),
};

/** Arguments that change the smallest object. */
export const CHANGES = {
  SipEndpoint: { callerId: "Desk" },
  PhoneNumber: { name: "Line" },
  SipProfile: { defaultCodecs: ["OPUS"] },
  DomainApplication: { user: "sales" },
  CxmlScript: { contents: "<Response><Hangup/></Response>" },
  SwmlScript: { contents: { sections: { main: ["answer"] } } },
  CxmlApplication: { voiceUrl: "https://example.com/voice" },
  EmergencyAddress: { label: "Home" },
  ...ofPlain("change"),
} satisfies { readonly [Name in ResourceName]?: { readonly [argument: string]: unknown } };

/** Returns what a program says for this body. */
export function argumentsOf(kind: ResourceName, body: Body): { readonly [argument: string]: unknown } {
  const named = Object.entries(body).map(([field, value]) => [toCamel(field), value]);
  return { ...(kind === "PhoneNumber" ? { number: LINE } : {}), ...Object.fromEntries(named) };
}

const URL = "https://example.com/call";
const WEBHOOKS = {
  call_request_url: URL,
  call_request_method: "POST",
  call_fallback_url: URL,
  call_fallback_method: "POST",
  call_status_callback_url: URL,
  call_status_callback_method: "POST",
};
const OF_ENDPOINT = {
  laml_webhooks: WEBHOOKS,
  laml_application: { call_laml_application_id: UUID },
  video_room: { call_video_room_id: UUID },
  relay_script: { call_relay_script_url: URL },
  call_flow: { call_flow_id: UUID },
  ai_agent: { call_ai_agent_id: UUID },
  relay_context: { call_relay_context: "office" },
  dialogflow: {},
};

/** The fields that a handler needs: spec §2.1, and the live service's description of domain applications. */
export const NEEDS: { readonly [Name in ResourceName]?: { readonly [handler: string]: Body } } = {
  SipEndpoint: OF_ENDPOINT,
  DomainApplication: {
    ...OF_ENDPOINT,
    laml_webhooks: { call_request_url: URL },
    dialogflow: { call_dialogflow_agent_id: UUID },
    relay_topic: { call_relay_topic: "office" },
    relay_application: { call_relay_application: "office" },
  },
};

/** The further fields that a handler uses. */
const USES: { readonly [field: string]: string } = {
  ...Object.fromEntries(Object.keys(WEBHOOKS).map((field) => [field, "laml_webhooks"])),
  call_relay_application: "relay_context",
  call_relay_topic_status_callback_url: "relay_topic",
  call_relay_context_status_callback_url: "relay_topic",
  call_flow_version: "call_flow",
};

/** Returns the fields without which this one is not used. */
export function neededFor(kind: ResourceName, field: string): Body {
  const handlers = NEEDS[kind] ?? {};
  const handler = USES[field] ?? Object.keys(handlers).find((name) => Object.hasOwn(handlers[name] ?? {}, field));
  return handler === undefined ? {} : { call_handler: handler, ...handlers[handler] };
}
