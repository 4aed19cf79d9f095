// A property of every body. tests/conformance sends the values of the handwritten tables.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneNumber, type Resource, sipEndpoint, validateBody } from "../../contract/index.ts";

const CASES: readonly { resource: Resource; operation: "create" | "update" }[] = [
  { resource: sipEndpoint, operation: "create" },
  { resource: sipEndpoint, operation: "update" },
  { resource: phoneNumber, operation: "update" },
];

describe.each(CASES)("to $operation a $resource.title", ({ resource, operation }) => {
  it("no body makes it throw, and no reason repeats a value", () => {
    const key = fc.oneof(fc.constantFrom(...Object.keys(resource.fields)), fc.constantFrom("__proto__", "constructor"));
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string().map((text) => `canary${text}`),
    );
    fc.assert(
      fc.property(fc.dictionary(key, value, { noNullPrototype: false }), (body) => {
        const problems = validateBody(resource, operation, body);
        for (const { field, detail } of problems) {
          expect(Object.hasOwn(resource.fields, field) || Object.hasOwn(body, field)).toBe(true);
          expect(detail).not.toContain("canary");
        }
      }),
    );
  });
});
