// The fields that each handler reads and ignores: spec §2.1 and §2.2, typed by hand.

import { expect, it } from "vitest";
import { ignoredFields, phoneNumber, type Resource, sipEndpoint, validateBody } from "../../contract/index.ts";

const WEBHOOKS = ["request", "fallback", "status_callback"].flatMap((part) => [
  `call_${part}_url`,
  `call_${part}_method`,
]);
const RELAY = ["call_relay_context", "call_relay_application"];
const RELAY_MESSAGE = ["message_relay_context", "message_relay_application"];

it.each<[Resource, string, { readonly [handler: string]: readonly string[] }]>([
  [
    phoneNumber,
    "call_handler",
    {
      relay_context: RELAY,
      relay_application: RELAY,
      laml_webhooks: WEBHOOKS,
      laml_application: ["call_laml_application_id"],
      dialogflow: ["call_dialogflow_agent_id"],
      relay_connector: ["call_relay_connector_id"],
      relay_sip_endpoint: ["call_sip_endpoint_id"],
      relay_verto_endpoint: ["call_verto_resource"],
      video_room: ["call_video_room_id"],
      relay_script: ["call_relay_script_url"],
    },
  ],
  [
    phoneNumber,
    "message_handler",
    {
      relay_context: RELAY_MESSAGE,
      relay_application: RELAY_MESSAGE,
      laml_webhooks: ["request_url", "request_method", "fallback_url", "fallback_method"].map((at) => `message_${at}`),
      laml_application: ["message_laml_application_id"],
    },
  ],
  [
    sipEndpoint,
    "call_handler",
    {
      relay_context: RELAY,
      relay_script: ["call_relay_script_url"],
      laml_webhooks: WEBHOOKS,
      laml_application: ["call_laml_application_id"],
      dialogflow: [],
      video_room: ["call_video_room_id"],
      call_flow: ["call_flow_id"],
      ai_agent: ["call_ai_agent_id"],
    },
  ],
])("each value of a $kind's %s reads its own fields, and ignores those of the others", (resource, field, readBy) => {
  const table = resource.handlers?.find((each) => each.field === field) ?? { field, cases: {} };
  const uses = Object.entries(table.cases).map(([handler, each]) => [handler, [...each.uses].sort()]);
  expect(Object.fromEntries(uses)).toEqual(
    Object.fromEntries(Object.entries(readBy).map(([handler, fields]) => [handler, fields.toSorted()])),
  );
  const all = [...new Set(Object.values(readBy).flat())].sort();
  for (const [handler, fields] of Object.entries(readBy)) {
    expect(ignoredFields(table, handler).toSorted()).toEqual(all.filter((name) => !fields.includes(name)));
    // A number has had what the handler needs before, or does without it.
    if (resource === phoneNumber) expect(validateBody(resource, "update", { [field]: handler })).toEqual([]);
  }
});
