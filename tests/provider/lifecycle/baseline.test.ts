// The comparison with the baseline: values that mean the same are no change, and nothing is written for them.

import { describe, expect, it } from "vitest";
import { phoneNumber, type Resource, sipProfile } from "../../../contract/index.ts";
import { backTo, differences, watchedChanges } from "../../../provider/lifecycle/baseline.ts";

const ID = "0f6d9c2a-3f0e-4d57-9a8b-6b1c2d3e4f50";

type Settings = { readonly [field: string]: unknown };

describe("a setting outside the program", () => {
  it.each<[string, Resource, Settings, Settings]>([
    ["the order of a set", sipProfile, { default_codecs: ["OPUS", "PCMU"] }, { default_codecs: ["PCMU", "OPUS"] }],
    ["the case of a UUID", phoneNumber, { call_video_room_id: ID }, { call_video_room_id: ID.toUpperCase() }],
    [
      "the order of the keys of a value outside the specification",
      phoneNumber,
      { call_options: { a: 1, b: { c: [1, 2], d: null } } },
      { call_options: { b: { d: null, c: [1, 2] }, a: 1 } },
    ],
  ])("that differs in %s is the same", (_, resource, baseline, live) => {
    expect(differences(resource, baseline, live)).toEqual([]);
    expect(watchedChanges(resource, baseline, live)).toBe("");
    expect(backTo(resource, baseline, live)).toEqual({});
  });

  it.each<[string, Resource, Settings, Settings]>([
    ["a member of a set", sipProfile, { default_codecs: ["OPUS", "PCMU"] }, { default_codecs: ["PCMU", "PCMA"] }],
    ["the case of a text", phoneNumber, { name: "Main" }, { name: "main" }],
    ["the order of a list of unknown meaning", phoneNumber, { call_options: [1, 2] }, { call_options: [2, 1] }],
  ])("that differs in %s is a change", (_, resource, baseline, live) => {
    expect(differences(resource, baseline, live)).toHaveLength(1);
    expect(backTo(resource, baseline, live)).toEqual(baseline);
  });
});
