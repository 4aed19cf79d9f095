// The walk from the service's objects to stored outputs and arguments, and the comparison of a field.

import { expect, it } from "vitest";
import {
  type Body,
  INHERITED,
  NORMALISED,
  phoneNumber,
  type Resource,
  sipAddress,
  sipEndpoint,
  sipProfile,
  UNKNOWN,
} from "../../../contract/index.ts";
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
const BOTH = { callRelayContext: "a", callRelayApplication: "b" };
const UNSET = { codecs: [], ciphers: [], encryption: "default" };
const PROFILE = {
  ...{ default_codecs: ["PCMU", "OPUS"], default_ciphers: ["AEAD_AES_256_GCM_8"], default_send_as: null },
  default_encryption: "optional",
};

it("stored outputs are the arguments as given and the service's own fields that the specification lists", () => {
  const inputs = { ...DESK, codecs: ["PCMU", "OPUS"] };
  expect(outputsOf(sipEndpoint, inputs, { sent: {}, live: BARE })).toMatchObject(inputs);
  const live = { id: "1", number: "+12025550101", capabilities: ["voice"], e911_address_id: null, brand_new: { a: 1 } };
  const olds = { e911AddressId: "9" };
  expect(outputsOf(phoneNumber, { phoneNumberId: "1" }, { sent: {}, live, olds })).toEqual({
    phoneNumberId: "1",
    number: "+12025550101",
    capabilities: ["voice"],
  });
  expect(outputsOf(phoneNumber, {}, { live: { id: "1" }, olds })).toEqual({});
});

it("the record of the service's own form stays after a read, until the argument has another value", () => {
  const olds = { ...DESK, callerId: "Desk", [NORMALISED]: { callerId: "DESK" } };
  const live = { ...BARE, caller_id: "DESK" };
  const after = (callerId: string) => outputsOf(sipEndpoint, { ...DESK, callerId }, { live, olds })[NORMALISED];
  expect([after("Desk"), after("Other")]).toEqual([{ callerId: "DESK" }, undefined]);
  // A field without a default keeps what the program named last, and a password is in no record.
  const last = (resource: Resource, before: object) =>
    outputsOf(resource, {}, { sent: {}, live: {}, olds: { ...before } })[NORMALISED];
  const [domainIdentifier, form] = ["a", { domainIdentifier: "A" }];
  const known = [{ domainIdentifier }, { domainIdentifier, [NORMALISED]: form }];
  expect(known.map((each) => last(sipProfile, each))).toEqual([{ domainIdentifier }, form]);
  expect(last(sipAddress, { password: "p" })).toBeUndefined();
  const answer = (value: unknown) => ({ call_relay_context: "a", call_relay_application: value });
  const kept = outputsOf(sipEndpoint, { callRelayContext: "a" }, { live: answer("a"), sent: answer(null) });
  expect(kept).toEqual({ callRelayContext: "a" });
});

const CIPHERS = ["AEAD_AES_256_GCM_8"];

/** What the program says, what the service shows, what else is known, and the record. */
it.each<[object, Body, object, object | undefined]>([
  [{ encryption: "default" }, { ...BARE, send_as: null }, {}, { ciphers: CIPHERS, codecs: BARE.codecs }],
  [{ extra: { codecs: ["G729"] } }, { codecs: ["G729"] }, {}, undefined],
  [UNSET, { ...BARE, send_as: null }, {}, undefined],
  // The stack's own profile has the values in force, which an endpoint that follows it does not show.
  [
    {},
    { codecs: ["OPUS"], ciphers: CIPHERS, encryption: "default" },
    { profile: { defaultCodecs: ["G722"], defaultCiphers: UNKNOWN, defaultEncryption: "required" } },
    { codecs: ["G722"], ciphers: CIPHERS, encryption: "default" },
  ],
  // A profile of another process may mark a number as secret.
  [{}, { send_as: "+12025550101" }, {}, { sendAs: asSecret("+12025550101") }],
  [{}, { send_as: "+12025550101" }, { profile: {} }, { sendAs: "+12025550101" }],
  // An update that sends nothing.
  [{ codecs: ["PCMU"] }, {}, { olds: { [INHERITED]: { codecs: ["G722"], ciphers: CIPHERS } } }, { ciphers: CIPHERS }],
])("an endpoint with %j that shows %j inherits, with %j, %j", (inputs, live, around, expected) => {
  expect(outputsOf(sipEndpoint, { ...DESK, ...inputs }, { sent: {}, live, ...around })[INHERITED]).toEqual(expected);
});

type Refreshed = [said: object, shown: object, profile: Body | undefined, changes: object];

