// The SIP endpoint: a login for SIP devices, and the handler for its calls (spec §2.1, §4.1).

import { created } from "../created.ts";
import { assumed, documented, recorded } from "../evidence.ts";
import { extraFields } from "../extra.ts";
import { handlerIn, needs, uses, webhookFields } from "../handlers.ts";
import { liveOnly } from "../resource.ts";
import { CALL_TARGETS, CALL_WEBHOOKS, LIVE_TOPICS } from "../targets.ts";
import { oneOf, randomOrE164, secretSource, setOf, text, textMatching, wholeNumber } from "../values.ts";

export const CIPHERS = [
  "AEAD_AES_256_GCM_8",
  "AES_256_CM_HMAC_SHA1_80",
  "AES_CM_128_HMAC_SHA1_80",
  "AES_256_CM_HMAC_SHA1_32",
  "AES_CM_128_HMAC_SHA1_32",
] as const;

export const CODECS = ["OPUS", "G722", "PCMU", "PCMA", "VP8", "H264"] as const;

/** Codecs of the live service that the specification does not list. */
export const FURTHER_CODECS = ["G729", "OPUS@48000H@20I", "OPUS@24000H", "OPUS@16000H", "OPUS@8000H"] as const;

const METHOD = { type: oneOf(["GET", "POST"], "POST") } as const;

/** Two names of one value. */
const CONTEXT = ["call_relay_context", "call_relay_application"];

const CALL_HANDLERS = {
  relay_context: { uses: CONTEXT, requires: [CONTEXT] },
  relay_script: needs("call_relay_script_url"),
  laml_webhooks: needs(...CALL_WEBHOOKS),
  laml_application: needs("call_laml_application_id"),
  dialogflow: uses(),
  video_room: needs("call_video_room_id"),
  call_flow: needs("call_flow_id"),
  ai_agent: needs("call_ai_agent_id"),
};

