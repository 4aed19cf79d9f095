// The values that count as not known yet.

import { describe, expect, it } from "vitest";
import { isUnknown } from "../../contract/index.ts";

const MARKER = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("not known yet", () => {
  it.each([[MARKER], [[MARKER]], [["OPUS", MARKER]], [{ a: MARKER }], [{ a: [{ b: MARKER }] }]])("is %j", (value) => {
    expect(isUnknown(value)).toBe(true);
  });

  it.each([["OPUS"], [""], [null], [undefined], [5], [[]], [{}], [["OPUS"]], [`${MARKER} `], [{ [MARKER]: "a key" }]])(
    "is not %j",
    (value) => {
      expect(isUnknown(value)).toBe(false);
    },
  );
});
