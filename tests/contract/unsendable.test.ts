// Values in arguments that no request can carry, and the texts that stand for an Output or an object in a string.

import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { phoneNumber, sipEndpoint, swmlScript, UNKNOWN, validateArguments } from "../../contract/index.ts";
import { screened } from "../../contract/unsendable.ts";

class Step {
  say = "hello";
}

function found(value: unknown): string[] {
  return screened("contents", { sections: { main: [{}, { step: value }] } }).problems.map(
    ({ field, detail }) => `${field} ${detail}`,
  );
}

describe("no request carries", () => {
  const cycle: { [name: string]: unknown } = { list: [] };
  cycle.list = [cycle];
  it.each([
    [Number.NaN, "is NaN"],
    [Number.POSITIVE_INFINITY, "is Infinity"],
    [Number.NEGATIVE_INFINITY, "is -Infinity"],
    [() => "x", "is a function"],
    [class {}, "is a function"],
    [new Date(), "is a Date: write date.toISOString()"],
    [new Map([["a", 1]]), "is a Map: write Object.fromEntries(map)"],
    [new Set([1]), "is a Set: write [...set]"],
    [Symbol("x"), "is a symbol"],
    [12n, "is a bigint"],
    [new Step(), "is an object of the class Step"],
    [new String("x"), "is an object of the class String"],
    [Buffer.from("x"), "is an object of the class Buffer"],
    [Object.assign(new Step(), { __pulumiResource: true }), "is a resource: write one of its outputs"],
    [/x/, "is an object of the class RegExp"],
    [new Error("x"), "is an object of the class Error"],
    [new URL("https://example.com"), "is a URL: write url.href"],
    [new pulumi.asset.StringAsset("x"), "is an asset or archive"],
    [new pulumi.asset.AssetArchive({}), "is an asset or archive"],
    // As the engine passes an asset of any language on.
    [{ "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "x" }, "is an asset or archive"],
    [{ [Symbol("x")]: 1 }, "has a member named by a symbol"],
  ])("%o", (value, detail) => {
    const [problem, ...others] = found(value);
    expect(problem).toContain(`contents.sections.main[1].step ${detail}`);
    expect(others).toEqual([]);
  });

  it("an object that contains itself, nor a list", () => {
    expect(found(cycle)).toEqual([
      expect.stringContaining("contents.sections.main[1].step.list[0] is contents.sections.main[1].step itself"),
    ]);
    const list: unknown[] = [];
    list.push(list);
    expect(found(list)).toEqual([expect.stringContaining("step[0] is contents.sections.main[1].step itself")]);
  });

  it("what is refused, all at once, and no second problem follows from it", () => {
    const sections = { main: [{ sleep: Number.NaN }, { at: new Date() }], "a b": Number.POSITIVE_INFINITY };
    const problems = validateArguments(swmlScript, { displayName: "x", contents: { sections } });
    expect(problems.map(({ field }) => field)).toEqual([
      "contents.sections.main[0].sleep",
      "contents.sections.main[1].at",
      'contents.sections["a b"]',
    ]);
    const extra = { ratio: Number.NaN, WRONG: 1 };
    expect(validateArguments(sipEndpoint, { username: "a", password: "b", extra }).map(({ field }) => field)).toEqual([
      "extra.ratio",
      "extra.WRONG",
    ]);
  });

  it.each(["{sections: {main: [{sleep: .nan}]}}", '{"sections": {"main": [{"sleep": 1e999}]}}'])(
    "the text of a script with a number that is none: %s",
    (contents) => {
      const [problem] = validateArguments(swmlScript, { displayName: "x", contents });
      expect(problem?.detail).toMatch(/sections\.main\[0\]\.sleep is (?:NaN|Infinity)/);
    },
  );

  it("and any other value stays as it is", () => {
    const shared = { a: [1, -0.5, "", null, true, UNKNOWN, undefined] };
    const value = { one: shared, two: [shared, Object.create(null)], three: structuredClone(shared) };
    expect(screened("extra", value)).toEqual({ value, problems: [] });
  });
});

describe("a refused value", () => {
  it.each([
    ["+12025550101\u200b", "U+200B"],
    ["\u202e+12025550101", "U+202E"],
    ["+1\u00a02025550101", "U+00A0"],
    ["+12025550101\n", "U+000A"],
    ["+1202\u3164\ufe0f5550101", "U+3164, U+FE0F"],
  ])("%j shows what cannot be seen", (number, shown) => {
    const [problem] = validateArguments(phoneNumber, { number });
    expect(problem?.detail).toMatch(
      new RegExp(`E\\.164.*; it holds what cannot be seen: ${shown.replaceAll("+", "\\+")}$`),
    );
  });
});

describe("the text of an Output is refused", () => {
  const output = pulumi.output("canary");
  const text = `${output}`;
  const GO = "{0xc000123450}";
  const PYTHON =
    "Calling __str__ on an Output[T] is not supported.\n\nTo get the value of an Output[T] as an Output[str] …";
  const SHARP = "Calling [ToString] on an [Output<T>] is not supported.";
  it.each([
    text,
    `p-${text}`,
    JSON.stringify({ a: output }),
    JSON.stringify({ a: text }),
    text.slice(0, 20),
    text.toUpperCase(),
    encodeURIComponent(text),
    `https://example.com/?${new URLSearchParams({ a: text })}`,
    new URL(`https://example.com/${text}`).href,
    text.replaceAll(/\W+/g, "-").toLowerCase(),
    `<Dial>${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</Dial>`,
    `Basic ${Buffer.from(`user:${text}`).toString("base64")}`,
    `x-${{}}`,
    `${Promise.resolve(1)}`,
    PYTHON,
    `desk ${PYTHON}`,
    "<pulumi.output.Output object at 0x7f3bc5d0a310>",
    "<coroutine object f at 0x7f3bc5d0a310>",
    SHARP,
    GO,
    "{%!s(*internal.OutputState=&{0})}",
    "desk %!v(pulumi.StringOutput=1)",
  ])("%s", (text) => {
    const [password] = validateArguments(sipEndpoint, { username: "a", password: text });
    expect(`${password?.field} ${password?.detail}`).toMatch(/^password holds the text .*pulumi\.interpolate/);
    expect(password?.detail).not.toContain("canary");
    expect(found(text)).toHaveLength(1);
    expect(found({ [text]: 1 })).toEqual([expect.stringContaining("main[1].step has a member whose name")]);
  });

  it.each([
    "Calling all offices",
    "Calling to string you along",
    "an object [Object]",
    "%{call.from}",
    "{0xc0}",
    "https://example.com/%zz?calling=output",
    "We are calling on an output desk",
    "<Say>Calling</Say>",
    Buffer.from("calling nobody at all, and nothing").toString("base64"),
  ])("and the ordinary text %s is not", (text) => expect(found(text)).toEqual([]));
});
