// The fields that each handler reads and requires: spec §2.1 and §2.2, typed by hand.

import { describe, expect, it } from "vitest";
import { type HandlerTable, ignoredFields, phoneNumber, sipEndpoint, validateBody } from "../../contract/index.ts";
import { UUID } from "./specified.ts";

const WEBHOOKS = {
  call_request_url: "https://example.com/call",
  call_request_method: "POST",
  call_fallback_url: "https://example.net/call",
  call_fallback_method: "GET",
  call_status_callback_url: "https://example.com/status",
  call_status_callback_method: "POST",
};

const REQUIRED: { [handler: string]: { [field: string]: unknown } } = {
  relay_script: { call_relay_script_url: "https://example.com/script.json" },
  laml_webhooks: WEBHOOKS,
  laml_application: { call_laml_application_id: UUID },
  dialogflow: {},
  video_room: { call_video_room_id: UUID },
  call_flow: { call_flow_id: UUID },
  ai_agent: { call_ai_agent_id: UUID },
};

const CREATE = { username: "front-desk", password: "correct-horse" };

function table(tables: readonly HandlerTable[], field: string): HandlerTable {
  const found = tables.find((each) => each.field === field);
  if (!found) throw new Error(`no handler table for ${field}`);
  return found;
}

describe("a SIP endpoint", () => {
  it("has a rule for every handler, and for nothing else", () => {
    const { cases } = table(sipEndpoint.handlers, "call_handler");
    expect(Object.keys(cases).sort()).toEqual([...Object.keys(REQUIRED), "relay_context"].sort());
  });

  it.each([
    ["call_relay_context", { call_relay_context: "support" }],
    ["call_relay_application", { call_relay_application: "support" }],
    ["both names", { call_relay_context: "support", call_relay_application: "sales" }],
    ["both names, one of them null", { call_relay_context: null, call_relay_application: "sales" }],
  ])("under relay_context is accepted with %s", (_, fields) => {
    expect(validateBody(sipEndpoint, "create", { ...CREATE, call_handler: "relay_context", ...fields })).toEqual([]);
  });

  it("under relay_context with neither name is refused once, with both names in the message", () => {
    expect(validateBody(sipEndpoint, "create", { ...CREATE, call_handler: "relay_context" })).toEqual([
      {
        field: "call_relay_context",
        code: "required",
        detail: "is required when call_handler is relay_context (or call_relay_application)",
      },
    ]);
  });
});

const READ_BY_CALL = {
  relay_context: ["call_relay_context", "call_relay_application"],
  relay_application: ["call_relay_context", "call_relay_application"],
  laml_webhooks: Object.keys(WEBHOOKS),
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
        ...Object.keys(WEBHOOKS),
        "call_flow_id",
        "call_laml_application_id",
        "call_relay_application",
        "call_relay_context",
        "call_relay_script_url",
        "call_video_room_id",
      ].sort(),
    );
  });

  it.each(["no_such_handler", "constructor", "__proto__"])(
    "include every handler field for the handler %s",
    (handler) => {
      expect(ignoredFields(sip, handler)).toHaveLength(13);
    },
  );
});
