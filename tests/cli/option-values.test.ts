// The values that options take, and the sentences for those that they refuse.

import { expect, test } from "vitest";
import * as options from "../../cli/commands/option-values.ts";

const reports = options.reportsIn(["text", "json"]);
const KINDS = "drift, unmanaged, renewal, unnamed, error, never";
const PORT = "It must be a whole number from 0 to 65535.";
const MINUTES = "It must be a whole number of minutes, 1 or more.";
const RATE = "It must be two whole numbers above 0, as 13800/10 (writes/seconds), or none.";

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
  [options.port, { "0": 0, "65535": 65_535, "65536": PORT, "-1": PORT, "1.5": PORT, "": PORT }],
  [options.minutes, { "90": 90, "0": MINUTES, "1.5": MINUTES, "": MINUTES, "1e3": MINUTES }],
  [
    options.rateLimit,
    { none: false, "10/1": { writes: 10, seconds: 1 }, "0/1": RATE, "10/0": RATE, "10": RATE, "1.5/1": RATE },
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
