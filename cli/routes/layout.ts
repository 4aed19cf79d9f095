// Computes positions: columns from left to right, ordered so that few edges cross. An edge that passes a column uses a gap of
// its own.

import type { Edge, Graph, Node } from "./graph.ts";

export interface Box {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Line {
  readonly edge: Edge;
  /** From the right side of a box, through gaps, to the left side of another box. */
  readonly points: readonly Point[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export const WIDTH = 248;
const GAP = { x: 192, y: 14 } as const;
const MARGIN = 16;
/** The height that a passing edge takes in a column. */
const PASSAGE = 16;

interface Slot {
  readonly key: string;
  readonly node?: Node;
  readonly height: number;
}

export function layoutOf({ nodes, edges }: Graph): Layout {
  const columnOf = columnsOf({ nodes, edges });
  // A box needs room for one label for each edge that leaves it.
  const ends = new Map([...Map.groupBy(edges, ({ from }) => from)].map(([key, all]) => [key, all.length]));
  const used = [...new Set(columnOf.values())].sort((a, b) => a - b);
  const place = (key: string) => used.indexOf(columnOf.get(key) ?? 0);
  const ways = edges.map((edge, at) => ({ edge, keys: wayOf(edge, at, place) }));
  const columns: Slot[][] = used.map((column, at) => [
    ...nodes
      .filter(({ key }) => columnOf.get(key) === column)
      .map((node) => ({ key: node.key, node, height: heightOf(node, ends.get(node.key) ?? 0) })),
    ...ways.flatMap(({ edge, keys }) =>
      place(edge.from) < at && at < place(edge.to) ? [{ key: keys[at - place(edge.from)] ?? "", height: PASSAGE }] : [],
    ),
  ]);
  order(
    columns,
    ways.map(({ keys }) => keys),
  );

  const heights = columns.map((slots) => slots.reduce((sum, { height }) => sum + height + GAP.y, -GAP.y));
  const tallest = Math.max(0, ...heights);
  const spots = new Map<string, Box & { readonly key: string }>();
  for (const [at, slots] of columns.entries()) {
    let y = MARGIN + (tallest - (heights[at] ?? 0)) / 2;
    for (const { key, node, height } of slots) {
      spots.set(key, { key, node: node as Node, x: MARGIN + at * (WIDTH + GAP.x), y, height });
      y += height + GAP.y;
    }
  }
  const leaving = portsOf(
    ways.map(({ keys }) => keys[0] ?? ""),
    spots,
    ways.map(({ keys }) => keys[1] ?? ""),
  );
  const arriving = portsOf(
    ways.map(({ keys }) => keys.at(-1) ?? ""),
    spots,
    ways.map(({ keys }) => keys.at(-2) ?? ""),
  );
  return {
    boxes: [...spots.values()].filter(({ node }) => node !== undefined),
    lines: ways.map(({ edge, keys }, at) => ({
      edge,
      points: keys.flatMap((key, step) => pointsOf(spots.get(key), step, keys.length, [leaving[at], arriving[at]])),
    })),
    width: MARGIN * 2 + used.length * WIDTH + Math.max(0, used.length - 1) * GAP.x,
    height: tallest + MARGIN * 2,
  };
}

/** Returns the column of each node: its own, or one further to the right than every node that leads to it without a circle. */
function columnsOf({ nodes, edges }: Graph): Map<string, number> {
  const columns = new Map(nodes.map(({ key, column }) => [key, column as number]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const visited = new Set<string>();
  const onPath = new Set<string>();
  const forward: Edge[] = [];
  // Sorted so that every edge but those of a circle comes after all edges to its start.
  const visit = (key: string) => {
    visited.add(key);
    onPath.add(key);
    const ways = (leaving.get(key) ?? []).filter(({ to }) => !onPath.has(to));
    for (const { to } of ways) if (!visited.has(to)) visit(to);
    onPath.delete(key);
    forward.unshift(...ways);
  };
  for (const { key } of nodes) if (!visited.has(key)) visit(key);
  for (const { from, to } of forward) columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(from) ?? 0) + 1));
  return columns;
}

function heightOf({ name, title, examples, mark }: Node, leaving: number): number {
  const hasMore = [name, title, mark].some((each) => each !== undefined) || examples.length > 0;
  const lines = hasMore ? 3 : 2;
  return Math.max(10 + lines * 16, (leaving + 1) * 15);
}

/** Returns the slots that an edge passes through. */
function wayOf({ from, to }: Edge, at: number, place: (key: string) => number): string[] {
  const passed = Math.max(0, place(to) - place(from) - 1);
  return [from, ...Array.from({ length: passed }, (_, step) => `passage ${at} ${step}`), to];
}

/** Moves each slot to the middle of its neighbours, alternately from the left and from the right. */
function order(columns: Slot[][], ways: readonly (readonly string[])[]): void {
  const neighbours = new Map<string, string[]>();
  for (const way of ways) {
    for (const [at, key] of way.entries()) {
      const known = neighbours.get(key) ?? [];
      known.push(...[way[at - 1], way[at + 1]].filter((each) => each !== undefined));
      neighbours.set(key, known);
    }
  }
  for (let round = 0; round < 6; round += 1) {
    const turns = round % 2 === 0 ? [...columns.keys()] : [...columns.keys()].reverse();
    for (const turn of turns) {
      const rows = new Map(columns.flatMap((slots) => slots.map(({ key }, row) => [key, row / slots.length] as const)));
      const middle = ({ key }: Slot) => {
        const known = (neighbours.get(key) ?? []).flatMap((each) => rows.get(each) ?? []);
        return known.length === 0 ? (rows.get(key) ?? 0) : known.reduce((sum, row) => sum + row, 0) / known.length;
      };
      columns[turn]?.sort((a, b) => middle(a) - middle(b));
    }
  }
}

/** Returns the height at which each edge meets its box. Edges of one box get different points. */
function portsOf(
  ends: readonly string[],
  spots: ReadonlyMap<string, Box>,
  others: readonly string[],
): readonly number[] {
  const shares = new Map<string, number[]>();
  for (const [at, end] of ends.entries()) shares.set(end, [...(shares.get(end) ?? []), at]);
  const ports = ends.map(() => 0);
  for (const [end, members] of shares) {
    const { y = 0, height = 0 } = spots.get(end) ?? {};
    const sorted = members.toSorted(
      (a, b) => (spots.get(others[a] ?? "")?.y ?? 0) - (spots.get(others[b] ?? "")?.y ?? 0),
    );
    for (const [row, member] of sorted.entries()) ports[member] = y + (height * (row + 1)) / (sorted.length + 1);
  }
  return ports;
}

function pointsOf(
  spot: Box | undefined,
  step: number,
  length: number,
  [leaving = 0, arriving = 0]: readonly (number | undefined)[],
): Point[] {
  if (!spot) return [];
  if (step === 0) return [{ x: spot.x + WIDTH, y: leaving }];
  if (step === length - 1) return [{ x: spot.x, y: arriving }];
  const y = spot.y + spot.height / 2;
  return [
    { x: spot.x, y },
    { x: spot.x + WIDTH, y },
  ];
}
