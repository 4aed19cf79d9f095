// The reasons for refusing a request body: all at once, in the API's names, without values.

import { expect, it } from "vitest";
import { flatForm } from "../../contract/body.ts";
import { type Body, configuring, type Resource, resources, validateBody } from "../../contract/index.ts";
import { UUID } from "./specified.ts";

const { SipEndpoint, PhoneNumber, SwmlScript } = resources;

const CREATE = { username: "front-desk", password: "correct-horse" };
const ROOM = { ...CREATE, call_handler: "video_room", call_video_room_id: UUID };
const NETWORKS = "must hold only IP addresses and blocks, for example 203.0.113.5 or 203.0.113.0/24";
const UNKNOWN = "unknown!";
const isUnknown = (value: unknown) => value === UNKNOWN || (Array.isArray(value) && value.includes(UNKNOWN));

const addresses = Array.from({ length: 257 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);

/** As JSON arrives: `__proto__` is a key like any other. */
const ENCODED = JSON.parse('{ "username": "a", "__proto__": { "password": "from the prototype" } }') as Body;

it.each<[resource: Resource, field: string, value: unknown, detail: string]>([
  [SipEndpoint, "username", "front desk", "must not contain white space or the character @"],
  [SipEndpoint, "username", "", "must not be empty"],
  [SipEndpoint, "password", "", "must not be empty"],
  [SipEndpoint, "caller_id", 5, "must be a string"],
  [SipEndpoint, "encryption", "maximum", "must be one of default, required, optional"],
  [SipEndpoint, "call_request_method", "PATCH", "must be GET or POST"],
  [SipEndpoint, "codecs", ["MP3", "OGG", "WAV"], "must hold only OPUS, G722, PCMU, PCMA, VP8, H264"],
  [SipEndpoint, "codecs", "OPUS", "must be a list of OPUS, G722, PCMU, PCMA, VP8, H264"],
  [SipEndpoint, "codecs", ["OPUS", "OPUS"], "must name each value once"],
  [SipEndpoint, "send_as", "me", 'must be "random" or a number in E.164 form, for example +12025550101'],
  [resources.NumberGroup, "sticky_sender", "yes", "must be true or false"],
  [PhoneNumber, "call_receive_mode", "sms", "must be voice or fax"],
  ...[0, "x5"].map((value): [Resource, string, unknown, string] => [
    ...([resources.ClientToken, "expires_in", value] as const),
    "must be a whole number of minutes from 1 to 52560000",
  ]),
  [
    ...([resources.ClientToken, "expires_in", "5"] as const),
    "must be a whole number of minutes from 1 to 52560000, as a number, not a string",
  ],
  [resources.SubscriberToken, "expire_at", 1.5, "must be a whole number, 0 or more"],
  [resources.Queue, "max_size", 0, "must be a whole number, 1 or more"],
  [
    resources.SipAddress,
    "name",
    "A",
    "must be at most 50 lower-case letters and digits, with single hyphens between them",
  ],
  [resources.SipAddress, "codecs", [], "must name at least 1 value"],
  [resources.SipAddress, "ip_auth", addresses, "must name at most 256 addresses"],
  [
    resources.SipProfile,
    "default_send_as",
    "x",
    'must be "random", empty or a number in E.164 form, for example +12025550101',
  ],
  [
    ...([resources.SipProfile, "domain_identifier", "A"] as const),
    "must be up to 40 lower-case letters, digits and hyphens, with a letter or digit at both ends",
  ],
  [resources.DomainApplication, "ip_auth", ["203.0.113"], NETWORKS],
  [resources.DomainApplication, "ip_auth", "203.0.113.5", "must be a list of IP addresses and blocks"],
  [resources.DomainApplication, "identifier", "a b", "must not contain white space or the characters @, : and /"],
  [resources.CxmlApplication, "friendly_name", "x".repeat(65), "must have at most 64 characters"],
  [resources.CxmlScript, "contents", "<Say/>", "must have the root element Response"],
  [
    resources.CxmlScript,
    "contents",
    "<A",
    "must be well-formed XML: line 1, column 2: document must contain a root element",
  ],
  [SwmlScript, "contents", { sections: [] }, "must have an object sections"],
  [SwmlScript, "contents", { version: 1, sections: {} }, 'must have a text as version, for example "1.0.0"'],
  [SwmlScript, "contents", { sections: { main: [] } }, "must have at least one step in sections.main"],
  [
    ...([SwmlScript, "contents", { sections: { main: ["a"], b: {} } }] as const),
    "must have a list of steps in each section, which sections.b is not",
  ],
  [SwmlScript, "contents", "a: &x {}\nsections: *x", "must be JSON or plain YAML"],
  [SwmlScript, "contents", "a: [", "must be JSON or plain YAML: line 1, column 5"],
  [SwmlScript, "contents", "x", "must be an object, or its text in JSON or YAML"],
  [
    ...([resources.EmergencyAddress, "country", "USA"] as const),
    "must be the two capital letters of a country (ISO 3166), for example US",
  ],
])("a $kind is refused once, with what is allowed, for the %s %j", (resource, field, value, detail) => {
  const problems = validateBody(resource, configuring(resource), { [field]: value });
  expect(problems.filter((each) => each.code === "invalid")).toEqual([{ field, code: "invalid", detail }]);
});

const UNKNOWN_FIELDS = ["callerId", "display_name", "constructor", "toString", "hasOwnProperty", ""];
const unknownField = (field: string) => `${field} unknown_field is not a field of a SIP endpoint`;

it.each<[body: Body, problems: readonly string[]]>([
  [
    { username: null, password: "x", caller_id: null, codecs: null },
    ["username required is required and cannot be null"],
  ],
  [ENCODED, [unknownField("__proto__"), "password required is required"]],
  ...UNKNOWN_FIELDS.map((field): [Body, string[]] => [{ ...CREATE, [field]: "x" }, [unknownField(field)]]),
  [{ ...CREATE, id: "x" }, ["id read_only is set by the service and cannot be sent"]],
  // A program sets this one in extra.
  [{ ...CREATE, call_dialogflow_agent_id: 5 }, ["call_dialogflow_agent_id invalid must be a string"]],
  [{ ...CREATE, call_dialogflow_agent_id: null }, []],
  // A value that is not known yet counts as given, and hides no other problem.
  ...["username", "codecs", "encryption", "call_request_url", "call_handler", "call_video_room_id"].map(
    (field): [Body, string[]] => [{ ...CREATE, [field]: UNKNOWN }, []],
  ),
  [{ ...ROOM, call_video_room_id: UNKNOWN }, []],
  [
    { username: UNKNOWN, call_handler: UNKNOWN, encryption: "maximum", id: UNKNOWN },
    [
      "id read_only is set by the service and cannot be sent",
      "password required is required",
      "encryption invalid must be one of default, required, optional",
    ],
  ],
])("a SIP endpoint of %j has the problems %j", (body, problems) => {
  const found = validateBody(SipEndpoint, "create", body, { isUnknown });
  expect(found.map(({ field, code, detail }) => `${field} ${code} ${detail}`)).toEqual(problems);
});

it("a change cannot take away what the stored handler needs, nor send what only a creation takes", () => {
  expect(validateBody(SipEndpoint, "update", { call_video_room_id: null }, { stored: ROOM })).toEqual([
    { field: "call_video_room_id", code: "required", detail: "is required when call_handler is video_room" },
  ]);
  expect(validateBody(resources.SipAddress, "update", { ip_auth: [] }, { stored: { ip_auth_enabled: true } })).toEqual([
    { field: "ip_auth", code: "required", detail: "is required when ip_auth_enabled is true" },
  ]);
  expect(validateBody(resources.ClientToken, "update", { resource: "a", refresh_token: "b" })).toEqual([
    { field: "resource", code: "read_only", detail: "cannot be sent with this request" },
  ]);
});

const CALL = { call_request_url: "https://example.com/call" };
const address = (e911_status: string) => ({ e911_address_id: "a", e911_status });

// A handler that takes nothing is none, and an address that failed or goes is not in force.
it.each<[answer: Body, shown: Body]>([
  [{ call_handler: "laml_webhooks" }, { call_handler: null }],
  [{ call_handler: "laml_webhooks", call_request_url: "" }, { call_handler: null }],
  [{ call_handler: "laml_webhook", ...CALL }, { call_handler: "laml_webhooks" }],
  [{ call_handler: null, ...CALL }, { call_handler: "laml_webhooks" }],
  [{ call_handler: "default" }, { call_handler: null }],
  ...["active", "pending"].map((status): [Body, Body] => [address(status), { emergency_address: "a" }]),
  ...["failed", "unregistered", "pending_removal"].map((status): [Body, Body] => [
    address(status),
    { emergency_address: null },
  ]),
])("a number of the answer %o has %o", (answer, shown) => {
  expect(flatForm(PhoneNumber, answer)).toStrictEqual({ ...answer, ...shown });
});
