import type { Graph } from "../graph.ts";

/** Returns every node and edge, without groups. */
export function routesJson({ nodes, edges }: Graph): string {
  // Keys contain addresses, which may hold secrets.
  const ids = new Map(nodes.map(({ key }, at) => [key, `n${at}`]));
  const shown = {
    nodes: nodes.map(({ key, kind, what, label, name, host, mark, trouble }) => {
      return { id: ids.get(key), kind, what, label, name, host, mark, trouble: trouble?.text };
    }),
    edges: edges.map(({ from, to, traffic, label, role, isBroken }) => {
      return { from: ids.get(from), to: ids.get(to), traffic, label, role, isBroken };
    }),
  };
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}
