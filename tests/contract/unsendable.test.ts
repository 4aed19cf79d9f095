// Values in arguments that no request can carry, and the texts that stand for an Output or an object in a string.

import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { sipEndpoint, swmlScript, UNKNOWN, validateArguments } from "../../contract/index.ts";
import { screened } from "../../contract/unsendable.ts";

const ASSET = "is an asset or archive: write the text that it holds";
const CYCLE = "is contents.sections.main[1].step itself, which contains it: write a copy without the reference back";
const OUTPUT =
  "holds the text that stands for an Output, a promise or an object in a string, not its value: build the string with pulumi.interpolate (Python: Output.format, Go: pulumi.Sprintf), from an output or a field";

/** As much of a name as is shown. */
const SPACED = "a b".padEnd(40, "c");

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
  it.each<[unknown, string]>([
    [Number.NaN, "is NaN: write a finite number"],
    [Number.NEGATIVE_INFINITY, "is -Infinity: write a finite number"],
    [() => "x", "is a function: write the value that it returns"],
    [new Date(), "is a Date: write date.toISOString()"],
    [new Map([["a", 1]]), "is a Map: write Object.fromEntries(map)"],
    [new Set([1]), "is a Set: write [...set]"],
    [Symbol("x"), "is a symbol: write a text"],
    [12n, "is a bigint: write a number, or its digits as a text"],
    ...[new Step(), new String("x"), Buffer.from("x"), /x/, new Error("x")].map((value): [unknown, string] => [
      value,
      `is an object of the class ${value.constructor.name}: write a plain object, list, text or number`,
    ]),
    [
      Object.assign(new Step(), { __pulumiResource: true }),
      "is a resource: write one of its outputs, for example its id",
    ],
    [new URL("https://example.com"), "is a URL: write url.href"],
    [new pulumi.asset.StringAsset("x"), ASSET],
    [new pulumi.asset.AssetArchive({}), ASSET],
    // As the engine passes an asset or archive of any language on.
    ...["c44067f5952c0a294b673a41bacd8c17", "0def7320c3a5731c473e5ecbe6d01bc7"].map((mark): [unknown, string] => [
      { "4dabf18193072939515e22adb298388d": mark, text: "x" },
      ASSET,
    ]),
    [{ [Symbol("x")]: 1 }, "has a member named by a symbol: name it by a text"],
  ])("%o", (value, detail) => {
    expect(found(value)).toEqual([`contents.sections.main[1].step ${detail}`]);
  });

  it("an object that contains itself, nor a list", () => {
    expect(found(cycle)).toEqual([`contents.sections.main[1].step.list[0] ${CYCLE}`]);
    const list: unknown[] = [];
    list.push(list);
    expect(found(list)).toEqual([`contents.sections.main[1].step[0] ${CYCLE}`]);
  });

  it("what is refused, all at once, and no second problem follows from it", () => {
    const sections = {
      main: [{ sleep: Number.NaN }, { at: new Date() }],
      [SPACED.padEnd(60, "c")]: Number.POSITIVE_INFINITY,
    };
    const problems = validateArguments(swmlScript, { displayName: "x", contents: { sections } });
    expect(problems.map(({ field }) => field)).toEqual([
      "contents.sections.main[0].sleep",
      "contents.sections.main[1].at",
      `contents.sections["${SPACED}"]`,
    ]);
    const extra = { ratio: Number.NaN, WRONG: 1 };
    expect(validateArguments(sipEndpoint, { username: "a", password: "b", extra }).map(({ field }) => field)).toEqual([
      "extra.ratio",
      "extra.WRONG",
    ]);
  });

  it.each([
    ["{sections: {main: [{sleep: .nan}]}}", "NaN"],
    ['{"sections": {"main": [{"sleep": 1e999}]}}', "Infinity"],
  ])("the text of a script with a number that is none: %s", (contents, number) => {
    const detail = `must hold only what JSON can: sections.main[0].sleep is ${number}: write a finite number`;
    const problem = { field: "contents", code: "invalid", detail };
    expect(validateArguments(swmlScript, { displayName: "x", contents })).toEqual([problem]);
  });

  it("and any other value stays as it is", () => {
    const shared = { a: [1, -0.5, "", null, true, UNKNOWN, undefined] };
    const value = { one: shared, two: [shared, Object.create(null)], three: structuredClone(shared) };
    expect(screened("extra", value)).toEqual({ value, problems: [] });
    const awaiting = (each: unknown, field: string) => (each === "" ? { value: field } : undefined);
    expect(screened("extra", { one: [""] }, awaiting).value).toEqual({ one: ["extra.one[0]"] });
  });
});

describe("the text of an Output is refused", () => {
  const output = pulumi.output("canary");
  const text = `${output}`;
  const GO = "{0xc000123450}";
  const objectText = (name: string) => `x-[object ${name}]`;
  const PYTHON =
    "Calling __str__ on an Output[T] is not supported.\n\nTo get the value of an Output[T] as an Output[str] …";
  const SHARP = "Calling [ToString] on an [Output<T>] is not supported.";
  it.each([
    text,
    `p-${text}`,
    JSON.stringify({ a: output }),
    text.toUpperCase(),
    encodeURIComponent(text),
    text.replaceAll(/\W+/g, "-").toLowerCase(),
    `<Dial>${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</Dial>`,
    `Basic ${Buffer.from(`user:${text}`).toString("base64")}`,
    ...["Object", "Promise", "Map", "Set", "WeakMap", "WeakSet", "Array", "Function", "AsyncFunction"].map(objectText),
    ...["Date", "Error", "Symbol", "Undefined", "Null"].map(objectText),
    PYTHON,
    "<pulumi.output.Output object at 0x7f3bc5d0a310>",
    "<coroutine object f at 0x7f3bc5d0a310>",
    "%3Ccoroutine+object+f+at+0x7f3bc5d0a310%3E",
    btoa(`user:${GO}`),
    SHARP,
    GO,
    "{%!s(*internal.OutputState=&{0})}",
  ])("%s", (text) => {
    expect(found(text)).toEqual([`contents.sections.main[1].step ${OUTPUT}`]);
    expect(found({ [text]: 1 })).toEqual([`contents.sections.main[1].step has a member whose name ${OUTPUT}`]);
  });

  it.each([
    "Calling all offices",
    "Calling to string you along",
    "%{call.from}",
    "{0xc0}",
    "https://example.com/%zz?calling=output",
    "We are calling on an output desk",
    Buffer.from("calling nobody at all, and nothing").toString("base64"),
  ])("and the ordinary text %s is not", (text) => expect(found(text)).toEqual([]));
});
