// The SIP endpoint: a login for SIP devices, and the handler for its calls (spec §2.1, §4.1).

import { extraFields } from "../extra.ts";
import { needs, needsAny, uses, webhookFields } from "../handlers.ts";
import { liveOnly, type Resource, rest } from "../resource.ts";
import {
  flag,
  oneOf,
  randomOrE164,
  secretSource,
  setOf,
  text,
  textMatching,
  url,
  uuid,
  wholeNumber,
} from "../values.ts";

export const CIPHERS = [
  "AEAD_AES_256_GCM_8",
  "AES_256_CM_HMAC_SHA1_80",
  "AES_CM_128_HMAC_SHA1_80",
  "AES_256_CM_HMAC_SHA1_32",
  "AES_CM_128_HMAC_SHA1_32",
] as const;

export const CODECS = ["OPUS", "G722", "PCMU", "PCMA", "VP8", "H264"] as const;

const UUID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const METHOD = { type: oneOf(["GET", "POST"], "POST") } as const;

export const sipEndpoint = {
  kind: "sipEndpoint",
  title: "SIP endpoint",
  label: "username",
  uniqueKey: "username",
  doc: "A user name and password with which a SIP device registers, places calls and takes calls. The call handler says who answers calls to it.",
  source: "spec §2.1",
  usage: {
    paragraphs: [
      "Created, changed in place and deleted with the stack. An argument that is taken out of the program goes back to its default. A wrong argument fails the preview, with every problem at once.",
      "A user name that is taken fails the preview, or the `up` if look-ups are off. The error has the id of the endpoint and lists the remedies: `aliases` for a renamed resource, `adopt: true` to take the endpoint over. `passwordFrom` keeps the password out of the state altogether.",
    ],
    commands: {
      up: "Creates the endpoint, or changes in place what differs. With `adopt: true` it takes over the one that has the user name.",
      destroy:
        "Deletes the endpoint. With the resource option `retainOnDelete: true` it stays, and so does one that another resource of the stack holds.",
      import:
        "Not for classes of TypeScript, by a limit of Pulumi's. Use `adopt: true`: the endpoint keeps its password if the program names none. Through the plugin: by id or user name.",
    },
    lookUpId: "the endpoint's identifier at the service",
    lookUpByKey: true,
  },
  configuredBy: "create",
  operations: rest({
    path: "/api/relay/rest/endpoints/sip",
    title: "SIP endpoint",
    scope: "Voice",
    gap: "sip-endpoint-paths",
    operations: {
      create: { source: "spec §4.1" },
      list: { filters: { filter_username: "username", filter_caller_id: "caller_id" } },
      read: {},
      update: { source: "gap sip-endpoint-paths", gap: "update-status" },
      delete: { doc: "Delete a SIP endpoint; registered devices are cut off" },
    },
  }),
  handlers: [
    {
      field: "call_handler",
      cases: {
        relay_context: needsAny("call_relay_context", "call_relay_application"),
        relay_script: needs("call_relay_script_url"),
        laml_webhooks: needs(
          "call_request_url",
          "call_request_method",
          "call_fallback_url",
          "call_fallback_method",
          "call_status_callback_url",
          "call_status_callback_method",
        ),
        laml_application: needs("call_laml_application_id"),
        dialogflow: uses(),
        video_room: needs("call_video_room_id"),
        call_flow: needs("call_flow_id"),
        ai_agent: needs("call_ai_agent_id"),
      },
    },
  ],
  fields: {
    type: { ...liveOnly("The kind of object."), type: oneOf(["sip_endpoint"]), derived: true },
    id: {
      type: text(UUID),
      doc: "The identifier under which the service keeps the endpoint; changing and deleting use it.",
      responseOnly: true,
    },
    username: {
      type: textMatching(/^[^\s\u0085@]+$/u, "not contain white space or the character @", "front-desk"),
      doc: "The part before the @ of the endpoint's SIP address. No other endpoint of the project may have the same.",
      source: "spec §2.1, §8",
      required: true,
    },
    password: {
      type: text("vivid-otter-lunar-canyon-brisk-maple"),
      doc: "The password with which devices register. The service never returns it, so a change made elsewhere cannot be noticed. Give this, `passwordFrom`, or `adopt: true` for an endpoint that keeps the password it has.",
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
      type: oneOf([
        "relay_context",
        "relay_script",
        "laml_webhooks",
        "laml_application",
        "dialogflow",
        "video_room",
        "call_flow",
        "ai_agent",
      ]),
      doc: "Who answers calls to this endpoint. Each handler has fields of its own, which it needs.",
      gap: "sip-call-handler-values",
    },
    ...webhookFields("call", METHOD, {
      request: "The LaML document fetched when a call comes in.",
      fallback: "The LaML document fetched when `call_request_url` fails.",
      status_callback: "The URL that gets each change of a call's status.",
    }),
    call_laml_application_id: {
      type: text(UUID),
      doc: "The LaML application that takes the call.",
    },
    call_relay_context: {
      type: text("support"),
      doc: "The Relay context that takes the call. Another name of `call_relay_application`, which wins where both are given.",
      aliasOf: "call_relay_application",
    },
    call_relay_application: {
      type: text("support"),
      doc: "The Relay application that takes the call. Another name of `call_relay_context`; if both are given, this one counts.",
      gap: "sip-call-relay-application",
    },
    call_video_room_id: {
      type: uuid(UUID),
      doc: "The video room that takes the call.",
    },
    call_flow_id: {
      type: uuid(UUID),
      doc: "The call flow that takes the call.",
    },
    call_ai_agent_id: {
      type: uuid(UUID),
      doc: "The AI agent that takes the call.",
    },
    call_relay_script_url: {
      type: url("https://example.com/script.json"),
      doc: "The SWML script that answers the call.",
    },
    calling_handler_resource_id: {
      ...liveOnly("The object behind the handler, where the service made one."),
      derived: true,
    },
    call_dialogflow_agent_id: liveOnly("The Dialogflow agent behind the handler."),
    call_relay_topic: liveOnly("The Relay topic, a later name of the Relay context."),
    call_relay_topic_status_callback_url: liveOnly("Told of status changes under a Relay topic."),
    call_relay_context_status_callback_url: liveOnly("Told of status changes under a Relay context."),
  },
  settings: {
    passwordFrom: {
      type: secretSource(),
      doc: "Where the password is read when it is needed, instead of `password`: an environment variable, or a file (a trailing line break is dropped). The state then holds this reference and no password.",
      supplies: "password",
    },
    passwordVersion: {
      type: wholeNumber(1),
      doc: "Counts the passwords behind `passwordFrom`: a whole number, from 0. A new number makes the next `up` send the current password.",
    },
    baseline: {
      type: text("2026-11-22"),
      doc: "Accepts the values that the endpoint inherits from the SIP profile at the next `up`. Without it, `drift` reports an inherited value that was weakened since it was recorded. Give it a new text to accept again, for example the day.",
      movesBaseline: true,
    },
    adopt: {
      type: flag(),
      doc: "Take over an endpoint that has this user name already, and set it to the program's values, instead of failing. Without `password` and `passwordFrom` the endpoint keeps the password it has, and has to be there. Read only when the endpoint is taken over: afterwards `adopt` changes nothing and can be left out.",
      source: "spec §8",
      default: { value: false },
      keeps: true,
      onlyAtFirst: true,
    },
  },
  extra: extraFields({
    unshown: ["call_flow_version"],
    values: { call_handler: ["relay_topic", "relay_application", "relay_connector"] },
  }),
  exactlyOne: ["password", "passwordFrom"],
} as const satisfies Resource;