export const sipEndpoint = created({
  kind: "sipEndpoint",
  title: "SIP endpoint",
  key: "username",
  path: "/api/relay/rest/endpoints/sip",
  scope: "Voice",
  gap: "sip-endpoint-paths",
  operations: {
    list: { filters: { filter_username: "username", filter_caller_id: "caller_id" } },
    update: { gap: "update-status" },
    delete: { doc: "Delete a SIP endpoint; registered devices are cut off" },
  },
  doc: "A user name and password with which a SIP device registers, places calls and takes calls. The call handler says who answers calls to it.",
  source: "spec §2.1",
  adopting: "Without `password` and `passwordFrom`, the endpoint must exist and keeps its password.",
  handlers: [{ field: "call_handler", cases: CALL_HANDLERS }],
  fields: {
    type: liveOnly("The kind of object.", { type: oneOf(["sip_endpoint"]), computed: true }),
    username: {
      type: textMatching(/^[^\s\u0085@]+$/u, "not contain white space or the character @", "front-desk"),
      doc: "The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.",
      required: true,
    },
    password: {
      type: text("vivid-otter-lunar-canyon-brisk-maple"),
      doc: "The password with which devices register. The service never returns it, so a change by hand cannot be noticed. Give this, `passwordFrom`, or `adopt: true` to keep the endpoint's password.",
      required: true,
      secret: true,
      writeOnly: true,
    },
    caller_id: {
      type: text("Front desk"),
      doc: "The name shown for calls from this endpoint: the CNAM towards a telephone number, the From towards another SIP endpoint.",
    },
    send_as: {
      type: randomOrE164("+12025550101"),
      doc: "The number that calls to the PSTN come from: one bought or verified by the project, or `random` for any one of them.",
      default: { profile: "default_send_as", otherwise: "random" },
      gap: "send-as-unset",
    },
    ciphers: {
      type: setOf(CIPHERS, ["AEAD_AES_256_GCM_8"]),
      doc: "The ciphers offered for encrypted media. An empty list goes back to the project's own.",
      default: { profile: "default_ciphers" },
      unset: [],
    },
    codecs: {
      type: setOf(CODECS, ["OPUS", "PCMU"]),
      doc: "The codecs offered. An empty list goes back to the project's own.",
      default: { profile: "default_codecs" },
      unset: [],
    },
    encryption: {
      type: oneOf(["default", "required", "optional"], "required"),
      doc: "Whether a connection must be encrypted. With every value, it is encrypted if the other side supports it. `default` follows the project.",
      default: { profile: "default_encryption" },
      unset: "default",
    },
    call_handler: {
      type: handlerIn(CALL_HANDLERS),
      doc: "Who answers calls to this endpoint. At the live service, the handler takes the calls that the endpoint places, and a call to it rings the device.",
      unset: "default",
      gap: "sip-call-handler-values",
    },
    ...webhookFields(METHOD, {
      call_request_url: "The LaML document fetched when a call comes in.",
      call_fallback_url: "The LaML document fetched when `call_request_url` fails.",
      call_status_callback_url: "The URL that gets each change of a call's status.",
    }),
    ...CALL_TARGETS,
    call_relay_application: { ...CALL_TARGETS.call_relay_application, gap: "sip-call-relay-application" },
    calling_handler_resource_id: liveOnly("The object behind the handler, where the service made one.", {
      computed: true,
    }),
    call_dialogflow_agent_id: liveOnly("The Dialogflow agent behind the handler.", {
      type: text("8fa5e0c2-1a7a-4d5b-9c7e-3f0e8a3a1b52"),
      takenInExtra: true,
    }),
    ...LIVE_TOPICS,
  },
  settings: {
    passwordFrom: {
      type: secretSource(),
      doc: 'Where to read the password, instead of `password`: `{ env: "DESK_PASSWORD" }` or `{ file: "/run/secrets/desk" }`, without a trailing line break. The state holds this reference and no password.',
      supplies: "password",
    },
    passwordVersion: {
      type: wholeNumber(1),
      doc: "A whole number from 0. A new one makes the next `up` send the current password of `passwordFrom`.",
    },
  },
  extra: extraFields({
    unshown: ["call_flow_version"],
    values: {
      call_handler: ["relay_topic", "relay_application", "relay_connector", "passthrough", "block-pstn"],
      codecs: FURTHER_CODECS,
    },
  }),
  exactlyOne: ["password", "passwordFrom"],
  gaps: {
    "sip-endpoint-paths": {
      question: "The paths of SIP endpoints (spec §4.1).",
      answer: "/api/relay/rest/endpoints/sip, with GET for the list; GET, PUT and DELETE for an item.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/swml/src/signalwire/arm.js"),
      because: "The live service documents these operations, and spec §2.1 mentions changing and deleting by id.",
      probe: {
        otherwise:
          "SIP endpoints cannot be managed until the package follows. Statuses alone do no harm: any 2xx is accepted.",
      },
    },
    "update-status": {
      question: "The success status of a SIP endpoint update.",
      answer: "200. The client accepts any 2xx.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "Documents of the live service disagree (200, 201); 200 is the newer one and the status of the phone number update in spec §4.2.",
      probe: { otherwise: "Nothing: the provider accepts any 2xx." },
    },
    "sip-call-relay-application": {
      question: "call_relay_application of a SIP endpoint (spec §2.1 names it only as an alias).",
      answer:
        "The same value as call_relay_context, optional. Either satisfies the handler relay_context. If both are sent, call_relay_application wins; both fields return it.",
      evidence: documented("2026-08-21", "signalwire-python, generated types of SIP endpoints"),
      because: "The phone number's field of that name has this definition (spec §2.2).",
      probe: {
        otherwise:
          "An endpoint with callRelayApplication or callRelayContext may show drift. Set the one that the service returns.",
      },
    },
    "sip-call-handler-values": {
      question:
        "An endpoint without a handler, and the handlers call_flow and ai_agent (spec §2.1 names them only in other fields' descriptions).",
      answer:
        "Without a handler, call_handler is default. Sending default or null unsets it. call_flow and ai_agent are accepted. Other unlisted values are accepted in answers only. laml_webhook in an answer means laml_webhooks.",
      evidence: documented("2026-08-21", "signalwire-python, generated types; signalwire/docs-legacy, issue 590"),
      because:
        "A program of the service's staff unsets the handler so. Generated types list these values; no recorded answer shows one.",
      probe: { otherwise: "An endpoint with one of these handlers fails with what the service says." },
    },
    "endpoint-handler-direction": {
      question: "The calls that a SIP endpoint's handler takes (spec §2.1).",
      answer:
        "Those to the endpoint, as specified. At the live service it takes those that the device places; an option plays that.",
      evidence: recorded(
        "2026-08-11",
        "jongray00/KiddyPhone, apps/swml/src/signalwire/arm.js; signalwire/docs-legacy, issue 590",
      ),
      because: "The specification says inbound. Its word stays the contract where the live service differs.",
    },
    "endpoint-dialogflow": {
      question: "The agent of a SIP endpoint's handler dialogflow (spec §2.1 has no field for it).",
      answer: "No field is required. call_dialogflow_agent_id is taken in `extra`, and shown.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because: "The value is listed; only phone numbers have call_dialogflow_agent_id (spec §2.2).",
      probe: { otherwise: "An endpoint with the handler dialogflow needs `extra: { call_dialogflow_agent_id }`." },
    },
    "send-as-unset": {
      question: "An unset send_as.",
      answer: "Null unsets it. The answer shows the SIP profile's default_send_as, or random.",
      evidence: recorded("2026-07-23", "bradsjm/signalwire-admin-mcp, sip-trunking.md"),
      because: "The live service returns random when the field was never sent.",
      probe: { otherwise: "An endpoint without sendAs may show drift in it." },
    },
    "profile-defaults-shown": {
      question: "A field that an endpoint inherits from the SIP profile.",
      answer: "The answer shows the value in force. The encryption value default is returned as sent.",
      evidence: recorded("2026-07-23", "bradsjm/signalwire-admin-mcp, sip-trunking.md"),
      because: "The live service shows the codecs and ciphers in force after a create that named none.",
      probe: {
        otherwise: "Nothing: the provider takes null and the profile's value as the same. Outputs may be undefined.",
      },
    },
    "username-case": {
      question: "User names that differ only in case (spec §2.1, §8).",
      answer: "They are different.",
      evidence: assumed("2026-11-26", "RFC 3261, section 19.1.4; no public source found"),
      because: "The user part of a SIP address is case-sensitive.",
      probe: { otherwise: "Two endpoints whose user names differ in case alone cannot be in one project." },
    },
    "taken-username": {
      question: "A second SIP endpoint with the same user name (spec §2.1, §8).",
      answer: "422, and none is created.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because: "The specification calls usernames unique, and 422 is the status for an invalid body.",
      probe: {
        otherwise: "Two endpoints may get one user name, and the provider cannot recognise its own after a crash.",
      },
    },
    "partial-update": {
      question: "A field that an endpoint's update leaves out (spec §2.1).",
      answer: "It stays.",
      evidence: recorded("2026-08-11", "jongray00/KiddyPhone, apps/swml/src/signalwire/arm.js"),
      because: "The specification marks all fields of an update optional and names no default for those left out.",
      probe: { otherwise: "What a program does not set goes back to its default with each update." },
    },
    "delete-twice": {
      question: "The deletion of a SIP endpoint, and a second one.",
      answer: "204, then 404.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because: "The live service documents 204 for the first. At the second the object is missing.",
      probe: { otherwise: "`destroy` of an object that is gone already may fail; `pulumi refresh` forgets it." },
    },
  },
  example: {
    name: "desk",
    args: {
      username: "front-desk",
      password: { $secret: "deskPassword" },
      encryption: "required",
      callHandler: "relay_script",
      callRelayScriptUrl: "https://example.com/after-hours.json",
    },
    exports: { endpointId: "id" },
  },
});
