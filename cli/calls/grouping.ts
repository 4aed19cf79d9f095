// Draws many objects as few boxes without adding false routes: objects share a box only when they have the same ways in and out.

import type { Edge, Graph, Node } from "./graph.ts";

export const READABLE = 60;

/** Graphs up to this many nodes show each object. */
export function readable(graph: Graph, most = READABLE): Graph {
  return graph.nodes.length <= most ? graph : merged(graph, likeNodes(graph));
}

/** Node → its group. */
type Groups = ReadonlyMap<string, string>;

/** Splits groups until all nodes of a group have the same ways in and out. */
function likeNodes({ nodes, edges }: Graph): Groups {
  let groups: Groups = new Map(
    nodes.map((node) => [node.key, [node.mark, node.column, node.what, sortOf(node)].join("\n")] as const),
  );
  for (let count = 0; ; ) {
    const ways = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
    for (const { from, to, traffic, label } of edges) {
      ways.get(from)?.push(["to", traffic, label, groups.get(to)].join(" "));
      ways.get(to)?.push(["from", traffic, label, groups.get(from)].join(" "));
    }
    // Groups are numbered, because names built from names would grow with each round.
    const numbers = new Map<string, string>();
    const next = new Map<string, string>();
    for (const [key, group] of groups) {
      const text = [group, ...(ways.get(key) ?? []).sort()].join("\n");
      if (!numbers.has(text)) numbers.set(text, String(numbers.size));
      next.set(key, numbers.get(text) ?? "");
    }
    groups = next;
    if (numbers.size === count) return groups;
    count = numbers.size;
  }
}

function sortOf({ host, type, unset, kind }: Node): string {
  return host ?? type ?? unset ?? kind;
}

function merged({ nodes, edges }: Graph, groups: Groups): Graph {
  const place = new Map(nodes.map(({ key }, at) => [key, at]));
  // Targets are listed in the order of their callers.
  const callerAt = new Map<string, number>();
  const orderOf = (key: string) => callerAt.get(key) ?? place.get(key) ?? 0;
  for (const { from, to } of edges)
    callerAt.set(to, Math.min(callerAt.get(to) ?? Number.POSITIVE_INFINITY, orderOf(from)));
  const all = [...Map.groupBy(nodes, ({ key }) => groups.get(key) ?? "").values()].map((members) =>
    mergedNode(members.toSorted((a, b) => orderOf(a.key) - orderOf(b.key))),
  );
  const nodeOf = new Map(all.flatMap((node) => (node.members ?? [node]).map(({ key }) => [key, node] as const)));
  const ways = Map.groupBy(edges, ({ from, to, traffic, label }) =>
    [nodeOf.get(from)?.key, nodeOf.get(to)?.key, traffic, label].join("\n"),
  );
  return { nodes: all, edges: [...ways.values()].map((each) => mergedEdge(each, nodeOf)) };
}

function mergedNode(members: readonly Node[]): Node {
  const [first] = members as readonly [Node];
  if (members.length === 1) return first;
  const { name: _, title: __, ...common } = first;
  return { ...common, key: `group ${first.key}`, kind: "group", members };
}

function mergedEdge(all: readonly Edge[], nodeOf: ReadonlyMap<string, Node>): Edge {
  const [first] = all as readonly [Edge];
  const [from, to] = [first.from, first.to].map((key) => nodeOf.get(key));
  const [callers, targets] = [from, to].map((node) => node?.members?.length ?? 1);
  const leadsToAll = all.length === (callers ?? 1) * (targets ?? 1);
  const single = callers === targets ? "its own" : "one";
  const share = leadsToAll ? undefined : all.length === callers ? single : "some";
  return { ...first, from: from?.key ?? "", to: to?.key ?? "", count: all.length, ...(share && { share }) };
}
