import { describe, expect, it, test } from "vitest";
import { sentence } from "../../../cli/report/text.ts";
import { formatValue, masked, showChange, visible } from "../../../contract/index.ts";

describe("a secret in an address is masked", () => {
  it.each([
    ["https://user:pass@example.com/x", "https://[secret]@example.com/x"],
    ["see https://user:pass@example.com, they say", "see https://[secret]@example.com, they say"],
    ["https://:pass@example.com", "https://[secret]@example.com"],
    ["wss://user:p@ss:w@rd@example.com/a@b", "wss://[secret]@example.com/a@b"],
    ["https://user:pa/ss@example.com/x", "https://[secret]@example.com/x"],
    ["https://a-token@example.com/x", "https://[secret]@example.com/x"],
    ["https://example.com/x?room=7&token=abc#top", "https://example.com/x?room=7&token=[secret]#top"],
    ["https://example.com/x?API_Key=abc&to=1", "https://example.com/x?API_Key=[secret]&to=1"],
    [
      "https://example.com/x?to%6Ben=abc&pin=1234#key=abc",
      "https://example.com/x?to%6Ben=[secret]&pin=[secret]#key=[secret]",
    ],
    ["https://example.com/x?room=7;token=abc", "https://example.com/x?room=[secret]"],
    ["https://example.com/x?h=0123456789abcdef", "https://example.com/x?h=[secret]"],
    ['https://user:pa"ss@example.com', "https://[secret]@example.com"],
    ["https://me@corp:pass@example.com", "https://[secret]@example.com"],
    ["https://a:b@one.example https://c:d@two.example", "https://[secret]@one.example https://[secret]@two.example"],
  ])("%s", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it.each([
    "https://example.com:8080/users/@me?to=a@b.c",
    "https://example.com/x?room=7&name=front&shipping=1#ot=500&rt=900",
    "sip:alice:x@example.com",
    "10:30 @ noon",
  ])("and %s has none", (text) => {
    expect(masked(text)).toBe(text);
  });

  test("without much ado where a text is made to be slow", () => {
    const started = process.cpuUsage();
    masked("://a:".repeat(40_000));
    masked(`://${"a".repeat(200_000)}`);
    masked(`://a:${"b".repeat(200_000)}`);
    masked("?a=".repeat(100_000));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
  });
});

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

test("a sentence stands on one line", () => {
  expect(sentence("  One\n  two.\r\n")).toBe("One two.");
});

describe("two values that differ", () => {
  test("are shown whole while they are short", () => {
    expect(showChange({ property: "codecs", expected: ["OPUS"] })).toEqual({
      property: "codecs",
      expected: '["OPUS"]',
      actual: "(not set)",
    });
  });

  test("are cut, with their length, when they are long", () => {
    const { expected, actual } = showChange({ property: "p", expected: "a".repeat(1_500), actual: "b" });
    expect(expected).toBe(`"${"a".repeat(199)}… (1,502 characters)`);
    expect(actual).toBe('"b"');
  });

  test("are cut around where they begin to differ", () => {
    const start = "same ".repeat(300);
    const { expected, actual } = showChange({ property: "p", expected: `${start}one`, actual: `${start}two` });
    expect(expected).toMatch(/^….{20}one" \(1,505 characters\)$/);
    expect(actual).toMatch(/^….{20}two" \(1,505 characters\)$/);
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
