// A picture of the calls and messages that a change affects, before and after it.

import { type Graph, keyOf, partAround } from "./graph.ts";
import { type KnownObject, scriptIn } from "./objects.ts";
import { chart } from "./renderers/mermaid.ts";

const MOST = 24;

export interface Side {
  readonly graph: Graph;
  readonly objects: readonly KnownObject[];
}

/** Returns a Mermaid chart of what leads to the changed objects, and of where they lead; `undefined` when no route differs. */
export function differenceChart(
  before: Side,
  after: Side,
  titles: readonly [before: string, after: string],
): string | undefined {
  const [old, now] = [before, after].map(routesIn) as [ReturnType<typeof routesIn>, ReturnType<typeof routesIn>];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
  for (const { key, mark } of after.graph.nodes) if (mark === "missing" || mark === "dangling") changed.push(key);
  if (changed.length === 0) return undefined;
  const panels = [before, after].map(({ graph }, at) => ({
    title: titles[at] ?? "",
    graph: partAround(graph, changed),
  }));
  return chart(
    panels.filter(({ graph }) => graph.nodes.length > 0),
    MOST,
  );
}

/** Returns the ways of each object, and its document: another document may have the same ways. */
function routesIn({ graph: { nodes, edges }, objects }: Side): ReadonlyMap<string, string> {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const documents = new Map(objects.map((each) => [keyOf(each.type, each.id), scriptIn(each)?.document]));
  return new Map(
    nodes.flatMap(({ key, type }) => {
      const ways = (leaving.get(key) ?? []).map(({ to, traffic, label }) => [to, traffic, label].join(" "));
      return type === undefined ? [] : [[key, [documents.get(key), ...ways.sort()].join("\n")]];
    }),
  );
}
