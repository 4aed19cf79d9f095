// The values that mean "not set", the names of one value, and the values that are the same.

import { expect, it } from "vitest";
import {
  acceptedFields,
  argumentFields,
  cxmlScript,
  equivalent,
  isUnset,
  phoneNumber,
  type Resource,
  resources,
  sipEndpoint,
  sipProfile,
  swmlScript,
  toCamel,
  toSnake,
  unsetForm,
  validateBody,
} from "../../contract/index.ts";

const RESOURCES: readonly Resource[] = Object.values(resources);

// tests/conformance sends the form of each field.
it.each(RESOURCES)(
  "the form that unsets a field of a $title counts as unset, and is null or a value it takes",
  (each) => {
    const names = each.operations.update ? acceptedFields(each, "update") : [];
    const forms = Object.entries(each.fields).map(([name, field]) => [name, field, unsetForm(field)] as const);
    expect(forms.filter(([, field, form]) => !isUnset(field, form))).toEqual([]);
    const sent = forms.filter(([name, , form]) => names.includes(name) && form !== null);
    for (const [name, , form] of sent)
      expect(validateBody(each, "update", { [name]: form }).filter(({ field }) => field === name)).toEqual([]);
  },
);

it.each<[Resource, string, unknown, boolean]>([
  [sipEndpoint, "caller_id", undefined, true],
  [sipEndpoint, "caller_id", null, true],
  [sipEndpoint, "caller_id", "", false],
  [sipEndpoint, "caller_id", [], false],
  [sipEndpoint, "codecs", null, true],
  [sipEndpoint, "codecs", "", false],
  [sipEndpoint, "codecs", ["OPUS"], false],
  [sipEndpoint, "encryption", "default", true],
  [sipEndpoint, "encryption", "optional", false],
  [sipEndpoint, "call_request_method", "POST", false],
  [sipEndpoint, "send_as", "random", false],
  [phoneNumber, "call_request_method", "POST", true],
  [phoneNumber, "call_request_method", null, true],
  [phoneNumber, "call_request_method", "GET", false],
  [sipProfile, "default_codecs", [], true],
  [sipProfile, "default_codecs", ["H264", "VP8", "PCMA", "PCMU", "G722", "OPUS"], true],
  [sipProfile, "default_codecs", ["H264", "VP8", "PCMA", "PCMU", "G722"], false],
  [sipProfile, "default_send_as", "", true],
  [sipProfile, "default_send_as", "random", true],
])("a $kind's %s of %j is not set: %s", (resource, name, value, expected) => {
  const field = resource.fields[name];
  expect(field && isUnset(field, value)).toBe(expected);
});

const ROOM = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
it.each<[string, unknown, unknown, boolean]>([
  ["codecs", ["OPUS", "PCMU"], ["PCMU", "OPUS"], true],
  ["codecs", [], [], true],
  ["codecs", ["OPUS"], ["OPUS", "PCMU"], false],
  ["codecs", ["OPUS", "PCMU"], ["OPUS"], false],
  ["codecs", ["OPUS", "PCMU"], ["OPUS", "VP8"], false],
  ["codecs", [], null, false],
  ["codecs", ["OPUS"], "OPUS", false],
  ["caller_id", "Desk", "Desk", true],
  ["caller_id", "Desk", "desk", false],
  ["caller_id", "5", 5, false],
  ["call_video_room_id", ROOM, ROOM.toUpperCase(), true],
  ["call_video_room_id", ROOM, ROOM.replace("3", "4"), false],
  ["call_video_room_id", ROOM, 5, false],
])("%s of %j and of %j are the same: %s", (name, one, other, expected) => {
  expect(equivalent((sipEndpoint as Resource).fields[name]?.type ?? sipEndpoint.fields.codecs.type, one, other)).toBe(
    expected,
  );
});

it("documents that differ in their form alone are the same", () => {
  const { type } = cxmlScript.fields.contents;
  expect(equivalent(type, "\r\n<Response>\r\n</Response>\n", "<Response>\n</Response>")).toBe(true);
  const [one, other] = [{ say: null }, {}].map((step) => ({ sections: { main: [step] } }));
  expect(equivalent(swmlScript.fields.contents.type, one, other)).toBe(true);
  expect(equivalent(swmlScript.fields.contents.type, { a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(equivalent(swmlScript.fields.contents.type, { a: [] }, { a: {} })).toBe(false);
});

// Pulumi gives every resource the outputs id and urn.
it.each(RESOURCES)("each argument of a $title has a name of its own, in camelCase", (resource) => {
  const fields = [...argumentFields(resource)];
  expect(fields.filter(([name, wire]) => toSnake(name) !== wire || toCamel(wire) !== name)).toEqual([]);
  const names = [...fields.map(([name]) => name), ...Object.keys(resource.settings ?? {}), "id", "urn"];
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
});
