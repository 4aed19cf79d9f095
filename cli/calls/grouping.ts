// Draws many objects as few boxes without adding false routes: boxes merge only when the same callers lead to them.

import { number } from "../../contract/index.ts";
import type { Edge, Graph, Node } from "./graph.ts";

export const READABLE = 60;

/** From this many nodes on, the remaining nodes are merged by kind. */
const MOST = 36;

export function readable(graph: Graph, most = READABLE): Graph {
  return graph.nodes.length <= most ? graph : grouped(graph);
}

export function grouped(graph: Graph): Graph {
  return merged(graph, fewest(graph, likeNodes(graph)));
}

/** Merges objects that have the same ways in and out into one node. */
export function alike(graph: Graph): Graph {
  return merged(graph, likeNodes(graph));
}

type Groups = ReadonlyMap<string, string>;

/** Splits groups until all nodes of a group have the same ways in and out. */
function likeNodes({ nodes, edges }: Graph): Groups {
  const first = nodes.map((node) => [node.key, [node.mark, node.column, node.what, sortOf(node)].join("\n")] as const);
  return split(new Map(first), (groups) => {
    const ways = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
    for (const { from, to, traffic, label, role } of edges) {
      ways.get(from)?.push(["to", traffic, label, role, groups.get(to)].join(" "));
      ways.get(to)?.push(["from", traffic, label, role, groups.get(from)].join(" "));
    }
    return (key) => (ways.get(key) ?? []).sort().join("\n");
  });
}

function sortOf({ host, type, unset, kind }: Node): string {
  return host ?? type ?? unset ?? kind;
}

/** Splits groups until nothing changes. Groups are numbered, because names built from names would grow with each round. */
function split(start: Groups, detailsIn: (groups: Groups) => (key: string) => string): Groups {
  let groups = start;
  for (let count = 0; ; ) {
    const numbers = new Map<string, string>();
    const detailOf = detailsIn(groups);
    const next = new Map<string, string>();
    for (const [key, group] of groups) {
      const text = `${group}\n${detailOf(key)}`;
      if (!numbers.has(text)) numbers.set(text, String(numbers.size));
      next.set(key, numbers.get(text) ?? "");
    }
    groups = next;
    if (numbers.size === count) return groups;
    count = numbers.size;
  }
}

/**
 * Keeps groups with all their destinations while there is room: errors first, then the largest. The remaining nodes merge by
 * kind and by the groups they lead to.
 */
function fewest({ nodes, edges }: Graph, groups: Groups): Groups {
  const members = Map.groupBy(nodes, ({ key }) => groups.get(key) ?? "");
  if (members.size <= MOST) return groups;
  const leaving = Map.groupBy(edges, ({ from }) => groups.get(from) ?? "");
  const closureOf = (group: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(group)) return seen;
    seen.add(group);
    for (const { to } of leaving.get(group) ?? []) closureOf(groups.get(to) ?? "", seen);
    return seen;
  };
  const rankOf = (group: string) => {
    const [node] = members.get(group) ?? [];
    const isBad = node?.mark !== undefined || (leaving.get(group) ?? []).some(({ isBroken }) => isBroken);
    return [isBad ? 0 : 1, node?.column ?? 0, -(members.get(group)?.length ?? 0)] as const;
  };
  const ranked = [...members.keys()].sort((a, b) => {
    const [first, second] = [rankOf(a), rankOf(b)];
    return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
  });
  const kept = new Set<string>();
  for (const group of ranked) {
    const closure = [...closureOf(group)].filter((each) => !kept.has(each));
    if (kept.size + closure.length > MOST) continue;
    for (const each of closure) kept.add(each);
  }
  const start = nodes.map((node) => {
    const group = groups.get(node.key) ?? "";
    return [
      node.key,
      kept.has(group) ? `kept ${group}` : ["rest", node.column, node.what, node.mark].join(" "),
    ] as const;
  });
  // Nodes with different callers stay separate, even when they are otherwise equal.
  return split(new Map(start), (current) => {
    const callers = new Map<string, Set<string>>();
    for (const { from, to } of edges) callers.set(to, (callers.get(to) ?? new Set()).add(current.get(from) ?? ""));
    return (key) => [...(callers.get(key) ?? [])].sort().join(" ");
  });
}

function merged({ nodes, edges }: Graph, groups: Groups): Graph {
  const place = new Map(nodes.map(({ key }, at) => [key, at]));
  // Targets are listed in the order of their callers.
  const callerAt = new Map<string, number>();
  for (const { from, to } of edges)
    callerAt.set(to, Math.min(callerAt.get(to) ?? Number.POSITIVE_INFINITY, place.get(from) ?? 0));
  const orderOf = ({ key }: Node) => callerAt.get(key) ?? place.get(key) ?? 0;
  const members = [...Map.groupBy(nodes, ({ key }) => groups.get(key) ?? "").values()].map((each) =>
    each.toSorted((a, b) => orderOf(a) - orderOf(b)),
  );
  const nodeOf = new Map(members.flatMap((each) => each.map((node) => [node.key, mergedKey(each)] as const)));
  const countOf = new Map(members.map((each) => [mergedKey(each), each.length]));
  const ways = Map.groupBy(edges, ({ from, to, traffic, label, role }) =>
    [nodeOf.get(from), nodeOf.get(to), traffic, label, role].join("\n"),
  );
  return {
    nodes: members.map(mergedNode),
    edges: [...ways.values()].map((all) => mergedEdge(all, nodeOf, countOf)),
  };
}

function mergedKey(members: readonly Node[]): string {
  return members.length === 1 ? (members[0]?.key ?? "") : `group ${members[0]?.key}`;
}

const EXAMPLES = 3;

function mergedNode(members: readonly Node[]): Node {
  const [first] = members as readonly [Node];
  if (members.length === 1) return first;
  const hosts = new Set(members.map(({ host }) => host));
  const { name: _, title: __, host, ...common } = first;
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

/** For a document in a group of its host, returns the rest of the address. */
function exampleOf({ label, what, host, title, name }: Node): string {
  if (host !== undefined) return label.slice(label.indexOf(host) + host.length) || what;
  const more = title ?? name;
  return more === undefined ? label || what : `${label} (${more})`;
}

function mergedEdge(
  all: readonly Edge[],
  nodeOf: ReadonlyMap<string, string>,
  countOf: ReadonlyMap<string, number>,
): Edge {
  const [first] = all as readonly [Edge];
  const [from, to] = [nodeOf.get(first.from) ?? "", nodeOf.get(first.to) ?? ""];
  const [callers, targets] = [countOf.get(from) ?? 1, countOf.get(to) ?? 1];
  const leadsToAll = all.length === callers * targets;
  const share = leadsToAll ? undefined : callers === targets && all.length === callers ? "own" : "one";
  return { ...first, from, to, count: all.length, ...(share && { share }) };
}
