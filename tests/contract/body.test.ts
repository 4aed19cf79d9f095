// The reasons for refusing a request body: all at once, in the API's names, without values.

import { describe, expect, it } from "vitest";
import {
  clientToken,
  cxmlScript,
  domainApplication,
  emergencyAddress,
  numberGroup,
  phoneNumber,
  type Resource,
  sipEndpoint,
  validateBody,
} from "../../contract/index.ts";
import { UUID } from "./specified.ts";

const CREATE = { username: "front-desk", password: "correct-horse" };
const UNKNOWN = "unknown!";
const isUnknown = (value: unknown) => value === UNKNOWN || (Array.isArray(value) && value.includes(UNKNOWN));

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
    [
      domainApplication,
      "ip_auth",
      ["203.0.113"],
      "must hold only IP addresses and blocks, for example 203.0.113.5 or 203.0.113.0/24",
    ],
    [cxmlScript, "contents", "<Say/>", "must have the root element Response"],
    [emergencyAddress, "country", "USA", "must be the two capital letters of a country (ISO 3166), for example US"],
  ])("a field of another kind says what is allowed: $1 $2", (resource, field, value, detail) => {
    const problems = validateBody(resource, resource.configuredBy, { [field]: value });
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

describe("a change of a SIP endpoint", () => {
  it("is refused when the stored handler loses what it needs", () => {
    const stored = { ...CREATE, call_handler: "video_room", call_video_room_id: UUID };
    expect(validateBody(sipEndpoint, "update", { call_video_room_id: null }, { stored })).toEqual([
      {
        field: "call_video_room_id",
        code: "required",
        detail: "is required when call_handler is video_room",
      },
    ]);
  });
});

describe("a request for client tokens", () => {
  it("cannot carry a refresh token when it issues", () => {
    expect(validateBody(clientToken, "create", { refresh_token: "x" })).toEqual([
      { field: "refresh_token", code: "read_only", detail: "cannot be sent with this request" },
    ]);
  });

  it("needs the refresh token when it refreshes, and takes no name or lifetime then", () => {
    expect(validateBody(clientToken, "update", { resource: "alice", expires_in: 5 })).toEqual([
      { field: "resource", code: "read_only", detail: "cannot be sent with this request" },
      { field: "expires_in", code: "read_only", detail: "cannot be sent with this request" },
      { field: "refresh_token", code: "required", detail: "is required" },
    ]);
    expect(validateBody(clientToken, "update", { refresh_token: "x" })).toEqual([]);
  });
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
