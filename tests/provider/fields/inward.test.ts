// The walk from the service's objects to stored outputs and arguments, and the comparison of a field.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Body,
  clientToken,
  type Field,
  INHERITED,
  NORMALISED,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
  UNKNOWN,
} from "../../../contract/index.ts";
import { inputsFromLive, isSame, needsProfile, outputsOf, storable } from "../../../provider/fields/inward.ts";
import { bodyOf } from "../../../provider/fields/outward.ts";
import { givenArguments } from "../../../provider/lifecycle/check.ts";
import { asSecret } from "../../../provider/lifecycle/secrets.ts";

const DESK = { username: "front-desk", password: "secret" };

/** An endpoint without settings, as the service shows it: every key, and inherited values. */
const BARE = {
  type: "sip_endpoint",
  id: "1",
  username: "front-desk",
  caller_id: null,
  send_as: "random",
  ciphers: ["AEAD_AES_256_GCM_8"],
  codecs: ["OPUS", "PCMU"],
  encryption: "optional",
  call_handler: null,
  call_relay_context: null,
  call_relay_application: null,
  call_video_room_id: null,
  calling_handler_resource_id: "9",
  call_relay_topic: "topic",
};

it.each<[string, Resource, string, unknown, unknown, object | undefined, boolean]>([
  ["members of a list in another order", sipEndpoint, "codecs", ["OPUS", "G722"], ["G722", "OPUS"], undefined, true],
  ["the default of a field that is not set", sipProfile, "default_encryption", undefined, "optional", undefined, true],
  ["null of a field that is not set", sipEndpoint, "send_as", undefined, null, undefined, true],
  ["the profile's value", sipEndpoint, "codecs", undefined, ["OPUS"], { default_codecs: ["OPUS"] }, true],
  ["another value than the profile's", sipEndpoint, "codecs", undefined, ["PCMU"], { default_codecs: ["OPUS"] }, false],
  ["any inherited value, without the profile", sipEndpoint, "codecs", undefined, ["PCMU"], undefined, true],
  ["another value than the program's", sipEndpoint, "caller_id", "A", "B", undefined, false],
  ["a value that the program does not set", sipEndpoint, "caller_id", undefined, "B", undefined, false],
])("a field that shows %s is compared", (_, { fields }, wire, said, shown, profile, expected) => {
  expect(isSame(fields[wire] as Field, said, shown, profile as Body | undefined)).toBe(expected);
});

describe("a request body", () => {
  it("holds the given arguments under the API's names and nothing of the engine's", () => {
    const inputs = { ...DESK, callerId: null, sendAs: undefined, codecs: [], __provider: "x", __findings: "x" };
    expect(bodyOf(sipEndpoint, inputs)).toEqual({ username: "front-desk", password: "secret", codecs: [] });
  });

  it("holds neither the number to adopt nor the margin of a renewal", () => {
    expect(bodyOf(phoneNumber, { number: "+12025550101", name: "x" })).toEqual({ name: "x" });
    expect(bodyOf(clientToken, { resource: "a", expiresIn: 5, renewBefore: 1, rotateAt: "x" })).toEqual({
      resource: "a",
      expires_in: 5,
    });
  });
});

describe("stored outputs", () => {
  it("are the arguments as given, not as the service shows them", () => {
    const inputs = { ...DESK, codecs: ["PCMU", "OPUS"] };
    expect(outputsOf(sipEndpoint, inputs, { sent: {}, live: BARE })).toMatchObject(inputs);
  });

  it("hold the service's own fields that the specification lists, without the identifier", () => {
    const live = {
      id: "1",
      number: "+12025550101",
      capabilities: ["voice"],
      e911_address_id: null,
      e911_status: "active",
      brand_new: { a: 1 },
    };
    expect(outputsOf(phoneNumber, { phoneNumberId: "1" }, { sent: {}, live })).toEqual({
      phoneNumberId: "1",
      number: "+12025550101",
      capabilities: ["voice"],
    });
  });
});

it("the record of the service's own form stays after a read, until the argument has another value", () => {
  const olds = { ...DESK, callerId: "Desk", [NORMALISED]: { callerId: "DESK" } };
  const live = { ...BARE, caller_id: "DESK" };
  const after = (callerId: string) => outputsOf(sipEndpoint, { ...DESK, callerId }, { live, olds })[NORMALISED];
  expect([after("Desk"), after("Other")]).toEqual([{ callerId: "DESK" }, undefined]);
});

