// The graph of routes: objects are nodes, and the ways between them are edges.

import { type Resource, type ResourceName, resources, SECRET, targeted } from "../../contract/index.ts";
import { wordsOf } from "../../server/calls/hand-over.ts";
import { CLIENT } from "../../server/calls/targets.ts";
import type { Lead, Routed, Trouble } from "../../server/reach/ways.ts";
import { NOT_KNOWN, shownName, shownText, shownValue } from "./hidden-values.ts";
import { type KnownObject, labelOf, type Mark, namedTypes, scriptIn } from "./objects.ts";

/** Column 0 holds numbers, column 1 what numbers ring, column 2 documents, scripts and further destinations. */
type Column = 0 | 1 | 2;

export interface Node {
  readonly key: string;
  readonly kind: "object" | "document" | "thing" | "nobody" | "group";
  readonly column: Column;
  readonly what: string;
  /** The label of the object. Secrets are masked, and no character can act on a terminal. */
  readonly label: string;
  /** The name in the program, when it differs from the label. */
  readonly name?: string;
  /** The service's name for it, when it differs from both. */
  readonly title?: string;
  readonly type?: ResourceName;
  readonly host?: string;
  readonly mark?: Mark;
  readonly trouble?: Trouble;
  readonly unset?: string;
  /** The nodes of a group. */
  readonly members?: readonly Node[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** The kind of traffic: "call", "message". */
  readonly traffic: string;
  /** The handler, the role of the edge ("fallback", "status"), or what a document does ("dials", "contents": goes on with). */
  readonly label: string;
  readonly role: "target" | "fallback" | "status";
  /** True when the edge leads to a missing object, or when the handler lacks its target. */
  readonly isBroken: boolean;
  /** The number of edges that this edge of a grouped graph represents. */
  readonly count: number;
  /** For a group of targets: which of them each caller has. `its own` is one that no other caller has. */
  readonly share?: "its own" | "one" | "some";
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** Puts the graphs of several accounts beside each other. */
export function joined(graphs: readonly Graph[]): Graph {
  return { nodes: graphs.flatMap(({ nodes }) => nodes), edges: graphs.flatMap(({ edges }) => edges) };
}

/** Returns the graph of these ways: objects are nodes, and their leads are edges. */
export function graphOf(routed: readonly Routed[], objects: readonly KnownObject[]): Graph {
  const troubles = new Map(routed.map(({ type, id, trouble }) => [keyOf(type, id), trouble]));
  const nodes = new Map<string, Node>();
  const named = new Map<string, Node>();
  for (const object of objects.filter(takesPart)) {
    const node = objectNode(object, troubles.get(keyOf(object.type, object.id)));
    nodes.set(node.key, node);
    named.set(nameKey(node.what, shownName(object)), node);
    named.set(nameKey(node.what, object.id), node);
  }
  const edges = routed.flatMap(({ type, id, ways }) => {
    const from = keyOf(type, id);
    return ways.flatMap(({ traffic, handler, leads, unset }) => {
      const edge = { from, traffic, count: 1 } as const;
      const drawn = leads.map((lead): Edge => {
        const { role } = lead;
        const known = nodes.get(keyOf(lead.type ?? "", lead.id ?? "")) ?? named.get(nameKey(kindOf(lead), lead.name));
        const to = known ?? leadNode(lead, from);
        nodes.set(to.key, to);
        const isBroken = lead.isMissing === true;
        const label = role === "target" ? (handler ?? role) : role;
        return { ...edge, to: to.key, label, role: SOLID.has(role) ? "target" : (role as Edge["role"]), isBroken };
      });
      if (handler === null || leads.some(({ role }) => role === "target")) return drawn;
      const to = unnamedNode(from, traffic, handler, unset);
      nodes.set(to.key, to);
      return [
        { ...edge, to: to.key, label: handler, role: "target" as const, isBroken: unset !== undefined },
        ...drawn,
      ];
    });
  });
  const sorted = [...nodes.values()].sort(byPlace);
  const place = new Map(sorted.map(({ key }, at) => [key, at]));
  return { nodes: sorted, edges: edges.sort((a, b) => (place.get(a.from) ?? 0) - (place.get(b.from) ?? 0)) };
}

const SOLID: ReadonlySet<Lead["role"]> = new Set(["target", "dials", "contents"]);

/** A token stands for its client. */
function kindOf({ what }: Lead): string {
  return what === CLIENT ? resources.ClientToken.title : what;
}

function nameKey(what: string, name: string): string {
  return `${what}\n${name}`;
}

/**
 * Returns the objects where calls and messages come in: no other object leads to them. Numbers come first; each kind is sorted
 * by label.
 */
export function sources({ nodes, edges }: Graph): Node[] {
  const reached = new Set(edges.map(({ to }) => to));
  return nodes.filter(({ key, type }) => type !== undefined && !reached.has(key)).sort(byPlace);
}

const BY_LABEL = new Intl.Collator("en", { numeric: true });

function byPlace(a: Node, b: Node): number {
  return a.column - b.column || BY_LABEL.compare(a.what, b.what) || BY_LABEL.compare(a.label, b.label);
}

/** Returns the part of the graph that leads to these objects or that calls and messages through them can reach. */
export function partAround({ nodes, edges }: Graph, keys: readonly string[]): Graph {
  const follow = (start: readonly string[], next: (edge: Edge) => readonly [from: string, to: string]) => {
    const seen = new Set(start);
    const ways = Map.groupBy(edges.map(next), ([from]) => from);
    for (const key of seen) for (const [, to] of ways.get(key) ?? []) seen.add(to);
    return seen;
  };
  const after = follow(keys, ({ from, to }) => [from, to]);
  const before = follow(keys, ({ from, to }) => [to, from]);
  return {
    nodes: nodes.filter(({ key }) => after.has(key) || before.has(key)),
    edges: edges.filter(({ from, to }) => (after.has(from) && after.has(to)) || (before.has(from) && before.has(to))),
  };
}

/** Returns the keys of the objects with this label, name or id. For a number, its digits are enough. */
export function keysOf({ nodes }: Graph, name: string): string[] {
  const digits = /^[+\d\s().-]+$/.test(name) ? name.replace(/\D/g, "") : undefined;
  return nodes.flatMap(({ key, type, label, name: inProgram, title }) => {
    if (type === undefined) return [];
    const isNamed = [label, inProgram, title].includes(name) || key === keyOf(type, name);
    return isNamed || (digits !== undefined && label === `+${digits}`) ? [key] : [];
  });
}

function takesPart({ type }: KnownObject): boolean {
  const { handlers, hosted }: Resource = resources[type];
  return handlers.length > 0 || hosted !== undefined || targeted.has(resources[type]) || namedTypes.has(type);
}

/** Returns the key of the node for an object. */
export function keyOf(type: string, id: string): string {
  return `${type} ${id.toLowerCase()}`;
}

function objectNode(object: KnownObject, trouble: Trouble | undefined): Node {
  const { type, id, name, mark, fields } = object;
  const label = shownValue(labelOf(object));
  const title = typeof fields.name === "string" && fields.name !== "" ? shownText(fields.name) : label;
  const column = scriptIn(object) ? 2 : targeted.has(resources[type]) || namedTypes.has(type) ? 1 : 0;
  return {
    ...{ key: keyOf(type, id), kind: "object", column, what: resources[type].title, label, type },
    ...(name === undefined || name === label ? {} : { name: shownText(name) }),
    ...(title === label || title === name ? {} : { title }),
    ...(mark === undefined ? {} : { mark }),
    ...(trouble && { trouble }),
  };
}

/** Returns a node for what is no object of these. */
function leadNode({ what, name, isMissing }: Lead, from: string): Node {
  // Two values that are not shown may be different ones.
  const isShown = name !== SECRET && name !== NOT_KNOWN;
  const node = { key: `${what} ${name}${isShown ? "" : ` of ${from}`}`, column: 2, what, label: name } as const;
  if (isMissing) return { ...node, kind: "nobody", mark: "missing" };
  const host = /^https?:/i.test(name) && URL.canParse(name) ? shownText(new URL(name).host) : undefined;
  return host === undefined ? { ...node, kind: "thing" } : { ...node, kind: "document", host };
}

/** Returns a node for a handler without a target. It is an error when the handler needs one. */
function unnamedNode(from: string, traffic: string, handler: string, unset: string | undefined): Node {
  const node = { column: 2, what: wordsOf(handler) } as const;
  if (unset === undefined) return { ...node, key: `${traffic} ${handler}`, kind: "thing", label: "" };
  return {
    ...{ ...node, key: `${from} ${traffic}`, kind: "nobody", label: `${unset} is not set` },
    ...{ mark: "missing", unset },
  };
}
