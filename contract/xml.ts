// Reads XML as strictly as XML 1.0 and its namespaces ask for. Loads the parser when the first document needs it.

export interface XmlElement {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly content: readonly (XmlElement | string)[];
}

/** The root of a document, or why it is not XML: `line 3, column 7: unclosed tag: Dial`. */
export type Xml = { readonly root: XmlElement } | { readonly problem: string };

/** The part of the parser that is used here. */
interface XmlParser {
  readonly line: number;
  readonly column: number;
  readonly ENTITIES: { [name: string]: string };
  on(event: "error", run: (error: Error) => void): void;
  on(event: "xmldecl", run: (declaration: { readonly encoding?: string }) => void): void;
  on(event: "doctype" | "text" | "cdata", run: (text: string) => void): void;
  on(event: "opentag", run: (tag: Tag) => void): void;
  on(event: "closetag", run: () => void): void;
  write(text: string): { close(): void };
}

interface Tag {
  readonly name: string;
  readonly attributes: { readonly [name: string]: { readonly value: string } };
}

type Open = XmlElement & { readonly content: (XmlElement | string)[] };

export function readXml(text: string): Xml {
  const { SaxesParser: Parser } = load("saxes") as { SaxesParser: new (options: { xmlns: true }) => XmlParser };
  const parser = new Parser({ xmlns: true });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let problem: string | undefined;
  const refuse = (reason: string) => {
    problem ??= `line ${parser.line}, column ${parser.column}: ${reason}`;
  };
  const add = (part: string) => open.at(-1)?.content.push(part);
  parser.on("error", ({ message }) => refuse(message.replace(/^\d+:\d+: |\.$/g, "")));
  parser.on("xmldecl", ({ encoding }) => {
    if (!isOfBytes(encoding)) refuse(`the encoding ${encoding} is not the document's`);
  });
  parser.on("doctype", (type) => {
    for (const [, name = "", value = "", other = value] of type.matchAll(ENTITY)) parser.ENTITIES[name] = other;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element: Open = { name, attributes: Object.fromEntries(values), content: [] };
    open.at(-1)?.content.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", add);
  parser.on("cdata", add);
  parser.write(text).close();
  if (problem !== undefined) return { problem };
  return root ? { root } : { problem: "it has no element" };
}

const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')/g;

/** False for UTF-16, in which no document arrives, and for an unknown name. The default is UTF-8. */
function isOfBytes(encoding: string | undefined): boolean {
  try {
    return !new TextDecoder(encoding).encoding.startsWith("utf-16");
  } catch {
    return false;
  }
}

/** Loads a parser by its name: most programs have no document. */
export function load(name: string): unknown {
  return process.getBuiltinModule("node:module").createRequire(import.meta.url)(name);
}
