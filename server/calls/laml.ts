import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Read } from "./document.ts";

export interface Laml {
  readonly verbs: readonly Element[];
}

export function readLaml(text: string): Read<Laml> {
  const bare = text.replace(/^\uFEFF/, "").trim();
  if (bare === "") return { problem: "it is empty, where <Response> was expected" };
  const valid = XMLValidator.validate(bare);
  if (valid !== true) return { problem: `it is not XML: ${valid.err.msg} (line ${valid.err.line})` };
  let nodes: readonly Node[];
  try {
    nodes = PARSER.parse(bare);
  } catch (error) {
    // Valid XML is refused too: external entities, and endless nesting.
    return { problem: `it is not read: ${(error as Error).message}` };
  }
  const [root, ...others] = elements(nodes).filter(({ name }) => !name.startsWith("?"));
  if (root?.name !== "Response") return { problem: "its root is not <Response>" };
  if (others.length > 0) return { problem: `it has a second root, <${others[0]?.name}>` };

  return { verbs: elements(root.content) };
}

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  // Telephone numbers must stay texts.
  parseTagValue: false,
  parseAttributeValue: false,
  // Numeric references, `&#43;`: the parser counts them among those of HTML.
  htmlEntities: true,
});

/** A node from the parser: one member named after the tag, attributes in ":@", text in "#text". */
type Node = { readonly [name: string]: unknown };

export interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly content: readonly Node[];
}

export function elements(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ":@" && key !== "#text");
    if (name === undefined) return [];
    return [{ name, attributes: (node[":@"] ?? {}) as Element["attributes"], content: node[name] as readonly Node[] }];
  });
}

export function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => node["#text"] ?? "")
    .join("")
    .trim();
}
