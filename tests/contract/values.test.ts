// A value that is plainly of its type is not shown to the schema; so what is plain must never be wider than the schema.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientToken, phoneNumber, type Resource, sipEndpoint, sipProfile } from "../../contract/index.ts";

const RESOURCES: readonly Resource[] = [sipEndpoint, phoneNumber, sipProfile, clientToken];
const TYPES = RESOURCES.flatMap((resource) =>
  Object.entries({ ...resource.fields, ...resource.settings }).map(
    ([name, { type }]) => [`${resource.kind}.${name}`, type] as const,
  ),
);

/** Values at the edges of one type or another, and whatever else there is. */
const ANYTHING = fc.oneof(
  fc.anything(),
  fc.string({ unit: "binary" }),
  fc.webUrl(),
  fc.uuid(),
  fc.integer({ min: -2, max: 43_205 }),
  fc.double(),
  fc.stringMatching(/^\+?[0-9]{0,17}$/),
  fc.constantFrom(...TYPES.map(([, type]) => type.example)),
  fc.array(fc.constantFrom<unknown>("OPUS", "PCMU", "AES_CM_128_HMAC_SHA1_80", undefined, null, 1), { maxLength: 4 }),
  fc.constantFrom<unknown>(
    "",
    " ",
    "a b",
    "a\u00a0b",
    "random",
    "GET",
    "http://",
    "https://a b",
    "HTTP://x",
    "javascript:x",
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    2 ** 53,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Array(1),
    ["OPUS", "OPUS"],
    new String("GET"),
    true,
  ),
);

describe("what is plainly of its type", () => {
  it("is never refused by the schema, whatever it is", () => {
    fc.assert(
      fc.property(ANYTHING, (value) => {
        for (const [name, type] of TYPES) {
          if (type.accepts(value))
            expect([name, value, type.schema.safeParse(value).success]).toEqual([name, value, true]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each(TYPES.filter(([name]) => !/_at$|From$/.test(name)))("is the example of %s", (_, type) => {
    expect(type.accepts(type.example)).toBe(true);
  });
});
