// The body of an update, from the stored outputs and the program's inputs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clientToken,
  NORMALISED,
  phoneNumber,
  sipEndpoint,
  sipProfile,
  swmlScript,
  TRIED,
} from "../../../contract/index.ts";
import {
  bodyOf,
  changesOf,
  flat,
  nested,
  normalisedFields,
  ownedExtra,
  unsetBy,
  withRepeated,
} from "../../../provider/fields/outward.ts";

const DESK = { username: "front-desk", password: "secret" };

describe("an update", () => {
  it.each([
    ["nothing", DESK, DESK, {}],
    ["what is new", DESK, { ...DESK, callerId: "x" }, { caller_id: "x" }],
    ["what changed", { ...DESK, callerId: "x" }, { ...DESK, callerId: "y" }, { caller_id: "y" }],
    ["a new user name and password", DESK, { username: "a", password: "b" }, { username: "a", password: "b" }],
    [
      "the unset form of what is gone",
      { ...DESK, callerId: "x", codecs: ["OPUS"] },
      DESK,
      { caller_id: null, codecs: [] },
    ],
    ["no null for what was never set", { ...DESK, callerId: null }, DESK, {}],
    ["a list with other members", { ...DESK, codecs: ["OPUS"] }, { ...DESK, codecs: ["VP8"] }, { codecs: ["VP8"] }],
    ["no list in another order", { ...DESK, codecs: ["OPUS", "VP8"] }, { ...DESK, codecs: ["VP8", "OPUS"] }, {}],
    ["the empty list in place of a list", { ...DESK, codecs: ["OPUS"] }, { ...DESK, codecs: [] }, { codecs: [] }],
    ["nothing for a required argument that is gone", DESK, { username: "front-desk" }, {}],
    [
      "nothing for a value that moves out of extra",
      { ...DESK, extra: { caller_id: "x" } },
      { ...DESK, callerId: "x" },
      {},
    ],
    [
      "nothing for a value that moves into extra",
      { ...DESK, callerId: "x" },
      { ...DESK, extra: { caller_id: "x" } },
      {},
    ],
    [
      "a value that its alias hid before",
      { ...DESK, callRelayContext: "a", callRelayApplication: "b" },
      { ...DESK, callRelayContext: "a" },
      { call_relay_context: "a", call_relay_application: null },
    ],
    [
      "again what an update without an answer sent",
      { ...DESK, callerId: "x", [TRIED]: ["caller_id"] },
      { ...DESK, callerId: "x" },
      { caller_id: "x" },
    ],
    [
      "the unset form of what such an update may have set",
      { ...DESK, [TRIED]: ["caller_id", "some_field"] },
      DESK,
      { caller_id: null, some_field: null },
    ],
    [
      "no key that is not an argument",
      { ...DESK, __provider: "a", id: "1" },
      { ...DESK, __provider: "b", rotateAt: "x" },
      {},
    ],
  ])("sends %s", (_, olds, news, body) => {
    expect(changesOf(sipEndpoint, olds, news)).toEqual(body);
  });

  it("of a phone number goes back to the specification's defaults", () => {
    const olds = { number: "+12025550101", name: "x", callReceiveMode: "fax", messageFallbackMethod: "GET" };
    expect(changesOf(phoneNumber, olds, { number: "+12025550101" })).toEqual({
      name: null,
      call_receive_mode: "voice",
      message_fallback_method: "POST",
    });
  });

  it("never carries what names or steers an object", () => {
    expect(changesOf(phoneNumber, { number: "+12025550101" }, { phoneNumberId: "x" })).toEqual({});
    expect(changesOf(clientToken, { renewBefore: 1 }, { renewBefore: 2 })).toEqual({});
  });

  it("sends nothing from an object to itself, whatever it holds", () => {
    const names = ["callerId", "codecs", "encryption", "callHandler", "callRelayContext", "callRelayApplication"];
    const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(null), fc.constant(undefined));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (props) => {
        expect(changesOf(sipEndpoint, props, props)).toEqual({});
      }),
    );
  });
});

it("a walk outward goes through the arguments and the members of `extra` alike", () => {
  const args = {
    number: "+12025550101",
    name: "x",
    callHandler: null,
    onDestroy: "clear",
    extra: { fax: 1, none: null },
  };
  expect(bodyOf(phoneNumber, args)).toEqual({ name: "x", fax: 1 });
  expect([flat({ a: 1, extra: { fax: 1 } }), flat({ a: 1 })]).toEqual([{ a: 1, "extra.fax": 1 }, { a: 1 }]);
  expect([nested({ a: 1, "extra.b": 2, "extra.c": 3 }), nested({ a: 1 })]).toEqual([
    { a: 1, extra: { b: 2, c: 3 } },
    { a: 1 },
  ]);
  const olds = { name: "x", callReceiveMode: "fax", callRelayContext: "a", extra: { fax: 1, some: 2 } };
  const tried = { [TRIED]: ["call_request_url", "other"] };
  const unset = unsetBy(phoneNumber, { ...olds, ...tried }, { name: "y", extra: { some: 3, call_relay_context: "a" } });
  expect(unset.map(({ name }) => name)).toEqual(["callReceiveMode", "callRequestUrl", "extra.fax", "extra.other"]);
  const forms = { [NORMALISED]: { name: "N", "extra.fax": 2 } };
  expect(normalisedFields(phoneNumber, forms)).toEqual({ name: "N", fax: 2 });
  expect([true, false].map((exclusive) => ownedExtra(sipProfile, { exclusive }))).toEqual([
    ["extra.default_outbound_policy"],
    [],
  ]);
});

it("an update repeats what the service would reset, if it sends anything", () => {
  expect([
    withRepeated(swmlScript, {}, { displayName: "A" }),
    withRepeated(swmlScript, { display_name: "B" }, { displayName: "B" }),
    withRepeated(swmlScript, { contents: "c" }, { displayName: "A", scriptType: "messaging" }),
    withRepeated(sipEndpoint, { caller_id: "A" }, { username: "a" }),
  ]).toEqual([
    {},
    { display_name: "B", script_type: "calling" },
    { display_name: "A", script_type: "messaging", contents: "c" },
    { caller_id: "A" },
  ]);
});
