// The comparison of settings that a program does not name: values that mean the same are no change.

import { describe, expect, it } from "vitest";
import { FOUND, NORMALISED, phoneNumber, type Resource, sipProfile, WRITTEN } from "../../../contract/index.ts";
import { withWrite } from "../../../provider/lifecycle/undo.ts";
import { recordedUnnamed, unnamedChanges } from "../../../provider/lifecycle/unnamed.ts";

const ID = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";

type Settings = { readonly [field: string]: unknown };

describe("a setting that the program does not name", () => {
  it.each<[string, Resource, Settings, Settings, number]>([
    ["the order of a set", sipProfile, { default_codecs: ["OPUS", "PCMU"] }, { default_codecs: ["PCMU", "OPUS"] }, 0],
    ["the case of a UUID", phoneNumber, { call_video_room_id: ID }, { call_video_room_id: ID.toUpperCase() }, 0],
    [
      "the order of keys",
      phoneNumber,
      { call_options: { a: 1, b: { c: 2 } } },
      { call_options: { b: { c: 2 }, a: 1 } },
      0,
    ],
    ["an empty text of an unknown field", phoneNumber, {}, { call_relay_topic: "" }, 0],
    ["its second name too", phoneNumber, {}, { call_relay_application: "a", call_relay_context: "a" }, 1],
    ["its second name alone", phoneNumber, {}, { call_relay_context: "theirs" }, 1],
    ["a member of a set", sipProfile, { default_codecs: ["OPUS", "PCMU"] }, { default_codecs: ["PCMU", "PCMA"] }, 1],
    ["the case of a text", phoneNumber, { name: "Main" }, { name: "main" }, 1],
    ["the order of a list of unknown meaning", phoneNumber, { call_options: [1, 2] }, { call_options: [2, 1] }, 1],
  ])("that differs in %s is a change or is none", (_, resource, found, live, changes) => {
    expect(unnamedChanges(resource, { [FOUND]: found }, live)).toHaveLength(changes);
  });

  it("is recorded as it was before the first write of it, and not as at the adoption", () => {
    const olds = { [FOUND]: { name: "Theirs" } };
    const written = (before: Settings, body: Settings) => withWrite(phoneNumber, olds, body, before);
    expect(written({ name: "Later" }, { name: "Ours" })).toEqual({ [FOUND]: { name: "Later" }, [WRITTEN]: ["name"] });
    expect(written({ name: null }, { name: "Ours" })).toEqual({ [FOUND]: {}, [WRITTEN]: ["name"] });
    expect(written({ name: "Ours" }, { name: "Ours" })).toEqual({ ...olds, [WRITTEN]: ["name"] });
  });

  it("is compared with the adoption; a written one with the service's form of its unset form", () => {
    const record = { [FOUND]: { name: "Theirs", call_handler: "relay_topic" }, [WRITTEN]: ["call_handler", "name"] };
    expect(recordedUnnamed(phoneNumber, { ...record, [WRITTEN]: undefined })).toEqual(record[FOUND]);
    expect(recordedUnnamed(phoneNumber, record)).toEqual({});
    const alias = { [FOUND]: { call_relay_context: "theirs" }, [WRITTEN]: ["call_relay_application"] };
    expect(recordedUnnamed(phoneNumber, alias)).toEqual({});
    const normalised = { callHandler: "relay_script" };
    expect(recordedUnnamed(phoneNumber, { ...record, [NORMALISED]: normalised })).toEqual({
      call_handler: "relay_script",
    });
    expect(recordedUnnamed(phoneNumber, { ...record, callHandler: "relay_script", [NORMALISED]: normalised })).toEqual(
      {},
    );
  });
});
