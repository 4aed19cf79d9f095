// The fields that each handler reads and requires: spec §2.1 and §2.2, typed by hand.

import { describe, expect, it } from "vitest";
import { type HandlerTable, ignoredFields, phoneNumber, sipEndpoint, validateBody } from "../../contract/index.ts";

const WEBHOOKS = ["request", "fallback", "status_callback"].flatMap((part) => [
  `call_${part}_url`,
  `call_${part}_method`,
]);

function table(tables: readonly HandlerTable[], field: string): HandlerTable {
  const found = tables.find((each) => each.field === field);
  if (!found) throw new Error(`no handler table for ${field}`);
  return found;
}

const READ_BY_CALL = {
  relay_context: ["call_relay_context", "call_relay_application"],
  relay_application: ["call_relay_context", "call_relay_application"],
  laml_webhooks: WEBHOOKS,
  laml_application: ["call_laml_application_id"],
  dialogflow: ["call_dialogflow_agent_id"],
  relay_connector: ["call_relay_connector_id"],
  relay_sip_endpoint: ["call_sip_endpoint_id"],
  relay_verto_endpoint: ["call_verto_resource"],
  video_room: ["call_video_room_id"],
  relay_script: ["call_relay_script_url"],
};

const READ_BY_MESSAGE = {
  relay_context: ["message_relay_context", "message_relay_application"],
  relay_application: ["message_relay_context", "message_relay_application"],
  laml_webhooks: ["message_request_url", "message_request_method", "message_fallback_url", "message_fallback_method"],
  laml_application: ["message_laml_application_id"],
};

describe.each([
  ["call_handler", READ_BY_CALL],
  ["message_handler", READ_BY_MESSAGE],
] as [string, { [handler: string]: string[] }][])("a phone number's %s", (field, readBy) => {
  const { cases } = table(phoneNumber.handlers, field);

  it("has a rule for every value, and for nothing else", () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(readBy).sort());
  });

  it.each(Object.entries(readBy))("%s reads its own fields and demands none", (handler, fields) => {
    expect([...(cases[handler]?.uses ?? [])].sort()).toEqual([...fields].sort());
    expect(validateBody(phoneNumber, "update", { [field]: handler })).toEqual([]);
  });

  it.each(Object.entries(readBy))("%s ignores what only other handlers read", (handler, fields) => {
    const all = new Set(Object.values(readBy).flat());
    const others = [...all].filter((name) => !fields.includes(name));
    expect(ignoredFields(table(phoneNumber.handlers, field), handler).sort()).toEqual(others.sort());
  });
});

describe("the fields a handler ignores", () => {
  const sip = table(sipEndpoint.handlers, "call_handler");

  it("are all but its own", () => {
    expect(ignoredFields(sip, "ai_agent").sort()).toEqual(
      [
        ...WEBHOOKS,
        "call_flow_id",
        "call_laml_application_id",
        "call_relay_application",
        "call_relay_context",
        "call_relay_script_url",
        "call_video_room_id",
      ].sort(),
    );
  });
});
