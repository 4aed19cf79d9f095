// The walk from the service's objects to stored outputs and arguments, and the comparison of a field.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Body, INHERITED, NORMALISED, phoneNumber, sipEndpoint, UNKNOWN } from "../../../contract/index.ts";
import { inputsFromLive, needsProfile, outputsOf, storable } from "../../../provider/fields/inward.ts";
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
const UNSET = { codecs: [], ciphers: [], encryption: "default" };
const PROFILE = {
  ...{ default_codecs: ["PCMU", "OPUS"], default_ciphers: ["AEAD_AES_256_GCM_8"], default_send_as: null },
  default_encryption: "optional",
};

it("stored outputs are the arguments as given and the service's own fields that the specification lists", () => {
  const inputs = { ...DESK, codecs: ["PCMU", "OPUS"] };
  expect(outputsOf(sipEndpoint, inputs, { sent: {}, live: BARE })).toMatchObject(inputs);
  const live = { id: "1", number: "+12025550101", capabilities: ["voice"], e911_address_id: null, brand_new: { a: 1 } };
  expect(outputsOf(phoneNumber, { phoneNumberId: "1" }, { sent: {}, live })).toEqual({
    phoneNumberId: "1",
    number: "+12025550101",
    capabilities: ["voice"],
  });
});

it("the record of the service's own form stays after a read, until the argument has another value", () => {
  const olds = { ...DESK, callerId: "Desk", [NORMALISED]: { callerId: "DESK" } };
  const live = { ...BARE, caller_id: "DESK" };
  const after = (callerId: string) => outputsOf(sipEndpoint, { ...DESK, callerId }, { live, olds })[NORMALISED];
  expect([after("Desk"), after("Other")]).toEqual([{ callerId: "DESK" }, undefined]);
});

it.each<[string, object, Body, object, object | undefined]>([
  [
    "what the service shows of fields that the program leaves out, and nothing for null",
    { encryption: "default" },
    { ...BARE, send_as: null },
    {},
    { ciphers: BARE.ciphers, codecs: BARE.codecs },
  ],
  ["nothing of what `extra` names", { extra: { codecs: ["G729"] } }, { codecs: ["G729"] }, {}, undefined],
  ["nothing of what the program names in its unset form", UNSET, { ...BARE, send_as: null }, {}, undefined],
  [
    "the value of the stack's own profile, where the answer shows a value in force",
    {},
    { codecs: ["OPUS"], ciphers: BARE.ciphers, encryption: "default" },
    { profile: { defaultCodecs: ["G722"], defaultCiphers: UNKNOWN, defaultEncryption: "required" } },
    { codecs: ["G722"], ciphers: BARE.ciphers, encryption: "default" },
  ],
  [
    "a hidden number, which a profile of another process may mark as secret",
    {},
    { send_as: "+12025550101" },
    {},
    { sendAs: asSecret("+12025550101") },
  ],
  [
    "a number in clear with the profile at hand",
    {},
    { send_as: "+12025550101" },
    { profile: {} },
    { sendAs: "+12025550101" },
  ],
  [
    "its values where an update sends nothing",
    { codecs: ["PCMU"] },
    {},
    { olds: { [INHERITED]: { codecs: ["G722"], ciphers: ["AEAD_AES_256_GCM_8"] } } },
    { ciphers: ["AEAD_AES_256_GCM_8"] },
  ],
])("the record of inherited values has %s", (_, inputs, live, around, expected) => {
  expect(outputsOf(sipEndpoint, { ...DESK, ...inputs }, { sent: {}, live, ...around })[INHERITED]).toEqual(expected);
});

