import type { Edge, Graph, Node } from "../graph.ts";
import { readable } from "../grouping.ts";
import { boxOf, edgeText, isBad } from "./text.ts";

export function mermaid(graph: Graph): string {
  return chart([{ title: "", graph }]);
}

/** @param most Graphs up to this many nodes show each object. */
export function chart(panels: readonly { readonly title: string; readonly graph: Graph }[], most?: number): string {
  const lines = panels.flatMap(({ title, graph }, at) => {
    const body = linesOf(readable(graph, most), `p${at}n`);
    return title === "" ? body : [`subgraph p${at}[${quoted(title)}]`, "  direction LR", ...indented(body), "end"];
  });
  // Without links between them, Mermaid may draw panels in any order.
  const links = panels.slice(1).map((_, at) => `p${at} ~~~ p${at + 1}`);
  const direction = panels.length > 1 ? "TB" : "LR";
  return `flowchart ${direction}\n${indented([...lines, ...links, ...STYLES]).join("\n")}\n`;
}

// Colours that are readable on GitHub's light and dark pages.
const STYLES = [
  "classDef bad fill:#d1242f22,stroke:#d1242f,stroke-width:2px",
  "classDef note fill:#bf870022,stroke:#bf8700,stroke-width:2px",
];

function linesOf({ nodes, edges }: Graph, prefix: string): string[] {
  const ids = new Map(nodes.map(({ key }, at) => [key, `${prefix}${at}`]));
  return [...nodes.map((node) => nodeLine(node, ids.get(node.key) ?? "")), ...edges.map((edge) => edgeLine(edge, ids))];
}

function nodeLine(node: Node, id: string): string {
  const [open, close] = SHAPES[node.kind];
  const style = isBad(node) ? ":::bad" : node.mark === undefined ? "" : ":::note";
  const { what, label, examples } = boxOf(node);
  const lines = [what, label, node.title ?? "", node.name ?? "", examples.join(", "), node.mark ?? ""].filter(Boolean);
  return `${id}${open}${quoted(lines)}${close}${style}`;
}

const SHAPES: { readonly [kind in Node["kind"]]: readonly [string, string] } = {
  object: ["[", "]"],
  document: ["([", "])"],
  thing: ["([", "])"],
  nobody: ["{{", "}}"],
  group: ["[[", "]]"],
};

function edgeLine(edge: Edge, ids: ReadonlyMap<string, string>): string {
  const { from, to, role, isBroken, share } = edge;
  const arrow = isBroken ? "--x" : role === "target" ? "-->" : "-.->";
  const shared = share === undefined ? "" : `, each ${share}${share === "its own" ? "" : " of them"}`;
  return `${ids.get(from)} ${arrow}|${quoted(edgeText(edge) + shared)}| ${ids.get(to)}`;
}

/** Replaces every character with a meaning in Mermaid, Markdown or HTML by Mermaid's entity. */
function quoted(lines: string | readonly string[]): string {
  const texts = typeof lines === "string" ? [lines] : lines;
  const inert = (text: string) =>
    shortened(text).replace(/[^\p{L}\p{N} .,:/+_@()×…-]/gu, (character) => `#${character.codePointAt(0)};`);
  return `"${texts.map(inert).join("<br/>")}"`;
}

const LONGEST = 60;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : text;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
