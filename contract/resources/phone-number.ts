// The phone number: a number of the project, its label, and the handlers of its calls and messages (spec §2.2, §4.2).

import { assumed, documented, recorded } from "../evidence.ts";
import { expectsSetting } from "../expects.ts";
import { exclusiveSetting, extraFields } from "../extra.ts";
import { handlerIn, uses, webhookFields } from "../handlers.ts";
import { liveOnly, type Resource, rest } from "../resource.ts";
import { CALL_TARGETS, CALL_WEBHOOKS, LIVE_TOPICS } from "../targets.ts";
import { e164, oneOf, setOf, text, timestamp, uuid } from "../values.ts";
import { lamlApplicationId } from "./cxml-application.ts";

const UUID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";
const METHOD = { type: oneOf(["POST", "GET"]), default: { value: "POST" }, gap: "method-default" } as const;

const CALL_HANDLERS = {
  relay_context: uses("call_relay_context", "call_relay_application"),
  relay_application: uses("call_relay_application", "call_relay_context"),
  laml_webhooks: uses(...CALL_WEBHOOKS),
  laml_application: uses("call_laml_application_id"),
  dialogflow: uses("call_dialogflow_agent_id"),
  relay_connector: uses("call_relay_connector_id"),
  relay_sip_endpoint: uses("call_sip_endpoint_id"),
  relay_verto_endpoint: uses("call_verto_resource"),
  video_room: uses("call_video_room_id"),
  relay_script: uses("call_relay_script_url"),
};

const MESSAGE_HANDLERS = {
  relay_context: uses("message_relay_context", "message_relay_application"),
  relay_application: uses("message_relay_application", "message_relay_context"),
  laml_webhooks: uses(
    "message_request_url",
    "message_request_method",
    "message_fallback_url",
    "message_fallback_method",
  ),
  laml_application: uses("message_laml_application_id"),
};

