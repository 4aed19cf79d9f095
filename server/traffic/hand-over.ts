import type { Body } from "../../contract/index.ts";
import type { Tracer, TrafficOutcome } from "./trace.ts";

/** The destination of such a handler: its name, and the field that contains it. */
export interface Destination {
  readonly thing: string;
  readonly field: string;
}

export const CALL_DESTINATIONS: { readonly [handler: string]: Destination } = {
  relay_topic: { thing: "Relay topic", field: "call_relay_topic" },
  relay_context: { thing: "Relay application", field: "call_relay_application" },
  relay_application: { thing: "Relay application", field: "call_relay_application" },
  laml_application: { thing: "LaML application", field: "call_laml_application_id" },
  dialogflow: { thing: "Dialogflow agent", field: "call_dialogflow_agent_id" },
  relay_connector: { thing: "Relay connector", field: "call_relay_connector_id" },
  video_room: { thing: "video room", field: "call_video_room_id" },
  call_flow: { thing: "call flow", field: "call_flow_id" },
  ai_agent: { thing: "AI agent", field: "call_ai_agent_id" },
};

export const MESSAGE_DESTINATIONS: { readonly [handler: string]: Destination } = {
  relay_context: { thing: "Relay application", field: "message_relay_application" },
  relay_application: { thing: "Relay application", field: "message_relay_application" },
  laml_application: { thing: "LaML application", field: "message_laml_application_id" },
};

export function handOver(tracer: Tracer, object: Body, destination: Destination | undefined): TrafficOutcome {
  if (!destination) {
    tracer.note("handler_unlisted");
    return "handed-over";
  }
  const { thing, field } = destination;
  const which = object[field];
  if (typeof which !== "string") {
    tracer.note("destination_unnamed", { thing }, { field });
    return "unanswered";
  }
  tracer.note("handed_over", { thing, name: which }, { field, next: { what: thing, name: which } });
  return "handed-over";
}
