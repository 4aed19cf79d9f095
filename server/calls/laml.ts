import { type XmlElement as Element, readXml } from "../../contract/index.ts";
import type { Read } from "./document.ts";

export type { XmlElement as Element } from "../../contract/index.ts";

export interface Laml {
  readonly verbs: readonly Element[];
}

export function readLaml(text: string): Read<Laml> {
  const bare = text.replace(/^\uFEFF/, "").trim();
  if (bare === "") return { problem: "it is empty, where <Response> was expected" };
  const document = readXml(bare);
  if ("problem" in document) return { problem: `it is not XML: ${document.problem}` };
  return document.root.name === "Response"
    ? { verbs: elements(document.root.content) }
    : { problem: "its root is not <Response>" };
}

export function elements(nodes: Element["content"]): Element[] {
  return nodes.filter((node) => typeof node !== "string");
}

export function textOf(nodes: Element["content"]): string {
  return nodes
    .filter((node) => typeof node === "string")
    .join("")
    .trim();
}