describe("the record of inherited values", () => {
  const inherited = (inputs: object, live: object, around: object = {}) =>
    outputsOf(sipEndpoint, { ...DESK, ...inputs }, { sent: {}, live: live as Body, ...around })[INHERITED];

  it("has what the service shows of fields that the program leaves out, and nothing for null", () => {
    const live = { ...BARE, send_as: null };
    expect(inherited({ encryption: "default" }, live)).toEqual({ ciphers: BARE.ciphers, codecs: BARE.codecs });
    expect(inherited({ extra: { codecs: ["G729"] } }, { codecs: ["G729"] })).toBeUndefined();
    expect(inherited({ ciphers: [], codecs: [], encryption: "default" }, live)).toBeUndefined();
  });

  it("has the value of the stack's own profile, where the answer shows a value in force", () => {
    const profile = { defaultCodecs: ["G722"], defaultCiphers: UNKNOWN, defaultEncryption: "required" };
    const live = { codecs: ["OPUS"], ciphers: BARE.ciphers, encryption: "default" };
    const managed = { codecs: ["G722"], ciphers: BARE.ciphers, encryption: "default" };
    expect(inherited({}, live, { profile })).toEqual(managed);
  });

  it("hides a number that a profile of another process may mark as secret", () => {
    const live = { send_as: "+12025550101" };
    expect(inherited({}, live)).toEqual({ sendAs: asSecret("+12025550101") });
    expect(inherited({}, live, { profile: {} })).toEqual({ sendAs: "+12025550101" });
  });

  it("keeps its values where an update sends nothing", () => {
    const olds = { [INHERITED]: { codecs: ["G722"], ciphers: ["AEAD_AES_256_GCM_8"] } };
    expect(inherited({ codecs: ["PCMU"] }, {}, { olds })).toEqual({ ciphers: ["AEAD_AES_256_GCM_8"] });
  });
});

describe("inputs after a refresh", () => {
  it.each([
    ["nothing is set", DESK, BARE, DESK],
    ["the project's own are named by the empty list", { ...DESK, codecs: [] }, BARE, { ...DESK, codecs: [] }],
    ["the project's encryption is named", { ...DESK, encryption: "default" }, BARE, { ...DESK, encryption: "default" }],
    ["a list has another order", { ...DESK, codecs: ["PCMU", "OPUS"] }, BARE, { ...DESK, codecs: ["PCMU", "OPUS"] }],
    [
      "both names of a value are set and one won",
      { ...DESK, callRelayContext: "a", callRelayApplication: "b" },
      { ...BARE, call_relay_context: "b", call_relay_application: "b" },
      { ...DESK, callRelayContext: "a", callRelayApplication: "b" },
    ],
    [
      "the service shows one name of the value only",
      { ...DESK, callRelayContext: "a" },
      { ...BARE, call_relay_application: "a" },
      { ...DESK, callRelayContext: "a" },
    ],
  ])("are the program's when %s", (_, outputs, live, inputs) => {
    expect(inputsFromLive(sipEndpoint, outputs, live)).toEqual(inputs);
  });

  it.each([
    ["an argument changed", { ...DESK, callerId: "a" }, { ...BARE, caller_id: "b" }, { ...DESK, callerId: "b" }],
    ["an argument is unset", { ...DESK, callerId: "a" }, BARE, DESK],
    ["the user name changed", DESK, { ...BARE, username: "other" }, { ...DESK, username: "other" }],
    ["a list has other members", { ...DESK, codecs: ["VP8"] }, BARE, { ...DESK, codecs: ["OPUS", "PCMU"] }],
    ["encryption changed", { ...DESK, encryption: "required" }, BARE, { ...DESK, encryption: "optional" }],
    ["a field was set elsewhere", DESK, { ...BARE, call_video_room_id: "5" }, { ...DESK, callVideoRoomId: "5" }],
    [
      "a value with two names was set elsewhere",
      DESK,
      { ...BARE, call_relay_context: "z", call_relay_application: "z" },
      { ...DESK, callRelayApplication: "z" },
    ],
    [
      "the value behind two names changed",
      { ...DESK, callRelayContext: "a", callRelayApplication: "b" },
      { ...BARE, call_relay_context: "z", call_relay_application: "z" },
      { ...DESK, callRelayContext: "a", callRelayApplication: "z" },
    ],
  ])("show the live value when %s", (_, outputs, live, inputs) => {
    expect(inputsFromLive(sipEndpoint, outputs, live)).toEqual(inputs);
  });

  const PROFILE = { default_codecs: ["PCMU", "OPUS"], default_ciphers: ["AEAD_AES_256_GCM_8"], default_send_as: null };

  it.each([
    ["nothing is set and the profile says what is shown", DESK, BARE, DESK],
    ["the unset forms are set", { ...DESK, codecs: [], encryption: "default" }, BARE, {}],
    ["encryption was set to follow the project", DESK, { ...BARE, encryption: "default" }, DESK],
    ["nothing is shown", DESK, { ...BARE, codecs: null, ciphers: [], send_as: null, encryption: null }, DESK],
  ])("are the program's with the SIP profile at hand when %s", (_, outputs, live, inputs) => {
    const profile = { ...PROFILE, default_encryption: "optional" };
    expect(inputsFromLive(sipEndpoint, outputs, live, { profile })).toEqual({ ...outputs, ...inputs });
  });

  it.each([
    ["codecs", { codecs: ["PCMU"] }, { codecs: ["PCMU"] }],
    ["ciphers", { ciphers: ["AES_CM_128_HMAC_SHA1_32"] }, { ciphers: ["AES_CM_128_HMAC_SHA1_32"] }],
    ["send_as", { send_as: "+12025550100" }, { sendAs: "+12025550100" }],
    ["encryption", { encryption: "required" }, { encryption: "required" }],
    [
      "codecs that this release does not know",
      { codecs: ["PCMU", "OPUS", "G729"] },
      { codecs: ["PCMU", "OPUS", "G729"] },
    ],
  ])("show a value of %s that is not the SIP profile's, left alone or unset by the program", (_, made, shown) => {
    const profile = { ...PROFILE, default_encryption: "optional" };
    const unset = { ...DESK, codecs: [], ciphers: [], encryption: "default" };
    for (const outputs of [DESK, unset])
      expect(inputsFromLive(sipEndpoint, outputs, { ...BARE, ...made }, { profile })).toEqual({ ...outputs, ...shown });
  });

  it("never show a value of which the SIP profile says nothing", () => {
    const live = { ...BARE, codecs: ["VP8"], ciphers: [], encryption: "required" };
    for (const profile of [undefined, {}, { default_codecs: [], default_encryption: null }])
      expect(inputsFromLive(sipEndpoint, DESK, live, { profile })).toEqual(DESK);
  });

  it("never show what an adopted number is set to beyond the program", () => {
    const live = { id: "1", number: "+12025550101", name: "x", call_handler: "dialogflow" };
    expect(inputsFromLive(phoneNumber, { number: "+12025550101" }, live)).toEqual({ number: "+12025550101" });
  });

  it("take the specification's default and null for the same on a phone number", () => {
    const outputs = { number: "+12025550101", callRequestMethod: "POST", callReceiveMode: "voice" };
    const live = { id: "1", call_request_method: null, call_receive_mode: null };
    expect(inputsFromLive(phoneNumber, outputs, live)).toEqual(outputs);
  });
});

