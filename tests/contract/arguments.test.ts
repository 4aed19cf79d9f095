// The reasons for refusing a program's arguments, in the program's own names.

import { describe, expect, it } from "vitest";
import {
  clientToken,
  domainApplication,
  emergencyAddress,
  phoneNumber,
  type Resource,
  sipEndpoint,
  UNKNOWN,
  validateArguments,
} from "../../contract/index.ts";
import { UUID } from "./specified.ts";

type Arguments = { readonly [name: string]: unknown };

function evaluated(resource: Resource, args: Arguments, stored?: Arguments): string[] {
  return validateArguments(resource, args, stored).map(({ field, detail }) => `${field} ${detail}`);
}

describe("expectations", () => {
  const number = "+12025550101";

  it("are accepted with each selector and each outcome, also while a part is not known yet", () => {
    const expects = [
      { keys: "12#w", rings: "desk", answeredBy: null },
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
      { key: "1", rings: "desk", answeredBy: "Menu" },
      { keys: 1, at: "Mon 25:00" },
      { keys: "one", from: "reception", reaches: "desk" },
      { message: "STOP", keys: "1", handedTo: "" },
      "desk",
      { at: "2026-02-31", colour: "red", rings: UNKNOWN },
      { at: "Mon 17:00–09:00", rings: "desk" },
      { at: "Mon 09:00–09:00", from: "+1234567890123456", rings: "desk" },
      ...["Mon 24:00", "2026-12-25–Sat"].map((at) => ({ at, rings: "desk" })),
    ];
    expect(evaluated(phoneNumber, { number, expects })).toEqual([
      "expects[0].key does not exist: did you mean keys?",
      "expects[0] has rings and answeredBy: keep one, or write an entry for each",
      'expects[1].keys must be a text: write "1"',
      expect.stringMatching(/^expects\[1\]\.at must be times in UTC, as "Mon 10:00"/),
      "expects[1] needs one of rings, answeredBy, handedTo, reaches",
      expect.stringMatching(/^expects\[2\]\.keys must be 1 to 64 of the characters/),
      "expects[2].from must be a number in E.164 form, for example +12025550177",
      'expects[2].reaches can only be "nobody": to expect an object, use rings, answeredBy or handedTo',
      "expects[3].handedTo must be a text that is not empty",
      "expects[3].keys must be left out beside message: a message presses no keys",
      'expects[4] must be an object: { keys: "1", rings: "sales" }',
      expect.stringMatching(/^expects\[5\]\.at /),
      expect.stringMatching(/^expects\[5\]\.colour does not exist: use keys, at, /),
      expect.stringMatching(/^expects\[6\]\.at /),
      expect.stringMatching(/^expects\[7\]\.at /),
      expect.stringMatching(/^expects\[7\]\.from /),
      expect.stringMatching(/^expects\[8\]\.at /),
      expect.stringMatching(/^expects\[9\]\.at /),
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

describe("arguments of a SIP endpoint", () => {
  it("may be null or undefined, which means not given", () => {
    expect(evaluated(sipEndpoint, { username: "a", password: "b", sendAs: null, callerId: undefined })).toEqual([]);
  });

  it("are all named as in the program when they are wrong", () => {
    expect(
      evaluated(sipEndpoint, { username: "a b", callHandler: "laml_webhooks", callRequestUrl: "x", callerId: 5 }),
    ).toEqual([
      "username must not contain white space or the character @",
      "callerId must be a string",
      "callRequestUrl must be an absolute http:// or https:// URL without white space, for example https://example.com/call",
      "callRequestMethod is required when callHandler is laml_webhooks",
      "callFallbackUrl is required when callHandler is laml_webhooks",
      "callFallbackMethod is required when callHandler is laml_webhooks",
      "callStatusCallbackUrl is required when callHandler is laml_webhooks",
      "callStatusCallbackMethod is required when callHandler is laml_webhooks",
      "password or passwordFrom is required, unless adopt is true",
    ]);
  });

  it("name both names of a value that a handler needs", () => {
    expect(evaluated(sipEndpoint, { username: "a", password: "b", callHandler: "relay_context" })).toEqual([
      "callRelayContext is required when callHandler is relay_context (or callRelayApplication)",
    ]);
    const relay = { username: "a", password: "b", callHandler: "relay_context" };
    for (const name of ["callRelayContext", "callRelayApplication"])
      expect(evaluated(sipEndpoint, { ...relay, [name]: "x" })).toEqual([]);
  });

  it("need the handler that reads a field", () => {
    const args = { username: "a", password: "b", callRelayScriptUrl: "https://example.com/script.json" };
    expect(evaluated(sipEndpoint, args)).toEqual([
      "callRelayScriptUrl is used only when callHandler is relay_script: set callHandler, or remove callRelayScriptUrl",
    ]);
    expect(evaluated(sipEndpoint, { ...args, callHandler: "relay_script" })).toEqual([]);
    for (const extra of [{ call_handler: "relay_topic" }, UNKNOWN])
      expect(evaluated(sipEndpoint, { ...args, extra })).toEqual([]);
    // A number has had a handler before the program.
    expect(evaluated(phoneNumber, { number: "+12025550101", callRequestUrl: "https://example.com/call" })).toEqual([]);
  });

  it.each([
    ["call_handler", "callHandler"],
    ["callhandler", "callHandler"],
    ["CallerID", "callerId"],
    ["callVideoRoomID", "callVideoRoomId"],
    ["call_request_URL", "callRequestUrl"],
    ["userName", "username"],
    ["passwort", "password"],
    ["codec", "codecs"],
    ["callRequestUri", "callRequestUrl"],
    ["usrnme", "username"],
  ])("that are written %s get %s as a hint", (wrong, right) => {
    expect(evaluated(sipEndpoint, { username: "a", password: "b", [wrong]: "x" })).toEqual([
      `${wrong} is not an argument of a SIP endpoint; did you mean ${right}?`,
    ]);
  });

  it.each(["callTwilioUrl", "constructor", "toString", "x"])("that are called %s are to be removed", (name) => {
    expect(evaluated(sipEndpoint, { username: "a", password: "b", [name]: "x" })).toEqual([
      `${name} is not an argument of a SIP endpoint; remove it`,
    ]);
  });

  it("do not come from a __proto__ key", () => {
    const args = JSON.parse('{ "username": "a", "__proto__": { "password": "x" } }') as { [name: string]: unknown };
    expect(evaluated(sipEndpoint, args)).toEqual([
      "__proto__ is not an argument of a SIP endpoint; remove it",
      "password or passwordFrom is required, unless adopt is true",
    ]);
  });

  it("keep a password while the program had one", () => {
    const [args, problem] = [{ username: "a" }, "password or passwordFrom is required, unless adopt is true"];
    expect(evaluated(sipEndpoint, args, { ...args, password: "b" })).toEqual([problem]);
    expect(evaluated(sipEndpoint, args, args)).toEqual([]);
    for (const adopt of [true, UNKNOWN]) expect(evaluated(sipEndpoint, { ...args, adopt })).toEqual([]);
    expect(evaluated(sipEndpoint, { ...args, adopt: false })).toEqual([problem]);
  });

  it("are not validated while they are unknown", () => {
    const args = { username: UNKNOWN, password: UNKNOWN, callHandler: UNKNOWN, codecs: UNKNOWN };
    expect(evaluated(sipEndpoint, args)).toEqual([]);
  });

  it("never have their values repeated", () => {
    const canary = "canary 1 @";
    const args = { username: canary, password: ["canary"], codecs: [canary], callHandler: canary, sendAs: canary };
    const problems = evaluated(sipEndpoint, { ...args, callRequestUrl: canary, passwort: canary });
    expect(problems).toHaveLength(7);
    expect(problems.join()).not.toContain("canary");
  });
});

describe("arguments of a phone number", () => {
  const NEITHER = "number or phoneNumberId is required";
  const BOTH = "number and phoneNumberId are both given: keep one of them";
  it.each<[args: { readonly [name: string]: unknown }, problems: string[]]>([
    [{ number: "+12025550101" }, []],
    [{ phoneNumberId: UUID }, []],
    [{ number: UNKNOWN }, []],
    [{ phoneNumberId: UNKNOWN }, []],
    [{}, [NEITHER]],
    [{ number: null, phoneNumberId: undefined }, [NEITHER]],
    [{ number: "+12025550101", phoneNumberId: UUID }, [BOTH]],
    [{ number: UNKNOWN, phoneNumberId: UUID }, [BOTH]],
  ])("say once which number: %j", (args, problems) => {
    expect(evaluated(phoneNumber, args)).toEqual(problems);
  });

  it.each([
    [{ number: "0301234567" }, /^number must be a number in E\.164 form/],
    [{ number: "+1234567890123456" }, /^number must be a number in E\.164 form/],
    [{ phoneNumberId: "12" }, /^phoneNumberId must be a UUID/],
    [
      { number: "+12025550101", capabilities: ["voice"] },
      /^capabilities is not an argument of a phone number; only the service sets it: remove it$/,
    ],
    [{ number: "+12025550101", callRelayTopic: "x" }, /^callRelayTopic is not an argument/],
    [{ number: "+12025550101", phone_number_id: UUID }, /did you mean phoneNumberId\?$/],
  ])("%j are refused with the reason", (args, reason) => {
    const problems = evaluated(phoneNumber, args);
    expect(problems).toEqual([expect.stringMatching(reason)]);
  });
});

describe("a domain application's field that no answer shows", () => {
  const REQUIRED = ["callAiAgentId is required when callHandler is ai_agent"];

  it.each<[said: string, stored: Arguments | undefined, problems: string[]]>([
    ["is needed by a new one", undefined, REQUIRED],
    ["stays as found under the adopted handler", { callHandler: "ai_agent" }, []],
    ["is needed under another handler", { callHandler: "relay_topic" }, REQUIRED],
    ["cannot go while its handler stays", { callHandler: "ai_agent", callAiAgentId: UUID }, REQUIRED],
  ])("%s", (_, stored, problems) => {
    const args = { name: "Carrier", identifier: "carrier", callHandler: "ai_agent" };
    expect(evaluated(domainApplication, args, stored)).toEqual(problems);
    expect(evaluated(domainApplication, { ...args, adopt: true }, stored)).toEqual([]);
  });
});

describe("arguments of a client token", () => {
  it("do not include the tokens, and say what to do about it", () => {
    expect(evaluated(clientToken, { resourceName: "alice", refreshToken: "x", issuedAt: "y" })).toEqual([
      "resourceName is not an argument of a client token; did you mean resource?",
      "refreshToken is not an argument of a client token; only the service sets it: remove it",
      "issuedAt is not an argument of a client token; only the service sets it: remove it",
    ]);
  });

  it.each([0, -1, "5"])("take no renewBefore of %j minutes", (renewBefore) => {
    expect(evaluated(clientToken, { renewBefore })).toEqual(["renewBefore must be a number of minutes above 0"]);
  });

  it.each([undefined, 0.5, 5, UNKNOWN])("take a renewBefore of %j", (renewBefore) => {
    expect(evaluated(clientToken, { renewBefore })).toEqual([]);
  });
});

describe("arguments of an emergency address", () => {
  const ADDRESS = {
    ...{ label: "Office", firstName: "Emmett", lastName: "Brown", streetNumber: "1640", streetName: "Riverside Drive" },
    ...{ city: "Hill Valley", state: "CA", postalCode: "91905" },
  };

  it("cannot ask for the carrier's check in a country without it", () => {
    expect(evaluated(emergencyAddress, { ...ADDRESS, country: "CA", emergencyEnabled: true })).toEqual([
      "emergencyEnabled is ignored by the service unless country is US: remove it, or correct country",
    ]);
  });

  it("name each similar one as a hint", () => {
    expect(evaluated(emergencyAddress, { ...ADDRESS, country: "GB", fistName: "A" })).toEqual([
      "fistName is not an argument of an emergency address; did you mean firstName or lastName?",
    ]);
  });

  it.each([
    { country: "US", emergencyEnabled: true },
    { country: "CA", emergencyEnabled: false },
    { country: "GB" },
    { country: UNKNOWN, emergencyEnabled: true },
    { country: "CA", emergencyEnabled: UNKNOWN },
  ])("may be %o", (args) => {
    expect(evaluated(emergencyAddress, { ...ADDRESS, ...args })).toEqual([]);
  });
});
