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
  const flaw = flawIn(bare);
  if (flaw) return { problem: `it is not XML: ${flaw}` };
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

const NAME = "[A-Za-z_:][\\w:.-]*";
const TAG = new RegExp(`^<(/?${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^<"]*"|'[^<']*'))*)\\s*/?>$`);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*("[^"]*"|'[^']*')`, "g");
/** Comments, sections of characters, instructions and tags. An angle bracket in quotation marks does not end a tag. */
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<(?:"[^"]*"|'[^']*'|[^>"'])*>/g;

/** Returns what is not well-formed (XML 1.0) although the validator takes it. */
function flawIn(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return "it has a control character";
  let [depth, rest] = [0, 0];
  const isOutside = (end: number) => depth === 0 && text.slice(rest, end).trim() !== "";
  for (const { 0: markup, index } of text.matchAll(MARKUP)) {
    if (isOutside(index)) return "it has a text outside of its root";
    rest = index + markup.length;
    if (markup.startsWith("<!--")) {
      if (/--/.test(markup.slice(4, -3)) || markup.endsWith("--->")) return "a comment has two hyphens";
    } else if (/^<\?xml(?=[\s?])/i.test(markup)) {
      if (index > 0) return "<?xml is not at its start";
      if (!/^<\?xml\s+version\s*=\s*["']1\.\d["']/.test(markup)) return "<?xml has no version";
    } else if (/^<[^!?]/.test(markup)) {
      const [, name, attributes = ""] = TAG.exec(markup) ?? [];
      if (name === undefined) return `the tag ${markup.slice(0, 40)} has a form that XML does not allow`;
      const names = [...attributes.matchAll(ATTRIBUTE)].map(([, each]) => each);
      if (new Set(names).size < names.length) return `<${name}> has an attribute twice`;
      const isClosing = name.startsWith("/");
      if (!markup.endsWith("/>")) depth += isClosing ? -1 : 1;
      if (isClosing && attributes !== "") return `<${name}> has attributes`;
      const flaw = referenceIn(attributes);
      if (flaw) return flaw;
    }
  }
  const outside = text.replace(MARKUP, "\n");
  if (outside.includes("]]>")) return "]]> stands in a text";
  if (/[<]/.test(outside)) return "a tag does not end";
  if (isOutside(text.length)) return "it has a text outside of its root";
  return referenceIn(outside);
}

/** Returns the flaw of a reference: XML knows five names, and the numbers of its characters. */
function referenceIn(text: string): string | undefined {
  for (const [reference, name = ""] of text.matchAll(/&([^\s;&<]*;?)/g)) {
    if (/^(?:amp|lt|gt|quot|apos);$/.test(name)) continue;
    const [, decimal, hexadecimal] = /^#(?:(\d+)|x([\da-fA-F]+));$/.exec(name) ?? [];
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    const isCharacter =
      [9, 10, 13].includes(code) || (code >= 32 && code < 0x11_00_00 && (code < 0xd8_00 || code > 0xdf_ff));
    if (!isCharacter) return `${reference} is no reference that XML knows`;
  }
  return undefined;
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
