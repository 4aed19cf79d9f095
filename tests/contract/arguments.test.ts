// The reasons for refusing a program's arguments, in the program's own names.

import { describe, expect, it } from "vitest";
import {
  domainApplication,
  phoneNumber,
  type Resource,
  resourceNames,
  resources,
  sipEndpoint,
  UNKNOWN,
  validateArguments,
} from "../../contract/index.ts";
import { UUID } from "./specified.ts";

type Arguments = { readonly [name: string]: unknown };

type Row = readonly [args: Arguments, problems: readonly string[], stored?: Arguments];

function evaluated(resource: Resource, args: Arguments, stored?: Arguments): string[] {
  return validateArguments(resource, args, stored).map(({ field, detail }) => `${field} ${detail}`);
}

const KEYS = "must be 1 to 64 of the characters 0-9 * # w, where w waits until the menu that listens times out";
const TIMES = 'must be times in UTC, as "Mon 10:00", "Mon–Fri 09:00–17:00", "Sat", "2026-12-25" or "2026-12-25T10:00Z"';

describe("expectations", () => {
  const number = "+12025550101";

  it("are accepted with each selector and each outcome, also while a part is not known yet", () => {
    const expects = [
      { keys: "12#w".padEnd(64, "*"), rings: "desk", answeredBy: null },
      ...["Mon 10:00", " Mon–Fri 09:00–17:00 ", "fri-mon", "Sat, 22:00-24:00", "2026-12-25"].map((at) => ({
        at,
        rings: "desk",
      })),
      ...["2026-12-25T10:00Z", "2026-12-25T10:00:30.5+02:00"].map((at) => ({ at, answeredBy: "Voicemail" })),
      { from: "+123456789012345", handedTo: "https://voice.example.com/" },
      { message: "STOP", reaches: "nobody" },
      { keys: UNKNOWN, rings: UNKNOWN },
    ];
    expect(evaluated(phoneNumber, { number, expects })).toEqual([]);
    expect(evaluated(phoneNumber, { number, expects: UNKNOWN })).toEqual([]);
  });

  it("are refused with every problem at its own place", () => {
    const expects = [
      { kesy: "1", rings: "desk", answeredBy: "Menu" },
      { keys: 1, at: "Mon 25:00" },
      { keys: "1 one 1", from: "reception", reaches: "desk" },
      { message: "STOP", keys: "1".repeat(65), handedTo: "" },
      "desk",
      { at: "2026-02-31", colour: "red", rings: UNKNOWN },
      { at: "Mon 17:00–09:00", rings: "desk" },
      { at: "Mon 09:00–09:00", from: "+1234567890123456", rings: "desk" },
      ...["Mon 24:00", "2026-12-25–Sat"].map((at) => ({ at, rings: "desk" })),
    ];
    expect(evaluated(phoneNumber, { number, expects })).toEqual([
      "expects[0].kesy does not exist: did you mean keys?",
      "expects[0] has rings and answeredBy: keep one, or write an entry for each",
      'expects[1].keys must be a text: write "1"',
      `expects[1].at ${TIMES}`,
      "expects[1] needs one of rings, answeredBy, handedTo, reaches",
      `expects[2].keys ${KEYS}`,
      "expects[2].from must be a number in E.164 form, for example +12025550177",
      'expects[2].reaches can only be "nobody": to expect an object, use rings, answeredBy or handedTo',
      `expects[3].keys ${KEYS}`,
      "expects[3].handedTo must be a text that is not empty",
      "expects[3].keys must be left out beside message: a message presses no keys",
      'expects[4] must be an object: { keys: "1", rings: "sales" }',
      `expects[5].at ${TIMES}`,
      "expects[5].colour does not exist: use keys, at, from, message, rings, answeredBy, handedTo and reaches",
      `expects[6].at ${TIMES}`,
      `expects[7].at ${TIMES}`,
      "expects[7].from must be a number in E.164 form, for example +12025550177",
      `expects[8].at ${TIMES}`,
      `expects[9].at ${TIMES}`,
    ]);
    expect(evaluated(phoneNumber, { number, expects: {} })).toEqual([
      'expects must be a list: [{ keys: "1", rings: "sales" }]',
    ]);
  });

  it("of a domain application take an address or a number, and no message", () => {
    const expects = [
      { from: "203.0.113.5", rings: "desk" },
      { message: "x", from: "y", rings: "desk" },
      ...["2001:db8::5", "+12025550177"].map((from) => ({ from, rings: "desk" })),
    ];
    expect(evaluated(domainApplication, { name: "a", identifier: "b", expects })).toEqual([
      "expects[1].message must be left out: only a number takes messages",
      "expects[1].from must be an IP address, or a number in E.164 form",
    ]);
  });
});

