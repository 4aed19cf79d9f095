import { styleText } from "node:util";
import { clip, listed, number, type Resource, resources } from "../../../contract/index.ts";
import { type Edge, type Graph, type Node, sources } from "../graph.ts";
import { readable } from "../grouping.ts";

const LONGEST = 100;
/** Gap `endpoint-handler-direction`. */
const DIRECTION =
  "At the live service, a SIP endpoint's handler takes the calls that the device places; a call to it rings the device.";

/** Returns the text for a terminal: errors first, then each entry object with its routes. Ends with a line break. */
export function routesText(whole: Graph, { colour }: { readonly colour: boolean }): string {
  if (whole.nodes.length === 0) return "Nothing here takes calls or messages.\n";
  const graph = readable(whole);
  const paint = (style: "red" | "yellow" | "bold" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const leaving = Map.groupBy(graph.edges, ({ from }) => from);

  const named = (node: Node, share?: Edge["share"]) => {
    const text = describe(node, share);
    return isBad(node) ? paint("red", text) : text;
  };
  const lines = (node: Node, depth: number, path: readonly string[]): string[] =>
    (leaving.get(node.key) ?? []).flatMap((edge) => {
      const next = nodes.get(edge.to);
      if (!next) return [];
      const arrow = edge.role === "target" ? "→" : "⇢";
      const what = depth === 1 || edge.traffic !== "call" ? `${edge.traffic}: ` : "";
      const isSeen = path.includes(next.key);
      return [
        `${"  ".repeat(depth)}${paint("dim", `${what}${clip(edge.label, LONGEST)} ${arrow}`)} ${named(next, edge.share)}`,
        ...(isSeen ? [] : lines(next, depth + 1, [...path, next.key])),
      ];
    });

  const problems = problemsIn(whole).map((line) => paint(line.startsWith("✗") ? "red" : "yellow", line));
  const types = new Map(whole.nodes.map(({ key, type }) => [key, type]));
  const notes = [
    ...(whole.edges.some(({ from }) => types.get(from) === "SipEndpoint") ? [DIRECTION] : []),
    ...(graph.nodes.length === whole.nodes.length
      ? []
      : [`${count(whole)}, those that go the same way together; \`routes <number>\` shows one.`]),
  ].map((note) => paint("dim", note));
  const blocks = sources(graph).map((node) => {
    const ways = lines(node, 1, [node.key]);
    return [paint("bold", describe(node)), ...(ways.length > 0 ? ways : [paint("dim", `  ${idle(node)}`)])];
  });
  const head = [...problems, ...notes];
  return `${[...head, ...(head.length > 0 ? [""] : []), ...blocks.map((each) => each.join("\n"))].join("\n")}\n`;
}

/**
 * Returns a line such as `phone number +12025550101 "Main line" (line), drifted`. For a group of targets, adds which of them a
 * caller has.
 */
function describe(node: Node, share?: Edge["share"]): string {
  const { name, title, mark, kind, members = [] } = node;
  const { what, label, examples } = boxOf(node);
  const more = members.length > examples.length ? ", …" : "";
  const some = examples.length > 0 ? `: ${examples.map((each) => clip(each, 40)).join(", ")}${more}` : "";
  const which = kind === "document" ? clip(label, LONGEST) : [what, clip(label, LONGEST)].filter(Boolean).join(" ");
  const isTitled = title === undefined ? "" : ` "${clip(title, 40)}"`;
  const isNamed = name === undefined ? "" : ` (${clip(name, 40)})`;
  const isMarked = mark === undefined || kind === "nobody" ? missing(node) : `, ${mark}`;
  const shared = share === undefined ? "" : `each ${share} of `;
  return `${shared}${which}${isTitled}${isNamed}${some}${isMarked}`;
}

/** Returns the words of a box. A group is described by the number of its nodes, and by its first ones. */
export function boxOf({ what, label, host, members = [] }: Node) {
  if (members.length === 0) return { what, label, examples: [] };
  const count = number(members.length);
  return {
    ...(host === undefined ? { what: "", label: `${count} ${what}s` } : { what: `${count} documents at`, label: host }),
    examples: members.slice(0, EXAMPLES).map(exampleOf),
  };
}

const EXAMPLES = 3;

/** For a document in a group of its host, returns the rest of the address. */
function exampleOf({ label, what, host, title, name }: Node): string {
  if (host !== undefined) return label.slice(label.indexOf(host) + host.length) || "/";
  const more = title ?? name;
  return more === undefined ? label || what : `${label} (${more})`;
}

export function isBad({ kind, mark }: Node): boolean {
  return kind === "nobody" || mark === "missing" || mark === "dangling";
}

/** Returns the text beside an edge, for example `message: laml_webhooks ×3`. Calls are not named. */
export function edgeText({ traffic, label, count }: Edge): string {
  return `${traffic === "call" ? "" : `${traffic}: `}${label}${count > 1 ? ` ×${number(count)}` : ""}`;
}

function missing({ kind, mark, unset }: Node): string {
  if (unset !== undefined || mark !== "missing") return "";
  return kind === "group" ? ", which are not there" : ", which is not there";
}

function idle({ column, type = "ClientToken" }: Node): string {
  const { handlers }: Resource = resources[type];
  if (handlers.length === 0) return "no handler names it";
  return column === 0 ? "no handler" : "no handler: its own devices ring";
}

/** Returns a line for each trouble, with the objects that have it. */
function problemsIn({ nodes }: Graph): string[] {
  const found = nodes.flatMap((node) => {
    const { mark, trouble, type } = node;
    const text =
      mark === "missing" ? "missing at the service" : mark === "dangling" ? "refers to a missing object" : "";
    if (type === undefined || (text === "" && !trouble)) return [];
    return [{ node, line: `${trouble?.kind === "none" ? "!" : "✗"} ${text || trouble?.text}` }];
  });
  const alike = [...Map.groupBy(found, ({ line }) => line)].sort(
    ([a], [b]) => Number(a.startsWith("!")) - Number(b.startsWith("!")),
  );
  return alike.map(
    ([line, each]) =>
      `${line}: ${listed(
        each.map(({ node }) => nameOf(node)),
        NAMED,
      )}`,
  );
}

const NAMED = 20;

function nameOf({ label, title, name }: Node): string {
  const more = title ?? name;
  return more === undefined ? clip(label, 60) : `${clip(label, 60)} (${clip(more, 40)})`;
}

function count({ nodes }: Graph): string {
  const objects = nodes.filter(({ type }) => type !== undefined);
  return `${number(objects.length)} objects`;
}
