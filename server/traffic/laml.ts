import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Document } from "./document.ts";

/** Reads a LaML document: the destinations of its first `<Dial>`. */
export function readLaml(text: string): Document {
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

  const verbs = elements(root.content);
  const end = verbs.findIndex(({ name }) => LAST.has(name));
  const last = verbs[end];
  const played = end < 0 ? verbs : verbs.slice(0, end + 1);
  const unplayed = [...new Set(played.map(({ name }) => name).filter((name) => UNPLAYED.has(name)))];
  const parts = { from: undefined, unplayed: unplayed.map((name) => `<${name}>`) };
  if (last?.name === "Reject") return { to: [], ...parts, rejects: played.every(({ name }) => UNANSWERING.has(name)) };
  if (last?.name !== "Dial") return { to: [], ...parts };
  const nouns = elements(last.content);
  const named = nouns.length > 0 ? nouns.filter(({ name }) => NOUNS.has(name)) : [last];
  const elsewhere = nouns.filter(({ name }) => !NOUNS.has(name)).map(({ name }) => `<${name}>`);
  return {
    unplayed: [...parts.unplayed, ...elsewhere],
    to: named.map(({ content }) => textOf(content)).filter((address) => address !== ""),
    from: last.attributes.callerId,
  };
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

/** The verbs after which the document ends: the call has moved or is over. */
const LAST = new Set(["Dial", "Redirect", "Hangup", "Reject"]);
/** The verbs that do not answer a call: one that only these precede can still be rejected. */
const UNANSWERING = new Set(["Pause", "Reject"]);
/** The verbs that request another document, or wait for the caller's keys or voice. */
const UNPLAYED = new Set(["Redirect", "Gather", "Record", "Enqueue", "Connect"]);
/** Nouns with a destination. A conference or a queue belongs to the document itself. */
const NOUNS = new Set(["Number", "Sip", "Client", "Verto"]);

/** A node from the parser: one member named after the tag, attributes in ":@", text in "#text". */
type Node = { readonly [name: string]: unknown };

interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly content: readonly Node[];
}

function elements(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ":@" && key !== "#text");
    if (name === undefined) return [];
    return [{ name, attributes: (node[":@"] ?? {}) as Element["attributes"], content: node[name] as readonly Node[] }];
  });
}

function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => node["#text"] ?? "")
    .join("")
    .trim();
}
