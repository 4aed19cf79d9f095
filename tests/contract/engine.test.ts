// The values that count as not known yet, and the form of stored outputs.

import { describe, expect, it } from "vitest";
import { isUnknown, withRecords, withRecordsHidden } from "../../contract/index.ts";

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

it("records are stored under one name, without the dynamic host's reference to the provider", () => {
  const outputs = { username: "desk", __provider: "code", __project: "p", __inherited: { codecs: ["OPUS"] } };
  const stored = withRecordsHidden(outputs);
  expect(stored).toEqual({
    ...{ username: "desk", codecs: ["OPUS"], __provider: "code" },
    __state: { project: "p", inherited: ["codecs"] },
  });
  expect(withRecords(stored)).toEqual(outputs);
});