export const phoneNumber = {
  kind: "phoneNumber",
  title: "phone number",
  label: "number",
  uniqueKey: "number",
  unique: { within: "space" },
  doc: "A telephone number the project already owns: its label, and who answers the calls and messages it receives. The package never buys or releases a number.",
  source: "spec §2.2",
  usage: {
    paragraphs: [
      "An `up` adopts the number that `number` or `phoneNumberId` names; set exactly one of them. A number that the project does not own fails the preview, or the `up` if look-ups are off. Settings that the program does not name keep their values.",
      "When the resource is removed, the number stays with the project; `onDestroy` says what happens to its settings.",
    ],
    lookUpId: "the number's identifier at the service, or the number in E.164",
  },
  operations: rest({
    path: "/api/relay/rest/phone_numbers",
    title: "phone number",
    scope: "Numbers",
    gap: "phone-number-paths",
    operations: {
      list: { filters: { filter_number: "number", filter_name: "name" } },
      read: {},
      update: {},
    },
  }),
  // The fields that a handler reads; it requires none (gap `number-handlers-unenforced`).
  handlers: [
    { field: "call_handler", cases: CALL_HANDLERS },
    { field: "message_handler", cases: MESSAGE_HANDLERS },
  ],
  fields: {
    id: {
      type: uuid(UUID),
      doc: "The identifier under which the service keeps the number.",
      responseOnly: true,
    },
    number: {
      type: e164("+12025550101"),
      doc: "The number itself, in E.164.",
      responseOnly: true,
      alwaysReturned: true,
    },
    name: {
      type: text("Support line"),
      doc: "A label to tell the project's numbers apart.",
    },
    call_handler: {
      type: handlerIn(CALL_HANDLERS),
      gap: "number-script",
      doc: "Who answers calls to this number.",
      unset: "laml_webhooks",
    },
    call_receive_mode: {
      type: oneOf(["voice", "fax"]),
      doc: "Whether calls are taken as speech or as fax.",
      default: { value: "voice" },
    },
    ...webhookFields(METHOD, {
      call_request_url: "The LaML document fetched when a call comes in.",
      call_fallback_url: "The LaML document fetched when `call_request_url` fails.",
      call_status_callback_url: "The URL that gets the end of a call.",
    }),
    call_laml_application_id: CALL_TARGETS.call_laml_application_id,
    call_dialogflow_agent_id: { type: text(UUID), doc: "The Dialogflow agent that takes calls." },
    call_relay_context: CALL_TARGETS.call_relay_context,
    call_relay_application: CALL_TARGETS.call_relay_application,
    call_relay_connector_id: { type: text(UUID), doc: "The Relay connector that takes calls." },
    call_sip_endpoint_id: {
      type: text(UUID),
      doc: "The `id` of the SipEndpoint that rings.",
      refersTo: "SipEndpoint",
      gap: "number-rings-endpoint",
    },
    call_verto_resource: {
      type: text("alice"),
      doc: "The name of the Verto endpoint that rings: the `resource` of a ClientToken.",
      namesOne: "ClientToken",
    },
    call_video_room_id: CALL_TARGETS.call_video_room_id,
    call_relay_script_url: { ...CALL_TARGETS.call_relay_script_url, gap: "number-script" },
    message_handler: {
      type: handlerIn(MESSAGE_HANDLERS),
      doc: "Who answers messages to this number.",
      gap: "fresh-number-handler",
      unset: "laml_webhooks",
    },
    ...webhookFields(METHOD, {
      message_request_url: "The LaML document fetched when a message comes in.",
      message_fallback_url: "The LaML document fetched when `message_request_url` fails.",
    }),
    message_laml_application_id: lamlApplicationId("The LaML application that takes messages."),
    message_relay_context: {
      type: text("support"),
      doc: "The Relay context that takes messages. Another name of `message_relay_application`, which wins.",
      aliasOf: "message_relay_application",
    },
    message_relay_application: {
      type: text("support"),
      doc: "The Relay application that takes messages. Another name of `message_relay_context`; this one wins.",
    },
    capabilities: {
      type: setOf(["voice", "fax", "sms", "mms"], ["voice", "sms"]),
      doc: "What the number can carry.",
      responseOnly: true,
      immutable: true,
      alwaysReturned: true,
    },
    number_type: {
      type: oneOf(["toll-free", "longcode"], "longcode"),
      doc: "Whether calling it is free for the caller.",
      responseOnly: true,
      immutable: true,
      alwaysReturned: true,
    },
    e911_address_id: {
      type: text(UUID),
      doc: "The address given to the emergency services.",
      responseOnly: true,
      immutable: true,
    },
    created_at: {
      type: timestamp("2026-05-08T19:08:41Z"),
      doc: "When the project got the number. UTC, ISO 8601.",
      responseOnly: true,
      alwaysReturned: true,
    },
    updated_at: {
      type: timestamp("2026-05-08T19:39:06Z"),
      doc: "When the number was last changed. UTC, ISO 8601.",
      responseOnly: true,
      alwaysReturned: true,
      stored: true,
    },
    next_billed_at: {
      type: timestamp("2026-06-08T19:08:41Z"),
      doc: "When the number is next charged for. UTC, ISO 8601.",
      responseOnly: true,
    },
    emergency_address: {
      type: text(UUID),
      doc: "The `id` of the EmergencyAddress that the emergency services get. The `up` waits, minutes at most, until the carrier has registered it. `exclusive` does not take an address away.",
      gap: "emergency-address-assignment",
      refersTo: "EmergencyAddress",
      assigned: {
        path: "/api/relay/rest/phone_numbers/{id}/e911_address",
        as: "e911_address_id",
        status: "e911_status",
        underWay: ["pending", "pending_removal"],
        failed: "failed",
        ended: ["pending_removal", "unregistered"],
        remedy:
          "Emergency calls from the number show no address until it is registered. Check the address and that the number is a local one in the United States, then run the same command again: it asks once more. If it fails again, ask the service's support.",
      },
    },
    e911_status: liveOnly("How far the emergency registration is.", { computed: true, stored: true }),
    calling_handler_resource_id: liveOnly("The object behind the call handler, where the service made one.", {
      computed: true,
    }),
    messaging_handler_resource_id: liveOnly("The object behind the message handler, where the service made one.", {
      computed: true,
    }),
    ...LIVE_TOPICS,
    message_relay_topic: liveOnly("The Relay topic for messages."),
    country_code: liveOnly("The number's country.", { computed: true }),
  },
  derived: { e911AddressId: ["emergencyAddress"] },
  settings: {
    phoneNumberId: {
      type: uuid(UUID),
      doc: "The `id` of the number to adopt. Give this or `number`.",
      identity: true,
    },
    number: {
      type: e164("+12025550101"),
      doc: "The number to adopt, in E.164. Give this or `phoneNumberId`.",
      identity: true,
    },
    onDestroy: {
      type: oneOf(["leave", "restore", "clear"]),
      doc: "What happens to the settings when the resource is removed. `leave` keeps them, `restore` gives each field that the provider wrote the value from before the first write, and prints other changes. `clear` unsets all.",
      default: { value: "leave" },
    },
    exclusive: exclusiveSetting("number"),
    expects: expectsSetting("number", { takesMessages: true }),
  },
  extra: extraFields({
    unshown: ["call_ai_agent_id", "call_flow_id", "call_flow_version"],
    values: { call_handler: ["relay_topic"], message_handler: ["relay_topic"] },
  }),
  exactlyOne: ["number", "phoneNumberId"],
  gaps: {
    "phone-number-paths": {
      question: "The paths of phone numbers (spec §4.2).",
      answer: "/api/relay/rest/phone_numbers, with GET for the list; GET and PUT for an item.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/relay/live/did1.json"),
      because: "The live service documents them.",
      probe: { otherwise: "Phone numbers cannot be managed until the package follows." },
    },
    "method-default": {
      question: "A method that a phone number does not store.",
      answer: "POST. The provider takes null and POST as the same.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, did1.json; signalwire/signalwire-legacy-node, issue 257"),
      because: "Fresh live numbers were seen with null.",
    },
    "number-handlers-unenforced": {
      question: "The fields of a phone number's handler.",
      answer: "They are optional.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/relay/live/did1.json, did2.json"),
      because: "Spec §2.2 marks all fields optional, and live numbers come with laml_webhooks and no URL.",
    },
    "number-script": {
      question: "An SWML script for a number's calls (spec §2.2 lists it for SIP endpoints only).",
      answer: "call_handler relay_script with call_relay_script_url.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/swml/src/signalwire/arm.js"),
      because:
        "The live service documents both for numbers, and a report shows them in its answers. It is the usual set-up there today.",
    },
    "number-rings-endpoint": {
      question: "A call_sip_endpoint_id that names no endpoint (spec §2.2).",
      answer: "422. After the endpoint's deletion, the number keeps the id.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service documents refusals for identifiers that are unknown or belong to another project. Without the refusal, only a caller would notice the mistake.",
    },
    "assigned-endpoint": {
      question: "The deletion of a SIP endpoint that a number rings.",
      answer:
        "The number keeps its setting. An option refuses it: 400 with the code resource_assigned_as_handler and the numbers in E.164.",
      evidence: assumed("2026-11-26", "no public source found"),
      because:
        "The live service documents that code, and 400 for a refused deletion; whether the code applies here is unconfirmed, so try a program with both behaviours.",
    },
    "emergency-address-assignment": {
      question: "How a phone number gets an emergency address.",
      answer:
        "POST with e911_address_id to the number's e911_address; DELETE takes it away while e911_status is active. The server registers within two seconds: pending, then active; a toll-free number fails. It refuses an address that the carrier did not accept, and a request while another is under way. The deletion of an address that a number has answers 400. The provider waits for ten minutes at most.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes the requests and the progress. It says neither how long they take nor what becomes of an address in use.",
    },
    "unchanged-update": {
      question: "updated_at after an update without a change (spec §2.2).",
      answer: "It is set.",
      evidence: assumed("2026-11-26", "no public source found"),
      because: "The specification calls it the time of the last update. No program should depend on either behaviour.",
    },
    "fresh-number-handler": {
      question: "The handler of a new number (spec §2.2).",
      answer:
        "call_handler and message_handler are laml_webhooks, without an address. That takes nothing, unsets a handler and means the same as null. next_billed_at is the time of the purchase.",
      evidence: recorded(
        "2026-08-11",
        "jongray00/KiddyPhone, did1.json, did2.json; signalwire/signalwire-legacy-node, issue 503",
      ),
      because: "No default is specified. Recorded numbers on which nothing was set show this.",
    },
  },
  example: {
    name: "support",
    args: {
      number: "+12025550101",
      name: "Support line",
      callHandler: "relay_sip_endpoint",
      callSipEndpointId: { $found: "SipEndpoint", username: "reception" },
    },
    exports: { capabilities: "capabilities" },
  },
} as const satisfies Resource;
