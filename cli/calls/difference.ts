// The part of two sets of objects where calls and messages have other routes: a picture of before and after.

import type { Edge, Graph, Node } from "./graph.ts";
import { type KnownObject, type Mark, scriptIn } from "./objects.ts";
import { chart } from "./renderers/mermaid.ts";

const MOST = 24;

export interface Side {
  readonly graph: Graph;
  readonly objects: readonly KnownObject[];
}

/** Returns a Mermaid chart; `undefined` when no route differs. */
export function differenceChart(
  before: Side,
  after: Side,
  titles: readonly [before: string, after: string],
): string | undefined {
  const [old, now] = [before.graph, after.graph];
  const [ways, newWays] = [waysOf(old), waysOf(now)];
  const changed = new Set([...ways.keys(), ...newWays.keys()].filter((key) => ways.get(key) !== newWays.get(key)));
  for (const { key, mark } of now.nodes) if (mark === "missing" || mark === "dangling") changed.add(key);
  for (const key of rewritten(before.objects, after.objects)) changed.add(key);
  if (changed.size === 0) return undefined;
  const panels = [
    { title: titles[0], graph: marked(partOf(old, changed), now, "removed") },
    { title: titles[1], graph: marked(partOf(now, changed), old, "added") },
  ].filter(({ graph }) => graph.nodes.length > 0);
  return chart(panels, MOST);
}

function waysOf({ nodes, edges }: Graph): Map<string, string> {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const wayOf = ({ to, traffic, label, role }: Edge) => [to, traffic, label, role].join(" ");
  return new Map(
    nodes
      .filter(({ type }) => type !== undefined)
      .map(({ key }) => [key, (leaving.get(key) ?? []).map(wayOf).sort().join("\n")]),
  );
}

/** Returns the keys of scripts with other contents. Their ways may be the same. */
function rewritten(before: readonly KnownObject[], after: readonly KnownObject[]): string[] {
  const old = new Map(before.map((each) => [`${each.type} ${each.id}`, scriptIn(each)?.document]));
  return after.flatMap((each) => {
    const key = `${each.type} ${each.id}`;
    return old.get(key) !== undefined && old.get(key) !== scriptIn(each)?.document ? [key] : [];
  });
}

/** Returns the changed objects, their destinations, and everything that leads to them or to missing objects. */
function partOf({ nodes, edges }: Graph, changed: ReadonlySet<string>): Graph {
  const missing = nodes.filter(({ mark }) => mark === "missing").map(({ key }) => key);
  const leading = new Set([...changed, ...missing]);
  // A set is walked up to what was added meanwhile.
  for (const key of leading) for (const { from, to } of edges) if (to === key) leading.add(from);
  const kept = edges.filter(({ from, to }) => changed.has(from) || leading.has(to));
  const keys = new Set([...changed, ...kept.flatMap(({ from, to }) => [from, to])]);
  return { nodes: nodes.filter(({ key }) => keys.has(key)), edges: kept };
}

function marked(part: Graph, other: Graph, mark: Mark): Graph {
  const there = new Set(other.nodes.map(({ key }) => key));
  const withMark = (node: Node) =>
    node.type === undefined || node.mark !== undefined || there.has(node.key) ? node : { ...node, mark };
  return { ...part, nodes: part.nodes.map(withMark) };
}
