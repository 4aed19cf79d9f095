// The domain application: a SIP domain at which a carrier or PBX delivers calls, and the handler for them (gap
// `domain-applications`).

import { created } from "../created.ts";
import { documented, recorded } from "../evidence.ts";
import { expectsSetting } from "../expects.ts";
import { extraFields } from "../extra.ts";
import { type HandlerCase, handlerIn, needs, webhookFields } from "../handlers.ts";
import { liveOnly } from "../resource.ts";
import { CALL_TARGETS, CALL_WEBHOOKS } from "../targets.ts";
import { flag, networks, oneOf, setOf, text, textMatching, url, uuid } from "../values.ts";
import { CIPHERS } from "./sip-endpoint.ts";

const UUID = "5b0c1f2e-8d47-4c3a-9f61-2e7a4d8c9b10";
/** No answer shows such a field. */
const HIDDEN = { writeOnly: true, gap: "domain-write-only" } as const;
const METHOD = { type: oneOf(["POST", "GET"]), default: { value: "POST" } } as const;

/** The names of one value (gap `domain-relay-names`). */
const RELAY = ["call_relay_topic", "call_relay_context", "call_relay_application"] as const;
const RELAY_CALLBACKS = ["call_relay_topic_status_callback_url", "call_relay_context_status_callback_url"] as const;

function relay(name: (typeof RELAY)[number]): HandlerCase {
  return { uses: [...RELAY, ...RELAY_CALLBACKS], requires: [[name, ...RELAY.filter((each) => each !== name)]] };
}

const CALL_HANDLERS = {
  relay_topic: relay("call_relay_topic"),
  relay_application: relay("call_relay_application"),
  relay_context: relay("call_relay_context"),
  relay_script: needs("call_relay_script_url"),
  laml_webhooks: { uses: CALL_WEBHOOKS, requires: ["call_request_url"] },
  laml_application: needs("call_laml_application_id"),
  dialogflow: needs("call_dialogflow_agent_id"),
  video_room: needs("call_video_room_id"),
  call_flow: { uses: ["call_flow_id", "call_flow_version"], requires: ["call_flow_id"] },
  ai_agent: needs("call_ai_agent_id"),
};

