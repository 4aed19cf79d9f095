// The parsing of LaML documents.

import { expect, test } from "vitest";
import { elements, readLaml, textOf } from "../../server/calls/laml.ts";

/** Returns the first verb, which the texts below dial with. */
function verbOf(text: string) {
  const document = readLaml(text);
  return "problem" in document ? undefined : document.verbs[0];
}

test.each([
  ["a decimal reference", "<Response><Dial>&#43;12025550101</Dial></Response>", "+12025550101"],
  ["a hexadecimal one", "<Response><Dial>&#x2B;1202&#x35;550101</Dial></Response>", "+12025550101"],
  ["one in a noun", "<Response><Dial><Number>&#43;1</Number></Dial></Response>", "+1"],
  ["one that is escaped itself", "<Response><Dial>&amp;#43;1</Dial></Response>", "&#43;1"],
  ["one in a CDATA section, where it is text", "<Response><Dial><![CDATA[&#43;1]]></Dial></Response>", "&#43;1"],
])("%s is read", (_, text, address) => {
  const content = verbOf(text)?.content ?? [];
  expect(textOf(elements(content)[0]?.content ?? content)).toBe(address);
});

test("a reference in an attribute is read", () => {
  const dial = verbOf('<Response><Dial callerId="&#43;1&#x32;">a</Dial></Response>');
  expect(dial?.attributes).toEqual({ callerId: "+12" });
});

test.each([
  ["<Response/><Response/>", "it is not XML: line 1, column 21: documents may contain only one root"],
  [
    "<Response><Say>x</Say></Response><Dial>a</Dial>",
    "it is not XML: line 1, column 39: documents may contain only one root",
  ],
  ["<Dial>a</Dial>", "its root is not <Response>"],
])("%s is refused", (text, problem) => {
  expect(readLaml(text)).toStrictEqual({ problem });
});

test("comments, a document type and instructions beside the root are no second root", () => {
  const text = '<?xml version="1.0"?><!DOCTYPE Response><!-- a --><Response/><!-- b --><?x y?>';
  expect(readLaml(text)).toEqual({ verbs: [] });
});
