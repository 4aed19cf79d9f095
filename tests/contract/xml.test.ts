// XML as a script's document may hold it, and the first reason why a text is none.

import { expect, it } from "vitest";
import { readXml } from "../../contract/index.ts";

const encoded = (name: string) => `<?xml version="1.0" encoding="${name}"?><A/>`;

it.each([
  ["<A>\n<B></A></C>", "line 2, column 7: unexpected close tag"],
  ["", "line 1, column 0: document must contain a root element"],
  ["Hello", "line 1, column 5: text data outside of root node"],
  ["<A>&no;</A>", "line 1, column 7: undefined entity"],
  ["<a:B/>", 'line 1, column 6: unbound namespace prefix: "a"'],
  [encoded("utf-16"), "line 1, column 39: the encoding utf-16 is not the document's"],
  [encoded("none"), "line 1, column 37: the encoding none is not the document's"],
])("%j is not XML: %s", (text, problem) => {
  expect(readXml(text)).toEqual({ problem });
});

it("a document has its elements, its own entities and its CDATA", () => {
  const entities = `<!DOCTYPE A [<!ENTITY who "sales"><!ENTITY why 'calls'>]>`;
  const text = `<?xml version="1.0"?>${entities}<A b="&who;"><C/>&why;<![CDATA[<x>]]></A>`;
  const inner = { name: "C", attributes: {}, content: [] };
  expect(readXml(text)).toEqual({ root: { name: "A", attributes: { b: "sales" }, content: [inner, "calls", "<x>"] } });
  expect(readXml(encoded("latin1"))).toHaveProperty("root.name", "A");
});
