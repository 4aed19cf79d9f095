import { expect, test } from "vitest";
import { sentence } from "../../../cli/report/text.ts";

test("a sentence stands on one line", () => {
  expect(sentence("  One\n  two.\r\n")).toBe("One two.");
});
