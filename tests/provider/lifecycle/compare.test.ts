// The comparison behind updates, drift and normalisation.

import { describe, expect, it } from "vitest";
import { type Field, type Resource, sipEndpoint, sipProfile } from "../../../contract/index.ts";
import { compare } from "../../../provider/lifecycle/compare.ts";

const endpoint: Resource = sipEndpoint;
const field = (name: string) => endpoint.fields[name] as Field;
const standard = (sipProfile as Resource).fields.default_encryption as Field;

describe("compare", () => {
  it("takes the members of a list in any order for the same", () => {
    expect(compare(field("codecs"), ["OPUS", "G722"], ["G722", "OPUS"])).toBe("same");
  });

  it("takes an unset form or the default for the default", () => {
    expect(compare(standard, undefined, "optional")).toBe("default");
    expect(compare(field("send_as"), undefined, null)).toBe("default");
  });

  it("takes the value of the profile for inherited, and another one for foreign", () => {
    const profile = { default_codecs: ["OPUS"] };
    expect(compare(field("codecs"), undefined, ["OPUS"], profile)).toBe("inherited");
    expect(compare(field("codecs"), undefined, ["PCMU"], profile)).toBe("foreign");
  });

  it("takes any value of an inheriting field for inherited where the profile is not known", () => {
    expect(compare(field("codecs"), undefined, ["PCMU"])).toBe("inherited");
  });

  it("takes a value that the program does not say for foreign", () => {
    expect(compare(field("caller_id"), "A", "B")).toBe("foreign");
    expect(compare(field("caller_id"), undefined, "B")).toBe("foreign");
  });
});
