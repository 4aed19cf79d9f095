// The errors in a graph of routes, as the sentences above its text.

import { clip, listed, number } from "../../contract/index.ts";
import type { Edge, Graph, Node } from "./graph.ts";
import type { Mark } from "./objects.ts";

interface Problem {
  /** `✗` for a route to a missing object, `!` for a number without a route. */
  readonly level: "✗" | "!";
  readonly text: string;
}

const NAMED = 20;

type Verb = readonly [one: string, many: string];

/** The graph must not be grouped. */
export function problemsIn({ nodes, edges }: Graph): Problem[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const broken = edges.flatMap((edge) => {
    const [from, to] = [byKey.get(edge.from), byKey.get(edge.to)];
    return edge.isBroken && from && to ? [{ from, verb: verbOf(edge, to) }] : [];
  });
  const marked = nodes.filter(({ type }) => type !== undefined);
  const silent = nodes
    .filter(({ key, type }) => type === "PhoneNumber" && !leaving.get(key)?.some(({ traffic }) => traffic === "call"))
    .map((node) => (leaving.has(node.key) ? { ...node, title: "messages only" } : node));
  return [
    ...[...Map.groupBy(broken, ({ from, verb: [one] }) => `${from.what} ${one}`).values()].flatMap((all) =>
      sentence(
        "✗",
        all[0]?.verb ?? ["", ""],
        all.map(({ from }) => from),
      ),
    ),
    ...sentence("✗", ["is missing at the service", "are missing at the service"], marked.filter(isMarked("missing"))),
    ...sentence("✗", ["refers to a missing object", "refer to missing objects"], marked.filter(isMarked("dangling"))),
    ...sentence("!", ["has no handler", "have no handler"], silent),
  ];
}

function verbOf({ label }: Edge, { what, unset, label: to }: Node): Verb {
  if (label === "dials") return [`dials ${to}, which no object here has`, `dial ${to}, which no object here has`];
  if (unset !== undefined) return [`has ${label} without ${unset}`, `have ${label} without ${unset}`];
  return [`rings ${article(what)} that is not there`, `ring ${article(what)} that is not there`];
}

function isMarked(mark: Mark): (node: Node) => boolean {
  return (node) => node.mark === mark;
}

/**
 * Returns a sentence such as `3 numbers ring an endpoint that is not there: +12025550102 (Main line), …`. Empty without nodes.
 */
function sentence(level: Problem["level"], [one, many]: Verb, nodes: readonly Node[]): Problem[] {
  const unique = [...new Map(nodes.map((node) => [node.key, node])).values()];
  const [first] = unique;
  if (!first) return [];
  const noun =
    first.type === "PhoneNumber" ? "number" : unique.every(({ what }) => what === first.what) ? first.what : "object";
  const names = listed(unique.map(nameOf), NAMED);
  const subject = unique.length === 1 ? `1 ${noun} ${one}` : `${number(unique.length)} ${noun}s ${many}`;
  return [{ level, text: `${subject}: ${names}` }];
}

function article(what: string): string {
  return what === "SIP endpoint" ? "an endpoint" : `a ${what}`;
}

function nameOf({ label, title, name }: Node): string {
  const more = title ?? name;
  return more === undefined ? clip(label, 60) : `${clip(label, 60)} (${clip(more, 40)})`;
}