describe("the stored form of a list", () => {
  it.each([
    [
      ["a", "b"],
      ["b", "a"],
      ["a", "b"],
    ],
    [
      ["a", "b"],
      ["b", "c"],
      ["b", "c"],
    ],
    [["a", "b"], ["a"], ["a"]],
    [undefined, ["b", "a"], ["b", "a"]],
    [["a"], undefined, undefined],
    [[], [], []],
  ])("of %j and new %j is %j", (olds, news, kept) => {
    const args = news === undefined ? {} : { codecs: news };
    expect(givenArguments(sipEndpoint, olds === undefined ? {} : { codecs: olds }, args).codecs).toEqual(kept);
  });
});

it("values that are stored are plain JSON, without undefined and null", () => {
  const moment = new Date("2026-05-08T19:08:41.000Z");
  const given = { a: undefined, b: null, c: 0, d: false, e: "", moment, nested: { a: undefined, b: [1] } };
  expect(storable(given)).toStrictEqual({
    ...{ c: 0, d: false, e: "" },
    moment: "2026-05-08T19:08:41.000Z",
    nested: { b: [1] },
  });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (props) => {
      expect(Object.values(storable(props))).not.toContain(null);
    }),
  );
});

describe("the SIP profile", () => {
  const EVERY = { sendAs: "random", ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"], encryption: "optional" };

  it("is needed for an endpoint that leaves a field to it and shows a value there", () => {
    expect(needsProfile(sipEndpoint, DESK, BARE)).toBe(true);
    expect(needsProfile(sipEndpoint, { ...EVERY, codecs: [] }, BARE)).toBe(true);
  });

  it("is not needed where the program sets every such field, or nothing is shown", () => {
    expect(needsProfile(sipEndpoint, EVERY, BARE)).toBe(false);
    const blank = { ...BARE, codecs: null, ciphers: null, encryption: null, send_as: null };
    expect(needsProfile(sipEndpoint, DESK, blank)).toBe(false);
    expect(needsProfile(phoneNumber, { number: "+12025550101" }, { name: "x" })).toBe(false);
  });
});
