// The body of an update, from the stored outputs and the program's inputs.

import { expect, it } from "vitest";
import {
  type Body,
  NORMALISED,
  type Props,
  phoneNumber,
  type Resource,
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
const BOTH = { callRelayContext: "a", callRelayApplication: "b" };

/** Of an endpoint, each with its user name and password: the stored outputs, the inputs, and the body. */
const ROWS: readonly [Props, Props, Body][] = [
  [{}, {}, {}],
  [{}, { callerId: "x" }, { caller_id: "x" }],
  [{ callerId: "x" }, { callerId: "y" }, { caller_id: "y" }],
  [{}, { username: "a", password: "b" }, { username: "a", password: "b" }],
  [{ callerId: "x", codecs: ["OPUS"] }, {}, { caller_id: null, codecs: [] }],
  [{ callerId: null }, {}, {}],
  [{ codecs: ["OPUS"] }, { codecs: ["VP8"] }, { codecs: ["VP8"] }],
  [{ codecs: ["OPUS", "VP8"] }, { codecs: ["VP8", "OPUS"] }, {}],
  [{ codecs: ["OPUS"] }, { codecs: [] }, { codecs: [] }],
  [{}, { password: undefined }, {}],
  // The same value under its other name.
  [{ extra: { caller_id: "x" } }, { callerId: "x" }, {}],
  [{ callerId: "x" }, { extra: { caller_id: "x" } }, {}],
  [BOTH, { callRelayContext: "a" }, { call_relay_context: "a", call_relay_application: null }],
  [BOTH, BOTH, {}],
  // An update without an answer may have set these.
  [{ callerId: "x", [TRIED]: ["caller_id"] }, { callerId: "x" }, { caller_id: "x" }],
  [{ [TRIED]: ["caller_id", "some_field"] }, {}, { caller_id: null, some_field: null }],
  [{ __provider: "a", id: "1" }, { __provider: "b", rotateAt: "x" }, {}],
];

const NUMBER = { number: "+12025550101" };
const PLACED = { name: "x", callReceiveMode: "fax", messageFallbackMethod: "GET" };

it.each<[Resource, Props, Props, Body]>([
  ...ROWS.map(([olds, news, body]): [Resource, Props, Props, Body] => {
    return [sipEndpoint, { ...DESK, ...olds }, { ...DESK, ...news }, body];
  }),
  [
    phoneNumber,
    { ...NUMBER, ...PLACED },
    NUMBER,
    { name: null, call_receive_mode: "voice", message_fallback_method: "POST" },
  ],
  [phoneNumber, NUMBER, { phoneNumberId: "x", onDestroy: "clear" }, {}],
  // A field without a default stays as it is, also one that only `extra` sets.
  [sipProfile, { domainIdentifier: "a", extra: { default_outbound_policy: "block-pstn" } }, {}, {}],
])("an update of a %o from %j to %j sends %j", (resource, olds, news, body) => {
  expect(changesOf(resource, olds, news)).toEqual(body);
});

it("a walk outward goes through the arguments and the members of `extra` alike", () => {
  const args = { ...NUMBER, name: "x", callHandler: null, onDestroy: "clear", extra: { fax: 1, none: null } };
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
  const owned = [true, false].map((exclusive) => ownedExtra(phoneNumber, { exclusive }).map((name) => name.slice(6)));
  const relay = ["topic", "topic_status_callback_url", "context_status_callback_url"].map((end) => `call_relay_${end}`);
  expect(owned).toEqual([[...relay, "message_relay_topic"], []]);
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
