import { describe, expect, test } from "vitest";
import { clip, formatValue, listed, matchesPattern, showChange, visible, wrapped } from "../../contract/index.ts";

test("a value reads as the program would write it", () => {
  expect(formatValue("Front desk")).toBe('"Front desk"');
  expect(formatValue("")).toBe('""');
  expect(formatValue(60)).toBe("60");
  expect(formatValue(false)).toBe("false");
  expect(formatValue(null)).toBe("null");
  expect(formatValue(["OPUS", "PCMU"])).toBe('["OPUS", "PCMU"]');
  expect(formatValue([])).toBe("[]");
  expect(formatValue({ a: { c: [] }, b: 1 })).toBe('{ "a": { "c": [] }, "b": 1 }');
});

test("no value and a secret have their own words", () => {
  expect(formatValue(undefined)).toBe("(not set)");
  expect(formatValue("[secret]")).toBe("[secret]");
  expect(formatValue(["[secret]", "b"])).toBe('[[secret], "b"]');
  expect(formatValue("(not set)")).toBe('"(not set)"');
});

test("characters that move the cursor, reverse the text or hide are written out", () => {
  expect(visible("a\u001b[2Jb\u009b\u0000\u007f")).toBe("a\\u001b[2Jb\\u009b\\u0000\\u007f");
  expect(visible("a\nb\tc\r")).toBe("a\\nb\\tc\\r");
  expect(visible("\u202egnp\u200b\u2028\u{e0041}")).toBe("\\u202egnp\\u200b\\u2028\\u{e0041}");
  expect(visible("\ud800 \ufffe é 日本 👍")).toBe("\\ud800 \\ufffe é 日本 👍");
});

test("text that a CI runner reads as a command is written out", () => {
  expect(visible("::error::x")).toBe("\\u003a:error::x");
  expect(visible("  ::add-mask::x")).toBe("  \\u003a:add-mask::x");
  expect(visible("a ##[group]b ##vso[task.x]c # [d] ### e")).toBe(
    "a \\u0023#[group]b \\u0023#vso[task.x]c # [d] ### e",
  );
});

test.each([
  ["desk", "desk", true],
  ["desk-1", "desk", false],
  ["desk-1", "desk-*", true],
  ["my-desk", "desk*", false],
  ["prod-eu-1", "prod-*-1", true],
  ["aba", "aba*ba", false],
  ["a-b-a", "*b*b*", false],
])("%s matches %s: %s", (text, pattern, expected) => {
  expect(matchesPattern(text, pattern)).toBe(expected);
});

test("long texts and lists are cut, and what is left out is counted", () => {
  expect([clip("abc", 3), clip("abcd", 3)]).toEqual(["abc", "abc… (1 more characters)"]);
  const names = ["a", "b", "c"];
  expect([3, 2].map((most) => listed(names, most))).toEqual(["a, b and c", "a, b and 1 more"]);
  expect(wrapped("one two three", "- ", "  ", "- one two".length)).toEqual(["- one two", "  three"]);
});

describe("two values that differ", () => {
  test("are shown whole while they are short", () => {
    expect(showChange({ property: "codecs", expected: ["OPUS"] })).toEqual({
      property: "codecs",
      expected: '["OPUS"]',
      actual: "(not set)",
    });
    const [expected, actual] = ["a", "b"].map((last) => "a".repeat(197) + last);
    expect(showChange({ property: "p", expected, actual }).actual).toBe(`"${actual}"`);
  });

  test("are cut when they are long, and what is left out is counted", () => {
    const { expected, actual } = showChange({ property: "p", expected: "a".repeat(1_500), actual: "b" });
    expect(expected).toBe(`"${"a".repeat(199)}… (1,302 more characters)`);
    expect(actual).toBe('"b"');
  });

  test.each([
    ["in the middle", ["one", "two"], ["one", "two"]],
    ["by a part that only one has", ["", "more "], ["", "more "]],
  ])("are cut to what differs %s, and what is beside it", (_, [before, after], [left, right]) => {
    const around = "same ".repeat(50);
    const of = (part = "") => `${around}${part}${around}`;
    const { expected, actual } = showChange({ property: "p", expected: of(before), actual: of(after) });
    expect([expected, actual].map((text) => text.length)).toEqual([left, right].map((part = "") => part.length + 42));
    for (const [text, part] of [
      [expected, left],
      [actual, right],
    ] as const)
      expect(text).toContain(part);
    expect(expected + actual).toMatch(/^….*……?.*…$/);
  });

  test("say so when all that differs is masked", () => {
    expect(showChange({ property: "p", expected: "[secret]", actual: "[secret]" })).toMatchObject({
      expected: "[secret]",
      actual: "[secret] (changed)",
    });
  });

  test("are never cut through a character", () => {
    const { actual } = showChange({ property: "p", actual: `a${"👍".repeat(100)}` });
    expect(actual.isWellFormed()).toBe(true);
  });
});
