// The reasons for refusing a request body: all at once, in the API's names, without values.

import { describe, expect, it } from "vitest";
import { flatForm, receivedForm } from "../../contract/body.ts";
import {
  type Body,
  clientToken,
  configuring,
  cxmlScript,
  domainApplication,
  emergencyAddress,
  numberGroup,
  phoneNumber,
  type Resource,
  resources,
  sipEndpoint,
  swmlScript,
  validateBody,
} from "../../contract/index.ts";
import { UUID } from "./specified.ts";

const CREATE = { username: "front-desk", password: "correct-horse" };
const UNKNOWN = "unknown!";
const isUnknown = (value: unknown) => value === UNKNOWN || (Array.isArray(value) && value.includes(UNKNOWN));

const addresses = Array.from({ length: 257 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);

/** As JSON arrives: `__proto__` is a key like any other. */
const parsed = (json: string) => JSON.parse(json) as { [field: string]: unknown };

describe("a SIP endpoint to create", () => {
  it("cannot have null where a value is required, and can elsewhere", () => {
    expect(
      validateBody(sipEndpoint, "create", { username: null, password: "x", caller_id: null, codecs: null }),
    ).toEqual([{ field: "username", code: "required", detail: "is required and cannot be null" }]);
  });

  it.each([
    ["username", "front desk", "must not contain white space or the character @"],
    ["username", "", "must not be empty"],
    ["password", "", "must not be empty"],
    ["caller_id", 5, "must be a string"],
    ["encryption", "maximum", "must be one of default, required, optional"],
    ["call_request_method", "PATCH", "must be GET or POST"],
    ["codecs", ["MP3", "OGG", "WAV"], "must hold only OPUS, G722, PCMU, PCMA, VP8, H264"],
    ["codecs", "OPUS", "must be a list of OPUS, G722, PCMU, PCMA, VP8, H264"],
    ["codecs", ["OPUS", "OPUS"], "must name each value once"],
    ["send_as", "me", 'must be "random" or a number in E.164 form, for example +12025550101'],
  ])("is refused once, with what is allowed, for the %s %j", (field, value, detail) => {
    expect(validateBody(sipEndpoint, "create", { ...CREATE, [field]: value })).toEqual([
      { field, code: "invalid", detail },
    ]);
  });

  it.each<[resource: Resource, field: string, value: unknown, detail: string]>([
    [numberGroup, "sticky_sender", "yes", "must be true or false"],
    [phoneNumber, "call_receive_mode", "sms", "must be voice or fax"],
    [clientToken, "expires_in", 0, "must be a whole number of minutes from 1 to 52560000"],
    [clientToken, "expires_in", "5", "must be a whole number of minutes from 1 to 52560000, as a number, not a string"],
    [resources.SipAddress, "ip_auth", addresses, "must name at most 256 addresses"],
    [swmlScript, "contents", { sections: [] }, "must have an object sections"],
    [
      domainApplication,
      "ip_auth",
      ["203.0.113"],
      "must hold only IP addresses and blocks, for example 203.0.113.5 or 203.0.113.0/24",
    ],
    [cxmlScript, "contents", "<Say/>", "must have the root element Response"],
    [emergencyAddress, "country", "USA", "must be the two capital letters of a country (ISO 3166), for example US"],
  ])("a field of another kind says what is allowed: $1 $2", (resource, field, value, detail) => {
    const problems = validateBody(resource, configuring(resource), { [field]: value });
    expect(problems.filter((each) => each.code === "invalid")).toEqual([{ field, code: "invalid", detail }]);
  });

  it.each(["callerId", "display_name", "constructor", "toString", "hasOwnProperty", ""])(
    "cannot carry the unknown key %j",
    (field) => {
      expect(validateBody(sipEndpoint, "create", { ...CREATE, [field]: "x" })).toEqual([
        { field, code: "unknown_field", detail: "is not a field of a SIP endpoint" },
      ]);
    },
  );

  it("cannot carry __proto__, nor get its fields from there", () => {
    const body = parsed('{ "username": "a", "__proto__": { "password": "from the prototype" } }');
    expect(validateBody(sipEndpoint, "create", body)).toEqual([
      { field: "__proto__", code: "unknown_field", detail: "is not a field of a SIP endpoint" },
      { field: "password", code: "required", detail: "is required" },
    ]);
  });
});

it("a change cannot take away what the stored handler needs", () => {
  const stored = { ...CREATE, call_handler: "video_room", call_video_room_id: UUID };
  expect(validateBody(sipEndpoint, "update", { call_video_room_id: null }, { stored })).toEqual([
    { field: "call_video_room_id", code: "required", detail: "is required when call_handler is video_room" },
  ]);
});

describe("a value that is not known yet", () => {
  it.each(["username", "codecs", "encryption", "call_request_url", "call_handler", "call_video_room_id"])(
    "passes as %s",
    (field) => {
      expect(validateBody(sipEndpoint, "create", { ...CREATE, [field]: UNKNOWN }, { isUnknown })).toEqual([]);
    },
  );

  it("counts as given where a handler needs it", () => {
    const body = { ...CREATE, call_handler: "video_room", call_video_room_id: UNKNOWN };
    expect(validateBody(sipEndpoint, "create", body, { isUnknown })).toEqual([]);
  });

  it("hides no other problem", () => {
    const body = { username: UNKNOWN, call_handler: UNKNOWN, encryption: "maximum", id: UNKNOWN };
    const problems = validateBody(sipEndpoint, "create", body, { isUnknown });
    expect(problems.map(({ field }) => field)).toEqual(["id", "password", "encryption"]);
  });
});

describe("an object of an answer has", () => {
  const URL = "https://example.com/call";
  it.each<[string, Resource, Body, Body]>([
    [
      "the label of its member before the outer one",
      swmlScript,
      { id: "a", display_name: "Outer", swml_script: { display_name: "Inner" } },
      { id: "a", display_name: "Inner" },
    ],
    ["no handler that takes nothing", phoneNumber, { call_handler: "laml_webhooks" }, { call_handler: null }],
    [
      "no handler with an empty address",
      phoneNumber,
      { call_handler: "laml_webhooks", call_request_url: "" },
      { call_handler: null },
    ],
    [
      "the handler in force, by the service's other name too",
      phoneNumber,
      { call_handler: "laml_webhook", call_request_url: URL },
      { call_handler: "laml_webhooks" },
    ],
    [
      "the unset handler with an address",
      phoneNumber,
      { call_handler: null, call_request_url: URL },
      { call_handler: "laml_webhooks" },
    ],
    ...["active", "pending"].map((e911_status): [string, Resource, Body, Body] => [
      `the address that is ${e911_status}`,
      phoneNumber,
      { e911_address_id: "a", e911_status },
      { emergency_address: "a" },
    ]),
    ...["failed", "unregistered", "pending_removal"].map((e911_status): [string, Resource, Body, Body] => [
      `no address that is ${e911_status}`,
      phoneNumber,
      { e911_address_id: "a", e911_status },
      { emergency_address: null },
    ]),
  ])("%s", (_, resource, answer, object) => {
    expect(flatForm(resource, answer)).toMatchObject(object);
  });
});

it.each([
  { name: "usual", display_name: "other" },
  { display_name: "other", name: "usual" },
])("of several names of one field in a request, the usual one counts: %o", (body) => {
  expect(receivedForm(swmlScript, body)).toEqual({ display_name: "usual" });
});
