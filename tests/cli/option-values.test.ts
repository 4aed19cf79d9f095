// The values that options take, and the sentences for those that they refuse.

import { expect, test } from "vitest";
import * as options from "../../cli/commands/option-values.ts";

const reports = options.reportsIn(["text", "json"]);
const KINDS = "drift, unmanaged, renewal, unnamed, error, never";

test.each<[parse: (text: string) => unknown, values: Record<string, unknown>]>([
  [
    options.failureKinds,
    {
      "drift, renewal": ["drift", "renewal"],
      "drift,drift": ["drift"],
      never: ["never"],
      nonsense: `"nonsense" is not one of ${KINDS}.`,
      "drift,": `"" is not one of ${KINDS}.`,
      "never,drift": '"never" stands alone.',
    },
  ],
  [
    (text) => options.failureKinds(text, ["unmanaged"]),
    { drift: ["unmanaged", "drift"], never: '"never" stands alone.' },
  ],
  [
    options.port,
    Object.fromEntries([
      ["0", 0],
      ["65535", 65_535],
      ...["65536", "-1", "1.5", ""].map((each) => [each, "It must be a whole number from 0 to 65535."]),
    ]),
  ],
  [
    options.minutes,
    Object.fromEntries([
      ["90", 90],
      ...["0", "1.5", "", "1e3"].map((each) => [each, "It must be a whole number of minutes, 1 or more."]),
    ]),
  ],
  [
    options.rateLimit,
    Object.fromEntries([
      ...[
        ["none", false],
        ["10/1", { writes: 10, seconds: 1 }],
      ],
      ...["0/1", "10/0", "10", "1.5/1"].map((each) => [
        each,
        "It must be two whole numbers above 0, as 13800/10 (writes/seconds), or none.",
      ]),
    ]),
  ],
  [(text) => options.stackNames(text, ["a"]), { " b ": ["a", "b"], " ": "It must be a stack's name, and is empty." }],
  [(text) => options.several(text, ["a"]), { b: ["a", "b"] }],
  [options.kinds, { "endpoints, numbers": ["endpoints", "numbers"] }],
  [
    (text) => reports(text, [{ format: "text" }]),
    {
      json: [{ format: "text" }, { format: "json" }],
      "text,json": [{ format: "text" }, { format: "text" }, { format: "json" }],
      "json=a=b": [{ format: "text" }, { format: "json", file: "a=b" }],
      "json=-": [{ format: "text" }, { format: "json" }],
      "json=": "Name a file after =, or leave out = to print the report.",
      xml: '"xml" is not one of text, json.',
    },
  ],
])("%o takes and refuses values", (parse, values) => {
  const found = Object.keys(values).map((text) => {
    try {
      return [text, parse(text)];
    } catch (error) {
      return [text, (error as Error).message];
    }
  });
  expect(Object.fromEntries(found)).toEqual(values);
});