const PASSWORD = "password or passwordFrom is required, unless adopt is true";
const E164 =
  "must be a number in E.164 form: a plus sign, the country code and the digits, at most 15 in all, for example +12025550101";
const LACKING = / is required| is used only when /;
const SERVICE = "only the service sets it: remove it";
const ENCODED = JSON.parse('{ "__proto__": { "password": "x" } }');
const SCRIPT = { callRelayScriptUrl: "https://example.com/script.json" };
const NO_HANDLER =
  "callRelayScriptUrl is used only when callHandler is relay_script: set callHandler, or remove callRelayScriptUrl";
const NEITHER = "number or phoneNumberId is required";
const BOTH = "number and phoneNumberId are both given: keep one of them";
const AGENT = ["callAiAgentId is required when callHandler is ai_agent"];
const ADDRESS = {
  ...{ label: "Office", firstName: "Emmett", lastName: "Brown", streetNumber: "1640", streetName: "Riverside Drive" },
  ...{ city: "Hill Valley", state: "CA", postalCode: "91905" },
};
const FORM = "extra must be an object of fields: { call_relay_topic: … }";
const twice = (field: string, argument: string) => `extra.${field} and ${argument} are both given: keep one of them`;
const live = (field: string) => `the live service has it: set extra: { ${field}: … }`;
const meant = (argument: string) => `did you mean ${argument}?`;
/** Names that no argument has → what to do instead. */
const unknown = ({ title }: Resource, remedies: { readonly [name: string]: string }) =>
  Object.entries(remedies).map(
    ([name, remedy]): Row => [{ [name]: "x" }, [`${name} is not an argument of a ${title}; ${remedy}`]],
  );
const HANDLERS = "relay_context, relay_application, laml_webhooks, laml_application";
const CALLS = `${HANDLERS}, dialogflow, relay_connector, relay_sip_endpoint, relay_verto_endpoint, video_room, relay_script`;
const via = (field: string) => `the live service has relay_topic: set extra: { ${field}: "relay_topic" } instead`;