export const domainApplication = created({
  kind: "domainApplication",
  title: "domain application",
  key: "identifier",
  path: "/api/relay/rest/domain_applications",
  scope: ["Voice", "Messaging", "Fax"],
  gap: "domain-applications",
  operations: { list: { filters: { filter_domain: "domain", filter_name: "name" } } },
  // The domain, which contains the identifier, has no case (gap `domain-identifier`).
  unique: { within: "space", ignoreCase: true },
  doc: "A SIP domain to which a carrier or a PBX sends calls. The call handler answers them. With IP authentication, only the listed addresses may call.",
  notes: [
    "A change of `identifier` moves the domain: calls to the old one fail at once.",
    "Set `ipAuthEnabled: true` and the carrier's addresses in `ipAuth`. Without them, anybody who knows the domain can send calls to it.",
    "No answer shows `callRelayApplication`, `callDialogflowAgentId`, `callAiAgentId`, `callFlowId` and `callFlowVersion`. A change of one by hand cannot be noticed, and an export leaves it out.",
  ],
  adopting: "Fields that no answer shows keep their values where the program names none.",
  handlers: [{ field: "call_handler", cases: CALL_HANDLERS }],
  fields: {
    type: liveOnly("The kind of object.", { type: oneOf(["domain_application"]), computed: true }),
    domain: {
      type: text("example-carrier"),
      doc: "The label of the domain: the name of the space and `identifier`. The carrier sends calls to this label, followed by `.dapp.signalwire.com`.",
      responseOnly: true,
      computed: true,
      alwaysReturned: true,
      gap: "domain-identifier",
    },
    name: {
      type: text("Carrier"),
      doc: "A label to tell the project's domain applications apart.",
      required: true,
    },
    identifier: {
      type: textMatching(/^[^\s\u0085@:/]+$/u, "not contain white space or the characters @, : and /", "carrier"),
      doc: "The program's part of the domain. No other domain application of the space may have the same.",
      required: true,
      gap: "domain-identifier",
    },
    user: {
      type: textMatching(/^[^\s\u0085@]+$/u, "not contain white space or the character @", "*"),
      doc: "The user part (before the @) of the addresses whose calls are taken. `*` takes every one.",
      default: { value: "*" },
      gap: "domain-user",
    },
    ip_auth_enabled: {
      type: flag(),
      doc: "Whether only the addresses of `ip_auth` may call.",
      default: { value: false },
      gap: "domain-ip-auth",
    },
    ip_auth: {
      type: networks("203.0.113.5"),
      doc: "The IP addresses and blocks, in CIDR notation, from which calls are taken. Used only when `ip_auth_enabled` is true.",
      default: { value: [] },
      gap: "domain-ip-auth",
    },
    encryption: {
      type: oneOf(["optional", "required", "forbidden"], "required"),
      doc: "Whether connections must be encrypted, may be, or must not be.",
      default: { value: "optional" },
    },
    codecs: {
      type: setOf(["OPUS", "G722", "PCMU", "PCMA", "G729", "VP8", "H264"], ["OPUS", "PCMU"]),
      doc: "The codecs offered. An empty list goes back to the default.",
      default: { value: ["PCMU", "PCMA"] },
    },
    ciphers: {
      type: setOf(CIPHERS, ["AEAD_AES_256_GCM_8"]),
      doc: "The ciphers offered for encrypted media. An empty list goes back to the default.",
      default: { value: CIPHERS },
    },
    call_handler: {
      type: handlerIn(CALL_HANDLERS),
      doc: "Who answers calls to this domain.",
    },
    ...webhookFields(METHOD, {
      call_request_url: "The LaML document fetched when a call comes in.",
      call_fallback_url: "The LaML document fetched when `call_request_url` fails.",
      call_status_callback_url: "The URL that gets the status of a call.",
    }),
    call_laml_application_id: CALL_TARGETS.call_laml_application_id,
    call_relay_topic: {
      type: text("office"),
      doc: "The Relay topic that takes calls. `call_relay_context` and `call_relay_application` are other names of it; this one wins.",
      gap: "domain-relay-names",
    },
    call_relay_context: {
      type: text("office"),
      doc: "The Relay context that takes calls. An older name of `call_relay_topic`.",
      aliasOf: "call_relay_topic",
      gap: "domain-relay-names",
    },
    call_relay_application: {
      type: text("office"),
      doc: "The Relay application that takes calls. Another name of `call_relay_topic`.",
      aliasOf: "call_relay_topic",
      ...HIDDEN,
    },
    call_relay_topic_status_callback_url: {
      type: url("https://example.com/status"),
      doc: "The URL that gets the status of a call under a Relay topic.",
    },
    call_relay_context_status_callback_url: {
      type: url("https://example.com/status"),
      doc: "The URL that gets the status of a call under a Relay context. An older name of `call_relay_topic_status_callback_url`.",
      aliasOf: "call_relay_topic_status_callback_url",
      gap: "domain-relay-names",
    },
    call_relay_script_url: CALL_TARGETS.call_relay_script_url,
    call_video_room_id: CALL_TARGETS.call_video_room_id,
    call_dialogflow_agent_id: { type: uuid(UUID), doc: "The Dialogflow agent that takes calls.", ...HIDDEN },
    call_flow_id: { ...CALL_TARGETS.call_flow_id, ...HIDDEN },
    call_flow_version: {
      type: oneOf(["working_copy", "current_deployed"], "current_deployed"),
      doc: "The version of the call flow.",
      ...HIDDEN,
    },
    call_ai_agent_id: { ...CALL_TARGETS.call_ai_agent_id, ...HIDDEN },
    calling_handler_resource_id: liveOnly("The object behind the handler, where the service made one.", {
      computed: true,
    }),
  },
  derived: { domain: ["identifier"] },
  settings: { expects: expectsSetting("domain application", { takesMessages: false }) },
  extra: extraFields({ values: { call_handler: ["relay_connector"] } }),
  gaps: {
    "domain-applications": {
      question: "How a carrier's SIP domain is managed (the specification has no such object).",
      answer: "At /api/relay/rest/domain_applications. What an update leaves out stays.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/relay/live/setup.mjs, teardown.mjs"),
      because: "The live service describes these operations, their fields and defaults. None was seen live.",
    },
    "domain-identifier": {
      question: "A domain application's identifier and domain.",
      answer:
        "Any text without white space, @, : and /. The domain is the label reference-<identifier>, in lower case. Calls go to that label and .dapp.example.com; at the live service to .dapp.signalwire.com. An identifier is unique in the whole server, without regard to case; a second one gets 422. The provider reads the domain as it is.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/relay/live/setup.mjs"),
      because:
        "The live service calls the domain unique, made of space and identifier, and has no filter by identifier. Its examples show identifiers with hyphens and underscores.",
      probe: { otherwise: "`call` and `routes` do not find the application that a call dials." },
    },
    "domain-user": {
      question: "The addresses that a domain application's user matches.",
      answer: "An asterisk matches every user part, other text the same one, including case.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service documents the default * and an example without one. The user part of a SIP address is case-sensitive.",
    },
    "domain-ip-auth": {
      question: "IP authentication of a domain application.",
      answer:
        "Off by default. Entries are IPv4 or IPv6 addresses or CIDR blocks; an empty list takes no call. Calls from other addresses are unanswered. A call that a document dials to such a domain leaves the server.",
      evidence: recorded("2026-08-11", "a third party's GSM gateway; signalwire/docs, openapi.yaml"),
      because:
        "A guide of the live service warns that without this option anybody can call. It names addresses and blocks, but no notation.",
    },
    "domain-relay-names": {
      question: "A domain application's call_relay_topic, call_relay_context and call_relay_application.",
      answer:
        "One value, as are the status callbacks of topic and context. Each of the three handlers accepts any name. If several are sent, call_relay_topic wins.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service calls the context an older name. If an answer repeated one value under another name, separate fields would show drift, and the next update would clear the value.",
    },
    "domain-write-only": {
      question: "Fields of a domain application that no answer shows.",
      answer:
        "The service keeps them. The provider sends changes, never reports drift in them, and may adopt an object without them.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service accepts call_relay_application, call_dialogflow_agent_id, call_flow_id, call_flow_version and call_ai_agent_id, and lists none of them in answers.",
    },
  },
  example: {
    name: "carrier",
    args: {
      name: "Carrier",
      identifier: "carrier",
      ipAuthEnabled: true,
      ipAuth: ["203.0.113.5", "198.51.100.0/24"],
      encryption: "required",
      callHandler: "relay_script",
      callRelayScriptUrl: "https://example.com/menu.json",
    },
    exports: { domain: "domain" },
  },
});
