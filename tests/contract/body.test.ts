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
  it("needs nothing but a user name and a password", () => {
    expect(validateBody(sipEndpoint, "create", CREATE)).toEqual([]);
  });

  it("is refused for both where both are missing", () => {
    expect(validateBody(sipEndpoint, "create", {})).toEqual([
      { field: "username", code: "required", detail: "is required" },
      { field: "password", code: "required", detail: "is required" },
    ]);
  });

  it("takes undefined for missing", () => {
    const problems = validateBody(sipEndpoint, "create", { ...CREATE, password: undefined, caller_id: undefined });
    expect(problems).toEqual([{ field: "password", code: "required", detail: "is required" }]);
  });

  it("cannot have null where a value is required, and can elsewhere", () => {
    expect(
      validateBody(sipEndpoint, "create", { username: null, password: "x", caller_id: null, codecs: null }),
    ).toEqual([{ field: "username", code: "required", detail: "is required and cannot be null" }]);
  });

  it("is refused for everything at once", () => {
    const problems = validateBody(sipEndpoint, "create", {
      username: "front desk",
      caller_id: 5,
      ciphers: ["AES_128"],
      codecs: "OPUS",
      encryption: "maximum",
      call_handler: "laml_webhooks",
      call_request_url: "not a url",
      call_request_method: "PATCH",
      call_video_room_id: "room 1",
      call_fallback_method: null,
      id: UUID,
      passwort: "misspelt",
    });
    expect(problems.map(({ field, code }) => `${code} ${field}`).sort()).toEqual([
      "invalid call_request_method",
      "invalid call_request_url",
      "invalid call_video_room_id",
      "invalid caller_id",
      "invalid ciphers",
      "invalid codecs",
      "invalid encryption",
      "invalid username",
      "read_only id",
      "required call_fallback_method",
      "required call_fallback_url",
      "required call_status_callback_method",
      "required call_status_callback_url",
      "required password",
      "unknown_field passwort",
    ]);
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

  it.each(["id", "type", "calling_handler_resource_id"])("cannot carry %s, which the service sets", (field) => {
    expect(validateBody(sipEndpoint, "create", { ...CREATE, [field]: UUID })).toEqual([
      { field, code: "read_only", detail: "is set by the service and cannot be sent" },
    ]);
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

  it("gets no field from a prototype", () => {
    const body = Object.create(CREATE) as { [field: string]: unknown };
    expect(validateBody(sipEndpoint, "create", body)).toHaveLength(2);
  });

  it.each(["constructor", "__proto__", "toString"])("with the handler %s is refused for the handler alone", (name) => {
    const problems = validateBody(sipEndpoint, "create", { ...CREATE, call_handler: name });
    expect(problems.map(({ field, code }) => `${code} ${field}`)).toEqual(["invalid call_handler"]);
  });
});

describe("a change of a SIP endpoint", () => {
  it("cannot take the user name or the password away", () => {
    expect(validateBody(sipEndpoint, "update", { username: null, password: null })).toEqual([
      { field: "username", code: "required", detail: "is required and cannot be null" },
      { field: "password", code: "required", detail: "is required and cannot be null" },
    ]);
  });

  it("counts stored fields as given for the handler", () => {
    const stored = { ...CREATE, call_video_room_id: UUID };
    expect(validateBody(sipEndpoint, "update", { call_handler: "video_room" }, { stored })).toEqual([]);
  });

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

  it("may take handler and fields away together", () => {
    const stored = { ...CREATE, call_handler: "video_room", call_video_room_id: UUID };
    expect(validateBody(sipEndpoint, "update", { call_handler: null, call_video_room_id: null }, { stored })).toEqual(
      [],
    );
  });

  it("ignores stored unknown and response-only keys", () => {
    const stored = { ...CREATE, id: UUID, type: "sip_endpoint", no_such_key: 1 };
    expect(validateBody(sipEndpoint, "update", { caller_id: "x" }, { stored })).toEqual([]);
  });
});

describe("a change of a phone number", () => {
  it("may null every field", () => {
    const body = { name: null, call_handler: null, call_request_method: null, message_handler: null };
    expect(validateBody(phoneNumber, "update", body)).toEqual([]);
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

  it("has a problem for a lifetime given as text", () => {
    const [problem] = validateBody(clientToken, "create", { expires_in: "15" });
    expect(problem?.detail).toBe("must be a whole number of minutes from 1 to 52560000, as a number, not a string");
  });
});

describe("a value that is not known yet", () => {
  it.each(["username", "codecs", "encryption", "call_request_url", "call_handler", "call_video_room_id"])(
    "passes as %s",
    (field) => {
      expect(validateBody(sipEndpoint, "create", { ...CREATE, [field]: UNKNOWN }, { isUnknown })).toEqual([]);
    },
  );

  it("passes inside a list", () => {
    expect(validateBody(sipEndpoint, "create", { ...CREATE, codecs: ["OPUS", UNKNOWN] }, { isUnknown })).toEqual([]);
  });

  it("counts as given where a handler needs it", () => {
    const body = { ...CREATE, call_handler: "video_room", call_video_room_id: UNKNOWN };
    expect(validateBody(sipEndpoint, "create", body, { isUnknown })).toEqual([]);
  });

  it("hides no other problem", () => {
    const body = { username: UNKNOWN, call_handler: UNKNOWN, encryption: "maximum", id: UNKNOWN };
    const problems = validateBody(sipEndpoint, "create", body, { isUnknown });
    expect(problems.map(({ field }) => field)).toEqual(["id", "password", "encryption"]);
  });

  it("is a value like any other when unknown keys are allowed", () => {
    expect(validateBody(sipEndpoint, "create", { ...CREATE, call_video_room_id: UNKNOWN })).toHaveLength(1);
  });
});