/** What the program says, what the service shows, the profile if it is at hand, and the differences that a refresh finds. */
const REFRESHED: Refreshed[] = [
  [{}, {}, undefined, {}],
  [{ codecs: [] }, {}, undefined, {}],
  [{ encryption: "default" }, {}, undefined, {}],
  [{ codecs: ["PCMU", "OPUS"] }, {}, undefined, {}],
  [BOTH, { call_relay_context: "b", call_relay_application: "b" }, undefined, {}],
  [{ callRelayContext: "a" }, { call_relay_application: "a" }, undefined, {}],
  [{ callerId: "a" }, { caller_id: "b" }, undefined, { callerId: "b" }],
  [{ callerId: "a" }, {}, undefined, { callerId: undefined }],
  [{ extra: { hidden: "a", caller_id: "b" } }, { caller_id: "b" }, undefined, {}],
  [{}, { username: "other" }, undefined, { username: "other" }],
  [{ codecs: ["VP8"] }, {}, undefined, { codecs: ["OPUS", "PCMU"] }],
  [{ encryption: "required" }, {}, undefined, { encryption: "optional" }],
  [{}, { call_video_room_id: "5" }, undefined, { callVideoRoomId: "5" }],
  [{}, { call_relay_context: "z", call_relay_application: "z" }, undefined, { callRelayApplication: "z" }],
  [BOTH, { call_relay_context: "y", call_relay_application: "z" }, undefined, { callRelayApplication: "z" }],
  [{}, {}, PROFILE, {}],
  [UNSET, {}, PROFILE, {}],
  [{}, { encryption: "default" }, PROFILE, {}],
  [{}, { codecs: null, ciphers: [], send_as: null, encryption: null }, PROFILE, {}],
  ...[{}, UNSET].flatMap((said): Refreshed[] => [
    [said, { codecs: ["PCMU"] }, PROFILE, { codecs: ["PCMU"] }],
    [said, { codecs: ["OPUS", "G729"] }, PROFILE, { codecs: ["OPUS", "G729"] }],
    [said, { ciphers: ["AES_256"] }, PROFILE, { ciphers: ["AES_256"] }],
    [said, { send_as: "+12025550100" }, PROFILE, { sendAs: "+12025550100" }],
    [said, { encryption: "required" }, PROFILE, { encryption: "required" }],
  ]),
  // Such a profile says nothing.
  ...[undefined, {}, { default_codecs: [], default_encryption: null }].map((profile): Refreshed => {
    return [{}, { codecs: ["VP8"], ciphers: [], encryption: "required" }, profile, {}];
  }),
];

it.each(REFRESHED)("a refresh of an endpoint %j shown as %j under %j finds %j", (said, shown, profile, changes) => {
  const found = inputsFromLive(sipEndpoint, { ...DESK, ...said }, { ...BARE, ...shown }, { profile });
  expect(found).toEqual({ ...DESK, ...said, ...changes });
});

it.each<[object, object, object?]>([
  [{}, { name: "x", call_handler: "dialogflow" }],
  [{}, { call_handler: "laml_webhooks" }, { isFirst: true, mayBeSet: ["callHandler"] }],
  [
    { callRequestMethod: "POST", callReceiveMode: "voice" },
    { call_request_method: null, call_receive_mode: null },
  ],
])("a refresh of an adopted number with %j finds no change by %j", (said, shown, around) => {
  const outputs = { number: "+12025550101", ...said };
  expect(inputsFromLive(phoneNumber, outputs, { id: "1", number: outputs.number, ...shown }, around)).toEqual(outputs);
});

it("values that are stored are plain JSON, without undefined and null", () => {
  const moment = new Date("2026-05-08T19:08:41.000Z");
  const given = { a: undefined, b: null, c: 0, d: false, e: "", moment, nested: { a: undefined, b: [1] } };
  expect(storable(given)).toStrictEqual({
    ...{ c: 0, d: false, e: "" },
    moment: "2026-05-08T19:08:41.000Z",
    nested: { b: [1] },
  });
});

it("the SIP profile is read for an endpoint that leaves a field to it and shows a value there", () => {
  const every = { sendAs: "random", ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"], encryption: "optional" };
  const blank = { ...BARE, codecs: null, ciphers: null, encryption: null, send_as: null };
  const needs = (said: object, shown: object) => needsProfile(sipEndpoint, { ...said }, { ...shown });
  expect([needs(DESK, BARE), needs({ ...every, codecs: [] }, BARE)]).toEqual([true, true]);
  expect([needs(every, BARE), needs(DESK, blank)]).toEqual([false, false]);
});
