import { styleText } from "node:util";
import { clip, number } from "../../../contract/index.ts";
import { type Edge, type Graph, handlersOf, type Node, sources } from "../graph.ts";
import { readable } from "../grouping.ts";

const LONGEST = 100;

/** For a terminal: who is reached, and below it where its calls and messages go. A line break at its end. */
export function routesText(whole: Graph, { colour }: { readonly colour: boolean }): string {
  if (whole.nodes.length === 0) return "Nothing here takes calls or messages.\n";
  const graph = readable(whole);
  const paint = (style: "red" | "bold" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const leaving = Map.groupBy(graph.edges, ({ from }) => from);

  const named = (node: Node) => {
    const text = describe(node);
    return node.mark === "missing" || node.mark === "dangling" ? paint("red", text) : text;
  };
  const lines = (node: Node, depth: number, path: readonly string[]): string[] =>
    (leaving.get(node.key) ?? []).flatMap((edge) => {
      const next = nodes.get(edge.to);
      if (!next) return [];
      const arrow = edge.role === "target" ? "→" : "⇢";
      const what = depth === 1 || edge.traffic !== "call" ? `${edge.traffic}: ` : "";
      const isSeen = path.includes(next.key);
      return [
        `${"  ".repeat(depth)}${paint("dim", `${what}${wayOf(edge)} ${arrow}`)} ${named(next)}`,
        ...(isSeen ? [] : lines(next, depth + 1, [...path, next.key])),
      ];
    });

  const isNoted =
    graph === whole ? [] : [paint("dim", `${count(whole)}, grouped; --html and --json have each of them.`)];
  const blocks = sources(graph).map((node) => {
    const ways = lines(node, 1, [node.key]);
    return [paint("bold", describe(node)), ...(ways.length > 0 ? ways : [paint("dim", `  ${idle(node)}`)])];
  });
  return `${[...isNoted, ...blocks.map((each) => each.join("\n"))].join("\n")}\n`;
}

function wayOf({ label, count: ways }: Edge): string {
  return ways > 1 ? `${clip(label, LONGEST)} ×${number(ways)}` : clip(label, LONGEST);
}

/** `phone number +12025550101 (line), drifted` */
export function describe({ what, label, name, mark, kind, examples, count: members }: Node): string {
  const some =
    examples.length > 0
      ? `: ${examples.map((each) => clip(each, 40)).join(", ")}${members > examples.length ? ", …" : ""}`
      : "";
  const which = kind === "document" ? clip(label, LONGEST) : [what, clip(label, LONGEST)].filter(Boolean).join(" ");
  const isNamed = name === undefined ? "" : ` (${clip(name, 40)})`;
  return `${which}${isNamed}${some}${mark === undefined || kind === "nobody" ? missing(kind, label) : `, ${mark}`}`;
}

function missing(kind: Node["kind"], label: string): string {
  return kind === "nobody" && !label.endsWith(" is not set") ? ", which is not there" : "";
}

/** What becomes of calls where nothing is set. */
function idle({ kind, column, type }: Node): string {
  if (type !== undefined && handlersOf(type).length === 0) return "no handler names it";
  return column === 0 || kind === "group" ? "no handler" : "no handler: its own devices ring";
}

export function count({ nodes }: Graph): string {
  const objects = nodes.filter(({ type }) => type !== undefined);
  return `${number(objects.length)} objects`;
}
