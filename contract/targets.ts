// The fields with which handlers of several kinds find who takes a call. Each kind has some of them.

import { liveOnly } from "./resource.ts";
import { lamlApplicationId } from "./resources/cxml-application.ts";
import { text, url, uuid } from "./values.ts";

const UUID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

export const CALL_TARGETS = {
  call_laml_application_id: lamlApplicationId("The LaML application that takes calls."),
  call_relay_context: {
    type: text("support"),
    doc: "The Relay context that takes calls. Another name of `call_relay_application`, which wins.",
    aliasOf: "call_relay_application",
  },
  call_relay_application: {
    type: text("support"),
    doc: "The Relay application that takes calls. Another name of `call_relay_context`; this one wins.",
  },
  call_video_room_id: { type: uuid(UUID), doc: "The video room that takes calls." },
  call_flow_id: { type: uuid(UUID), doc: "The call flow that takes calls." },
  call_ai_agent_id: { type: uuid(UUID), doc: "The AI agent that takes calls." },
  call_relay_script_url: {
    type: url("https://example.com/script.json"),
    doc: "The SWML script that answers calls.",
  },
} as const;

/** Later names of Relay contexts, which the specification does not list. */
export const LIVE_TOPICS = {
  call_relay_topic: liveOnly("The Relay topic, a later name of the Relay context."),
  call_relay_topic_status_callback_url: liveOnly("Told of status changes under a Relay topic."),
  call_relay_context_status_callback_url: liveOnly("Told of status changes under a Relay context."),
} as const;

/** The fields of the handler `laml_webhooks` of calls. */
export const CALL_WEBHOOKS = [
  "call_request_url",
  "call_request_method",
  "call_fallback_url",
  "call_fallback_method",
  "call_status_callback_url",
  "call_status_callback_method",
] as const;
