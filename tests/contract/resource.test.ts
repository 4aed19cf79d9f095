// The values that reset a field to its default, and the values that mean "not set".

import { describe, expect, it } from "vitest";
import {
  aliasesOf,
  equivalent,
  type Field,
  isUnset,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
  unsetForm,
  validateBody,
} from "../../contract/index.ts";

function field(resource: Resource, name: string): Field {
  const found = resource.fields[name];
  if (!found) throw new Error(`A ${resource.title} has no field ${name}`);
  return found;
}

describe("the form that unsets", () => {
  const SIP: [string, unknown][] = [
    ["ciphers", []],
    ["codecs", []],
    ["encryption", "default"],
    ["send_as", null],
    ["caller_id", null],
    ["call_handler", "default"],
    ["call_request_method", null],
    ["call_relay_context", null],
  ];
  it.each(SIP)("a SIP endpoint's %s is %j", (name, form) => {
    expect(unsetForm(field(sipEndpoint, name))).toEqual(form);
  });

  const NUMBER: [string, unknown][] = [
    ["name", null],
    ["call_handler", "laml_webhooks"],
    ["call_receive_mode", "voice"],
    ["call_request_method", "POST"],
    ["call_fallback_method", "POST"],
    ["call_status_callback_method", "POST"],
    ["message_request_method", "POST"],
    ["message_fallback_method", "POST"],
    ["message_handler", "laml_webhooks"],
    ["call_relay_application", null],
  ];
  it.each(NUMBER)("a phone number's %s is %j", (name, form) => {
    expect(unsetForm(field(phoneNumber, name))).toEqual(form);
  });

  it.each([sipEndpoint, phoneNumber, sipProfile] as Resource[])(
    "of every field of a $title counts as unset, and is null or a value it takes",
    (resource) => {
      for (const [name, each] of Object.entries(resource.fields)) {
        const form = unsetForm(each);
        expect([name, isUnset(each, form)]).toEqual([name, true]);
        const isTaken = form === null || validateBody(resource, "update", { [name]: form }).length === 0;
        expect([name, isTaken || each.responseOnly]).toEqual([name, true]);
      }
    },
  );
});

describe("not set", () => {
  it.each([
    [sipEndpoint, "caller_id", undefined],
    [sipEndpoint, "caller_id", null],
    [sipEndpoint, "codecs", []],
    [sipEndpoint, "codecs", null],
    [sipEndpoint, "encryption", "default"],
    [phoneNumber, "call_request_method", "POST"],
    [phoneNumber, "call_request_method", null],
    [phoneNumber, "call_receive_mode", "voice"],
    [sipProfile, "default_codecs", []],
    [sipProfile, "default_codecs", ["H264", "VP8", "PCMA", "PCMU", "G722", "OPUS"]],
    [sipProfile, "default_send_as", null],
    [sipProfile, "default_send_as", ""],
    [sipProfile, "default_send_as", "random"],
  ] as [Resource, string, unknown][])("is said by a $kind's %s of %j", (resource, name, value) => {
    expect(isUnset(field(resource, name), value)).toBe(true);
  });

  it.each([
    [sipEndpoint, "caller_id", "Desk"],
    [sipEndpoint, "caller_id", ""],
    [sipEndpoint, "caller_id", []],
    [sipEndpoint, "codecs", ["OPUS"]],
    [sipEndpoint, "codecs", ""],
    [sipEndpoint, "encryption", "optional"],
    [sipEndpoint, "call_request_method", "POST"],
    [sipEndpoint, "send_as", "random"],
    [phoneNumber, "call_request_method", "GET"],
    [phoneNumber, "call_receive_mode", "fax"],
  ] as [Resource, string, unknown][])("is not said by a $kind's %s of %j", (resource, name, value) => {
    expect(isUnset(field(resource, name), value)).toBe(false);
  });
});

describe("two names of one value", () => {
  it.each([
    [sipEndpoint, "call_relay_context", ["call_relay_application"]],
    [sipEndpoint, "call_relay_application", ["call_relay_context"]],
    [phoneNumber, "call_relay_context", ["call_relay_application"]],
    [phoneNumber, "call_relay_application", ["call_relay_context"]],
    [phoneNumber, "message_relay_context", ["message_relay_application"]],
    [phoneNumber, "message_relay_application", ["message_relay_context"]],
    [sipEndpoint, "username", []],
    [sipEndpoint, "constructor", []],
  ] as [Resource, string, string[]][])("on a $kind: %s goes with %j", (resource, name, others) => {
    expect(aliasesOf(resource, name)).toEqual(others);
  });
});

describe("the same value", () => {
  const codecs = sipEndpoint.fields.codecs.type;
  const callerId = sipEndpoint.fields.caller_id.type;

  it.each([
    [
      ["OPUS", "PCMU"],
      ["PCMU", "OPUS"],
    ],
    [[], []],
    [["OPUS"], ["OPUS"]],
  ])("is a list %j and a list %j", (a, b) => {
    expect(equivalent(codecs, a, b)).toBe(true);
  });

  it.each([
    [["OPUS"], ["PCMU"]],
    [["OPUS"], ["OPUS", "PCMU"]],
    [["OPUS", "PCMU"], ["OPUS"]],
    [
      ["OPUS", "PCMU"],
      ["OPUS", "VP8"],
    ],
    [[], null],
    [["OPUS"], "OPUS"],
  ])("is not a list %j and %j", (a, b) => {
    expect(equivalent(codecs, a, b)).toBe(false);
  });

  it("is a text and the same text only", () => {
    expect(equivalent(callerId, "Desk", "Desk")).toBe(true);
    expect(equivalent(callerId, "Desk", "desk")).toBe(false);
    expect(equivalent(callerId, "5", 5)).toBe(false);
  });

  it("is a UUID in small and in capital letters, and no other one", () => {
    const room = sipEndpoint.fields.call_video_room_id.type;
    const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
    expect(equivalent(room, id, id.toUpperCase())).toBe(true);
    expect(equivalent(room, id, id.replace("3", "4"))).toBe(false);
    expect(equivalent(room, id, 5)).toBe(false);
  });
});
