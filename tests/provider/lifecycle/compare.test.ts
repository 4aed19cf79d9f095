// The comparison behind updates, drift and normalisation.

import { describe, expect, it } from "vitest";
import { type Field, type Resource, sipEndpoint, sipProfile } from "../../../contract/index.ts";
import { compare } from "../../../provider/lifecycle/compare.ts";

const endpoint: Resource = sipEndpoint;
const field = (name: string) => endpoint.fields[name] as Field;
const standard = (sipProfile as Resource).fields.default_encryption as Field;

describe("compare", () => {
  it("returns same for the members of a list in any order", () => {
    expect(compare(field("codecs"), ["OPUS", "G722"], ["G722", "OPUS"])).toBe("same");
  });

  it("returns default for an unset form or the default", () => {
    expect(compare(standard, undefined, "optional")).toBe("default");
    expect(compare(field("send_as"), undefined, null)).toBe("default");
  });

  it("returns inherited for the profile's value, and foreign for another one", () => {
    const profile = { default_codecs: ["OPUS"] };
    expect(compare(field("codecs"), undefined, ["OPUS"], profile)).toBe("inherited");
    expect(compare(field("codecs"), undefined, ["PCMU"], profile)).toBe("foreign");
  });

  it("returns inherited for any value of an inheriting field when the profile is unknown", () => {
    expect(compare(field("codecs"), undefined, ["PCMU"])).toBe("inherited");
  });

  it("returns foreign for a value that the program does not set", () => {
    expect(compare(field("caller_id"), "A", "B")).toBe("foreign");
    expect(compare(field("caller_id"), undefined, "B")).toBe("foreign");
  });
});