/** Title → what the program says, what the service shows, the profile if it is at hand, and the differences that a refresh finds. */
const REFRESHED: [string, object, object, Body | undefined, object][] = [
  ["nothing is set", {}, {}, undefined, {}],
  ["the project's own are named by the empty list", { codecs: [] }, {}, undefined, {}],
  ["the project's encryption is named", { encryption: "default" }, {}, undefined, {}],
  ["a list has another order", { codecs: ["PCMU", "OPUS"] }, {}, undefined, {}],
  [
    "both names of a value are set and one won",
    { callRelayContext: "a", callRelayApplication: "b" },
    { call_relay_context: "b", call_relay_application: "b" },
    undefined,
    {},
  ],
  ["one name of the value is shown", { callRelayContext: "a" }, { call_relay_application: "a" }, undefined, {}],
  ["an argument changed", { callerId: "a" }, { caller_id: "b" }, undefined, { callerId: "b" }],
  ["an argument is unset", { callerId: "a" }, {}, undefined, { callerId: undefined }],
  ["the user name changed", {}, { username: "other" }, undefined, { username: "other" }],
  ["a list has other members", { codecs: ["VP8"] }, {}, undefined, { codecs: ["OPUS", "PCMU"] }],
  ["encryption changed", { encryption: "required" }, {}, undefined, { encryption: "optional" }],
  ["a field was set elsewhere", {}, { call_video_room_id: "5" }, undefined, { callVideoRoomId: "5" }],
  [
    "a value with two names was set elsewhere",
    {},
    { call_relay_context: "z", call_relay_application: "z" },
    undefined,
    { callRelayApplication: "z" },
  ],
  [
    "the value behind two names changed",
    { callRelayContext: "a", callRelayApplication: "b" },
    { call_relay_context: "z", call_relay_application: "z" },
    undefined,
    { callRelayApplication: "z" },
  ],
  ["the profile says what is shown", {}, {}, PROFILE, {}],
  ["the unset forms are set and the profile says what is shown", UNSET, {}, PROFILE, {}],
  ["encryption follows the project", {}, { encryption: "default" }, PROFILE, {}],
  ["nothing is shown", {}, { codecs: null, ciphers: [], send_as: null, encryption: null }, PROFILE, {}],
  ...[{}, UNSET].flatMap((said): [string, object, object, Body, object][] => [
    ["other codecs than the profile's", said, { codecs: ["PCMU"] }, PROFILE, { codecs: ["PCMU"] }],
    ["codecs of a later release", said, { codecs: ["OPUS", "G729"] }, PROFILE, { codecs: ["OPUS", "G729"] }],
    ["other ciphers", said, { ciphers: ["AES_256"] }, PROFILE, { ciphers: ["AES_256"] }],
    ["another sender", said, { send_as: "+12025550100" }, PROFILE, { sendAs: "+12025550100" }],
    ["another encryption", said, { encryption: "required" }, PROFILE, { encryption: "required" }],
  ]),
  ...[undefined, {}, { default_codecs: [], default_encryption: null }].map(
    (profile): [string, object, object, Body | undefined, object] => [
      `the profile says nothing: ${JSON.stringify(profile)}`,
      {},
      { codecs: ["VP8"], ciphers: [], encryption: "required" },
      profile,
      {},
    ],
  ),
];

it.each(REFRESHED)("a refresh finds the changes alone when %s", (_, said, shown, profile, changes) => {
  const found = inputsFromLive(sipEndpoint, { ...DESK, ...said }, { ...BARE, ...shown }, { profile });
  expect(found).toEqual({ ...DESK, ...said, ...changes });
});

it.each<[string, object, object]>([
  ["what it is set to beyond the program", {}, { name: "x", call_handler: "dialogflow" }],
  [
    "null in place of a default",
    { callRequestMethod: "POST", callReceiveMode: "voice" },
    { call_request_method: null, call_receive_mode: null },
  ],
])("a refresh of an adopted number finds no change by %s", (_, said, shown) => {
  const outputs = { number: "+12025550101", ...said };
  expect(inputsFromLive(phoneNumber, outputs, { id: "1", number: outputs.number, ...shown })).toEqual(outputs);
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

describe("the SIP profile is read", () => {
  const EVERY = { sendAs: "random", ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"], encryption: "optional" };
  const BLANK = { ...BARE, codecs: null, ciphers: null, encryption: null, send_as: null };

  it.each([
    ["for an endpoint that leaves a field to it and shows a value there", DESK, BARE, true],
    ["for an endpoint with the unset form of one", { ...EVERY, codecs: [] }, BARE, true],
    ["not where the program sets every such field", EVERY, BARE, false],
    ["not where nothing is shown", DESK, BLANK, false],
  ])("%s", (_, said, shown, expected) => {
    expect(needsProfile(sipEndpoint, said, shown)).toBe(expected);
  });
});
