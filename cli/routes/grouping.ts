// What many objects come to: those that go the same way are one node, and documents stand by their hosts.

import { number } from "../../contract/index.ts";
import type { Edge, Graph, Node } from "./graph.ts";

/** Nodes up to which a picture shows each object. */
export const READABLE = 60;

/** The most nodes of one column; what is left of them is one more. */
const MOST = 24;

/** The graph as it is where it can be read, else its groups. */
export function readable(graph: Graph, most = READABLE): Graph {
  return graph.nodes.length <= most ? graph : grouped(graph);
}

export function grouped({ nodes, edges }: Graph): Graph {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const alike = new Map<string, string>();

  const groupOf = (node: Node, path: readonly string[] = []): string => {
    const known = alike.get(node.key);
    if (known !== undefined) return known;
    if (path.includes(node.key)) return node.key;
    const ways = (leaving.get(node.key) ?? []).map(({ to, traffic, label, role }) => {
      const next = byKey.get(to);
      return [traffic, label, role, next ? groupOf(next, [...path, node.key]) : to].join(" ");
    });
    const group = [
      node.mark ?? "",
      node.column,
      node.what,
      node.host ?? node.type ?? kindOf(node),
      ...ways.sort(),
    ].join("\n");
    alike.set(node.key, group);
    return group;
  };

  const groups = [...Map.groupBy(nodes, (node) => groupOf(node)).values()];
  const columns = [...Map.groupBy(groups, ([first]) => first?.column ?? 0).values()];
  const members = columns.flatMap(fewest);
  const nodeOf = new Map(members.flatMap((each) => each.map((node) => [node.key, mergedKey(each)] as const)));
  const merged = Map.groupBy(edges, ({ from, to, traffic, label, role }) =>
    [nodeOf.get(from), nodeOf.get(to), traffic, label, role].join("\n"),
  );
  return {
    nodes: members.map(mergedNode),
    edges: [...merged.values()].map((all) => mergedEdge(all, nodeOf)),
  };
}

/** Things of one sort are one group, and each nobody is a mistake of its own sort. */
function kindOf({ kind, label }: Node): string {
  return kind === "nobody" ? label.replace(/^.*(?= is not set$)/, "") : kind;
}

/** The ones with a mark and the largest stay; of the others those of one sort become one. */
function fewest(groups: readonly Node[][]): Node[][] {
  if (groups.length <= MOST) return [...groups];
  const ranked = groups.toSorted(
    (a, b) => Number(b[0]?.mark !== undefined) - Number(a[0]?.mark !== undefined) || b.length - a.length,
  );
  const rest = ranked.slice(MOST).flat();
  return [...ranked.slice(0, MOST), ...Map.groupBy(rest, ({ what, mark }) => `${what} ${mark ?? ""}`).values()];
}

function mergedKey(members: readonly Node[]): string {
  return members.length === 1 ? (members[0]?.key ?? "") : `group ${members[0]?.key}`;
}

const EXAMPLES = 3;

function mergedNode(members: readonly Node[]): Node {
  const [first] = members as readonly [Node];
  if (members.length === 1) return first;
  const hosts = new Set(members.map(({ host }) => host));
  const { name: _, host, ...common } = first;
  const count = members.reduce((sum, each) => sum + each.count, 0);
  const label = host !== undefined && hosts.size === 1 ? host : `${number(count)} ${first.what}s`;
  return {
    ...common,
    ...{ key: mergedKey(members), kind: "group", label, count },
    what: host !== undefined && hosts.size === 1 ? `${number(count)} documents at` : "",
    members: members.map(({ key }) => key),
    examples: members.slice(0, EXAMPLES).map(exampleOf),
  };
}

/** Of documents that stand by their host the rest of the address. */
function exampleOf({ label, what, host }: Node): string {
  return (host === undefined ? label : label.slice(label.indexOf(host) + host.length)) || what;
}

function mergedEdge(all: readonly Edge[], nodeOf: ReadonlyMap<string, string>): Edge {
  const [first] = all as readonly [Edge];
  return { ...first, from: nodeOf.get(first.from) ?? "", to: nodeOf.get(first.to) ?? "", count: all.length };
}
