// The comparison of settings that a program does not name: values that mean the same are no change.

import { describe, expect, it } from "vitest";
import { FOUND, NORMALISED, phoneNumber, type Resource, sipProfile, WRITTEN } from "../../../contract/index.ts";
import { asAdopted, changedByOthers, removalBody, withWrite } from "../../../provider/lifecycle/undo.ts";
import { recordedUnnamed, shownDifference, unnamedChanges } from "../../../provider/lifecycle/unnamed.ts";

const ID = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";

type Settings = { readonly [field: string]: unknown };

describe("a setting that the program does not name", () => {
  const [OPUS_PCMU, OPTIONS] = [{ default_codecs: ["OPUS", "PCMU"] }, { call_options: { a: 1, b: { c: 2 } } }];
  const [LINE, PROFILE, MAIN, OWNED] = [phoneNumber, sipProfile, { name: "Main" }, { exclusive: true }];
  const [URL, SHOWN] = ["https://u:p@example.com/", "https://[secret]@example.com/"];
  const BOTH = { call_relay_application: "a", call_relay_context: "a" };

  it.each<[string, Resource, Settings, Settings, string[], Settings?]>([
    ["the order of a set", PROFILE, OPUS_PCMU, { default_codecs: ["PCMU", "OPUS"] }, []],
    ["the case of a UUID", LINE, { call_video_room_id: ID }, { call_video_room_id: ID.toUpperCase() }, []],
    ["the order of keys", LINE, OPTIONS, { call_options: { b: { c: 2 }, a: 1 } }, []],
    ["an empty text of an unknown field", LINE, {}, { call_relay_topic: "" }, []],
    ["a default and no value", LINE, {}, { call_receive_mode: "voice", name: null, call_flow_id: null }, []],
    ["its second name too", LINE, {}, BOTH, ['callRelayApplication (not set) → "a"']],
    ["its second name", LINE, {}, { call_relay_context: "a" }, ['callRelayContext (not set) → "a"']],
    ["a member", PROFILE, OPUS_PCMU, { default_codecs: ["VP8"] }, ['defaultCodecs ["OPUS", "PCMU"] → ["VP8"]']],
    ["the case of a text", LINE, MAIN, { name: "main" }, ['name "Main" → "main"']],
    ["its absence", LINE, { ...MAIN, fax: 1 }, {}, ["extra.fax 1 → (not set)", 'name "Main" → (not set)']],
    ["the order of a list", LINE, { o: [1, 2] }, { o: [2, 1] }, ["extra.o [1, 2] → [2, 1]"]],
    ["a secret", LINE, { api_token: "a" }, { api_token: "b" }, ["extra.api_token [secret] → [secret] (changed)"]],
    ["an address", LINE, {}, { call_request_url: URL }, [`callRequestUrl (not set) → "${SHOWN}"`]],
    ["an owned one", LINE, {}, { name: "b", call_relay_topic: "b", fax: 1 }, ["extra.fax (not set) → 1"], OWNED],
    ["no default", PROFILE, { domain_identifier: "a" }, {}, ['domainIdentifier "a" → (not set)'], OWNED],
    ["a request of its own", LINE, {}, { emergency_address: "a" }, ['emergencyAddress (not set) → "a"'], OWNED],
  ])("that differs in %s is a change or is none", (_, resource, found, live, changes, props = {}) => {
    const shown = unnamedChanges(resource, { ...props, [FOUND]: found }, live);
    expect(shown.map((each) => shownDifference(resource, each))).toEqual(changes);
  });

  it("is recorded as it was before the first write of it, and not as at the adoption", () => {
    const olds = { [FOUND]: { name: "Theirs" } };
    const written = (before: Settings, body: Settings) => withWrite(phoneNumber, olds, body, before);
    const records = ["Later", null, "Ours"].map((name) => written({ name }, { name: "Ours" }));
    const founds = [{ name: "Later" }, {}, olds[FOUND]];
    expect(asAdopted(phoneNumber, olds, { id: ID, name: null })).toEqual({ id: ID, name: "Theirs" });
    expect(records).toEqual(founds.map((found) => ({ [FOUND]: found, [WRITTEN]: ["name"] })));
  });

  it("is compared with the adoption; a written one with the service's form of its unset form", () => {
    const record = { [FOUND]: { name: "Theirs", call_handler: "relay_topic" }, [WRITTEN]: ["call_handler", "name"] };
    const recorded = (more: Settings) => recordedUnnamed(phoneNumber, { ...record, ...more });
    expect([recorded({ [WRITTEN]: undefined }), recorded({})]).toEqual([record[FOUND], {}]);
    const named = { [FOUND]: {}, callRelayApplication: "a" };
    expect(unnamedChanges(phoneNumber, named, { call_relay_context: "b" })).toEqual([]);
    const alias = { [FOUND]: { call_relay_context: "theirs" }, [WRITTEN]: ["call_relay_application"] };
    expect(recorded(alias)).toEqual({});
    const form = { callHandler: "relay_script" };
    const forms = [{ [NORMALISED]: form }, { ...form, [NORMALISED]: form }];
    expect(forms.map(recorded)).toEqual([{ call_handler: "relay_script" }, {}]);
  });
});

it("a removal restores what was written, or clears every field but one that a request of its own sets and no write set", () => {
  const WRITTEN_FIELDS = ["call_relay_application", "emergency_address", "fax", "name"];
  const before = { name: "before", call_relay_application: "old" };
  const found = { ...before, call_receive_mode: "fax" };
  const olds = { number: "+12025550101", name: "x", extra: { fax: 1 }, [FOUND]: found, [WRITTEN]: WRITTEN_FIELDS };
  const removal = (onDestroy: string, props: object = olds) => removalBody(phoneNumber, { ...props, onDestroy });
  expect(removal("restore")).toEqual({ ...before, emergency_address: null, fax: null });
  expect([removal("leave"), removalBody(phoneNumber, olds)]).toEqual([{}, {}]);
  const [cleared, untouched] = [removal("clear"), removal("clear", { [FOUND]: {} })];
  expect(cleared).toEqual({ ...untouched, emergency_address: null, fax: null });
  expect(untouched).toMatchObject({ name: null, call_handler: "laml_webhooks", call_receive_mode: "voice" });
  expect(Object.keys(untouched)).not.toContain("emergency_address");
  const later = { name: "later", call_receive_mode: "voice", fax: 2, other: 3 };
  expect(changedByOthers(phoneNumber, olds, later)).toEqual([
    'callReceiveMode "fax" → (not set)',
    "extra.other (not set) → 3",
  ]);
});