/** Arguments beside those of the smallest object → every problem. Null and undefined mean not given. */
const CASES: readonly (readonly [Resource, base: Arguments, rows: readonly Row[]])[] = [
  [
    sipEndpoint,
    { username: "a", password: "b" },
    [
      [{ sendAs: null, callerId: undefined }, []],
      [
        { username: "a b", password: null, callHandler: "laml_webhooks", callRequestUrl: "x\u200b", callerId: 5 },
        [
          "username must not contain white space or the character @",
          "callerId must be a string",
          "callRequestUrl must be an absolute http:// or https:// URL without white space, for example https://example.com/call",
          ...["RequestMethod", "FallbackUrl", "FallbackMethod", "StatusCallbackUrl", "StatusCallbackMethod"].map(
            (part) => `call${part} is required when callHandler is laml_webhooks`,
          ),
          PASSWORD,
        ],
      ],
      // Both names of a value that a handler needs.
      [
        { callHandler: "relay_context" },
        ["callRelayContext is required when callHandler is relay_context (or callRelayApplication)"],
      ],
      [{ callHandler: "relay_context", callRelayApplication: "x" }, []],
      // A field needs the handler that reads it.
      [SCRIPT, [NO_HANDLER]],
      [{ ...SCRIPT, extra: {} }, [NO_HANDLER]],
      [{ ...SCRIPT, callHandler: "relay_script" }, []],
      [{ ...SCRIPT, extra: { call_handler: "relay_topic" } }, []],
      [{ ...SCRIPT, extra: UNKNOWN }, []],
      ...unknown(sipEndpoint, {
        ...{ call_handler: meant("callHandler"), callhandler: meant("callHandler"), CallerID: meant("callerId") },
        ...{ userName: meant("username"), usrnme: meant("username"), callVideoRoomID: meant("callVideoRoomId") },
        ...{ call_request_URL: meant("callRequestUrl"), callRequestUri: meant("callRequestUrl") },
        ...{ passwort: meant("password"), codec: meant("codecs") },
        ...{ callTwilioUrl: "remove it", constructor: "remove it", toString: "remove it" },
        ...{ x: "remove it", cdec: "remove it", callFlowVersion: live("call_flow_version") },
        callDialogflowAgentId: live("call_dialogflow_agent_id"),
        callRelayContextStatusCallbackURL: live("call_relay_context_status_callback_url"),
      }),
      [{ ...ENCODED, password: null }, ["__proto__ is not an argument of a SIP endpoint; remove it", PASSWORD]],
      // A password stays while the program had none.
      [{ password: null }, [PASSWORD], { username: "a", password: "b" }],
      [{ password: null }, [], { username: "a" }],
      [{ password: null, adopt: true }, []],
      [{ password: null, adopt: UNKNOWN }, []],
      [{ username: null, adopt: true }, ["username is required"]],
      [{ password: null, adopt: false }, [PASSWORD]],
      [
        { password: null, passwordFrom: { url: "x" } },
        ['passwordFrom must be { env: "<variable>" } or { file: "<path>" }'],
      ],
      [{ passwordFrom: { env: "A" } }, ["password and passwordFrom are both given: keep one of them"]],
      [{ username: Symbol("not known"), password: UNKNOWN, callHandler: UNKNOWN, codecs: UNKNOWN }, []],
      [
        { password: null, passwordFrom: { env: "A" }, extra: { password: 5 } },
        ["extra.password has an argument of its own: use password"],
      ],
      // The other values are not repeated.
      [
        { codecs: ["G729", "canary"] },
        [
          "codecs must hold only OPUS, G722, PCMU, PCMA, VP8, H264; the live service has G729: set extra: { codecs: … } instead",
        ],
      ],
    ],
  ],
  [
    phoneNumber,
    { number: "+12025550101" },
    [
      [{ number: null, phoneNumberId: UUID }, []],
      [{ number: null, phoneNumberId: UNKNOWN }, []],
      [{ number: null, phoneNumberId: undefined }, [NEITHER]],
      [{ phoneNumberId: UUID }, [BOTH]],
      [{ number: UNKNOWN, phoneNumberId: UUID }, [BOTH]],
      [{ number: "+1234567890123456" }, [`number ${E164}`]],
      [
        { number: "+1\u3164\ufe0f2025550101\n" },
        [`number ${E164}; it holds what cannot be seen: U+3164, U+FE0F, U+000A`],
      ],
      [
        { number: "\u202e+1202\u00a05550101\u200b\u200b\u200c\u200d\u200e" },
        [`number ${E164}; it holds what cannot be seen: U+202E, U+00A0, U+200B, U+200C, U+200D`],
      ],
      [
        { number: null, phoneNumberId: "12" },
        ["phoneNumberId must be a UUID, for example 9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34"],
      ],
      ...unknown(phoneNumber, {
        phone_number_id: meant("phoneNumberId"),
        Extra: meant("extra"),
        capabilities: SERVICE,
      }),
      // A number has had a handler before the program.
      [{ callRequestUrl: "https://example.com/call" }, []],
      [{ callHandler: "relay_topic" }, [`callHandler must be one of ${CALLS}; ${via("call_handler")}`]],
      [{ messageHandler: "relay_topic" }, [`messageHandler must be one of ${HANDLERS}; ${via("message_handler")}`]],
      [{ callHandler: "relay_topics" }, [`callHandler must be one of ${CALLS}`]],
      ...["call_relay_topic", "message_relay_topic", "call_flow_version", "call_flow_id", "call_ai_agent_id"].flatMap(
        (field) => unknown(phoneNumber, { [field]: live(field) }),
      ),
      ...unknown(phoneNumber, { callRelayTopic: live("call_relay_topic") }),
      [{ extra: { call_handler: "relay_topic", call_relay_topic: "office" } }, []],
      [{ extra: { some_field: { deep: [1, null, "x", true] } } }, []],
      [{ extra: { call_handler: UNKNOWN, call_relay_topic: UNKNOWN, name: UNKNOWN } }, []],
      [{ extra: UNKNOWN }, []],
      [{ extra: "text" }, [FORM]],
      [{ extra: { callRelayTopic: "a" } }, ["extra.callRelayTopic must be named as the API does: call_relay_topic"]],
      [{ extra: { "a b": "a" } }, ["extra.a b must be named as the API does, as in call_relay_topic"]],
      [{ extra: { call_relay_topic: null } }, ["extra.call_relay_topic cannot be null: leave it out"]],
      [{ extra: { call_handler: "relay_script" } }, ["extra.call_handler has an argument of its own: use callHandler"]],
      [{ callHandler: "dialogflow", extra: { call_handler: "a" } }, [twice("call_handler", "callHandler")]],
      [{ callHandler: UNKNOWN, extra: { call_handler: UNKNOWN } }, [twice("call_handler", "callHandler")]],
      [{ ...SCRIPT, extra: { call_relay_script_url: "a" } }, [twice("call_relay_script_url", "callRelayScriptUrl")]],
      [{ extra: { capabilities: ["voice"] } }, ["extra.capabilities is set by the service alone: remove it"]],
    ],
  ],
  [
    domainApplication,
    { name: "Carrier", identifier: "carrier", callHandler: "ai_agent" },
    [
      [
        { callHandler: null, callRelayTopic: "a" },
        [
          "callRelayTopic is used only when callHandler is relay_topic or relay_application or relay_context: set callHandler, or remove callRelayTopic",
        ],
      ],
      // No answer shows the agent: an adopted application keeps it under the adopted handler.
      [{}, AGENT],
      [{ adopt: true }, []],
      [{}, [], { callHandler: "ai_agent" }],
      [{}, AGENT, { callHandler: "relay_topic" }],
      [{ adopt: true }, [], { callHandler: "relay_topic" }],
      [{}, AGENT, { callHandler: "ai_agent", callAiAgentId: UUID }],
    ],
  ],
  [
    resources.ClientToken,
    {},
    [
      [
        { resourceName: "alice", refreshToken: "x", issuedAt: "y" },
        [
          "resourceName is not an argument of a client token; did you mean resource?",
          `refreshToken is not an argument of a client token; ${SERVICE}`,
          `issuedAt is not an argument of a client token; ${SERVICE}`,
        ],
      ],
      ...[0, -1, "5"].map((renewBefore): Row => [{ renewBefore }, ["renewBefore must be a number of minutes above 0"]]),
      ...[undefined, 0.5, 5, UNKNOWN].map((renewBefore): Row => [{ renewBefore }, []]),
    ],
  ],
  [
    resources.SipAddress,
    { name: "support", callingHandlerResourceId: UUID },
    [
      [{ ipAuthEnabled: true }, ["ipAuth is required when ipAuthEnabled is true"]],
      [{ ipAuthEnabled: UNKNOWN }, []],
      [{ ipAuth: Array.from({ length: 256 }, (_, at) => `10.0.0.${at}`) }, []],
    ],
  ],
  [
    resources.SubscriberToken,
    { reference: "alice" },
    [[{ expiresIn: 5 }, []], ...unknown(resources.SubscriberToken, { expireAt: "remove it" })],
  ],
  [
    resources.EmergencyAddress,
    { ...ADDRESS, country: "US" },
    [
      [
        { country: "CA", emergencyEnabled: true },
        ["emergencyEnabled is ignored by the service unless country is US: remove it, or correct country"],
      ],
      [{ fistName: "A" }, [`fistName is not an argument of an emergency address; ${meant("firstName or lastName")}`]],
      [{ country: "CA", emergencyEnabled: false }, []],
      [{ emergencyEnabled: true }, []],
      [{ country: UNKNOWN, emergencyEnabled: true }, []],
      [{ country: "CA", emergencyEnabled: UNKNOWN }, []],
    ],
  ],
];

const rows = CASES.flatMap(([resource, base, rows]) =>
  rows.map(([args, problems, stored]) => ({ title: resource.title, resource, base, args, problems, stored })),
);

describe("the arguments", () => {
  it.each(rows)(
    "of a $title with $args have these problems: $problems",
    ({ resource, base, args, problems, stored }) => {
      expect(evaluated(resource, { ...base, ...args }, stored)).toEqual(problems);
      const codes = validateArguments(resource, { ...base, ...args }, stored).map(({ code }) => code);
      expect(codes.map((code) => code === "required")).toEqual(problems.map((problem) => LACKING.test(problem)));
    },
  );

  it("include extra in exactly the classes whose descriptor has it", () => {
    const without = resourceNames.filter((name) =>
      evaluated(resources[name], { extra: { some_field: 1 } }).some((problem) => problem.startsWith("extra ")),
    );
    expect(without).toEqual(resourceNames.filter((name) => !("extra" in resources[name])));
  });

  it("never have their values repeated", () => {
    const canary = "canary 1 @";
    const args = { username: canary, password: ["canary"], codecs: [canary], callHandler: canary, sendAs: canary };
    const problems = evaluated(sipEndpoint, { ...args, callRequestUrl: canary, passwort: canary });
    expect([problems.length, problems.join().includes("canary")]).toEqual([7, false]);
  });
});
