// The graph of routes: objects are nodes, and the ways between them are edges.

import {
  type HandlerTable,
  isSingle,
  masked,
  type ResourceName,
  resources,
  rung,
  SECRET,
  type Target,
  targeted,
  visible,
  type Way,
  waysOf,
} from "../../contract/index.ts";
import { dialledIn, projectUsernameIn } from "./dialled.ts";
import { type KnownObject, labelOf, type Mark, namedTypes, scriptIn } from "./objects.ts";

/** Column 0 holds numbers and clients, column 1 what numbers ring, column 2 documents, scripts and further destinations. */
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
  readonly unset?: string;
  readonly count: number;
  readonly examples: readonly string[];
  readonly members?: readonly string[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** The kind of traffic: "call", "message". */
  readonly traffic: string;
  /** The handler, the role of the edge ("fallback", "status"), or what a script does: "contents" names a script, "dials". */
  readonly label: string;
  readonly role: "target" | "fallback" | "status";
  /** True when the edge leads to a missing object, or when the handler lacks its target. */
  readonly isBroken: boolean;
  /** The number of edges that this edge of a grouped graph represents. */
  readonly count: number;
  /** For a group of targets: `own` when each caller has a target of its own, `one` when each has one of them. */
  readonly share?: "own" | "one";
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** @param isWhole True when these are all objects of the project, so that any other id is missing. */
export function graphOf(objects: readonly KnownObject[], { isWhole }: { readonly isWhole: boolean }): Graph {
  const shown = objects.filter(takesPart);
  const byKey = new Map(shown.map((each) => [keyOf(each.type, each.id), each]));
  const byAddress = new Map(
    shown.flatMap((each) => {
      const { address = "" } = scriptIn(each) ?? {};
      // A secret address leads nowhere.
      return URL.canParse(address) ? [[address, each] as const] : [];
    }),
  );
  const byLabel = new Map(shown.map((each) => [keyOf(each.type, labelOf(each)), each]));
  const nodes = new Map(shown.map((each) => [keyOf(each.type, each.id), objectNode(each)]));
  const edges: Edge[] = [];

  const documentNode = (field: string, value: string): Node => {
    // The fragment of a handler's address sets time-outs.
    const script = byAddress.get(value.replace(/#.*/, ""));
    return script ? (nodes.get(keyOf(script.type, script.id)) as Node) : thingNode(field, value);
  };
  const nodeFor = ({ field, value, refersTo, mayReferElsewhere, namesOne }: Target): Node => {
    if (refersTo !== undefined) {
      const found = byKey.get(keyOf(refersTo, value)) ?? byKey.get(keyOf(refersTo, value.toLowerCase()));
      if (found) return nodes.get(keyOf(found.type, found.id)) as Node;
      if (!mayReferElsewhere) return unknownNode(refersTo, value, isWhole);
    }
    const found = namesOne && byLabel.get(keyOf(namesOne, value));
    if (found) return { ...(nodes.get(keyOf(found.type, found.id)) as Node), column: 1 };
    return documentNode(field, value);
  };
  const connect = (from: KnownObject, named: Node, edge: Pick<Edge, "traffic" | "label" | "role">) => {
    // Two secret addresses may be different ones.
    const isSecret = named.kind === "thing" && named.label === SECRET;
    const to = isSecret ? { ...named, key: `${named.key} of ${keyOf(from.type, from.id)}` } : named;
    nodes.set(to.key, to);
    const isBroken = to.kind === "nobody" || to.mark === "missing";
    edges.push({ from: keyOf(from.type, from.id), to: to.key, ...edge, isBroken, count: 1 });
  };

  const domains = objects.filter(({ type }) => isSingle(resources[type])).map(labelOf);
  /** Finds the object that a document dials. The same user name in another domain is another endpoint. */
  const dialledObject = (to: string): KnownObject | undefined => {
    const user = to.startsWith("+") ? to : projectUsernameIn(to.replace(/^client:/, ""), domains);
    return shown.find((each) => user !== undefined && isDialled(each.type, user) && labelOf(each) === user);
  };

  for (const object of shown) {
    for (const way of waysOf(resources[object.type], object.fields)) {
      const { traffic, handler, targets, fallback, statusCallback } = way;
      if (handler === null) continue;
      const named = targets.map(nodeFor);
      for (const node of named.length > 0 ? named : [unnamedNode(object, way)])
        connect(object, node, { traffic, role: "target", label: handler });
      if (fallback !== null)
        connect(object, documentNode("fallback_url", fallback), { traffic, role: "fallback", label: "fallback" });
      if (statusCallback !== null)
        connect(object, thingNode("status_callback_url", statusCallback), { traffic, role: "status", label: "status" });
    }
    const traffic = object.fields.script_type === "messaging" ? "message" : "call";
    const { document = "" } = scriptIn(object) ?? {};
    for (const [address, script] of byAddress)
      if (script !== object && document.includes(address))
        connect(object, documentNode("", address), { traffic, role: "target", label: "contents" });
    const dialled = dialledIn(object).map((to) => [to, dialledObject(to)] as const);
    for (const found of new Set(dialled.flatMap(([, each]) => each ?? [])))
      connect(object, nodes.get(keyOf(found.type, found.id)) as Node, { traffic, role: "target", label: "dials" });
    for (const [to, found] of dialled)
      if (!found && projectUsernameIn(to, domains) !== undefined)
        connect(object, undialledNode(to), { traffic, role: "target", label: "dials" });
  }
  const sorted = [...nodes.values()].sort(byPlace);
  const place = new Map(sorted.map(({ key }, at) => [key, at]));
  return { nodes: sorted, edges: edges.sort((a, b) => (place.get(a.from) ?? 0) - (place.get(b.from) ?? 0)) };
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
    const isNamed = [label, inProgram, title, key.slice(type.length + 1)].includes(name);
    return isNamed || (digits !== undefined && label === `+${digits}`) ? [key] : [];
  });
}

export function handlersOf(type: ResourceName): readonly HandlerTable[] {
  return resources[type].handlers;
}

function takesPart(object: KnownObject): boolean {
  const { type } = object;
  const isNamed = targeted.has(resources[type]) || namedTypes.has(type);
  return isNamed || handlersOf(type).length > 0 || scriptIn(object) !== undefined;
}

/** True for a class whose objects are dialled by their label: numbers by E.164, endpoints and clients by their name. */
function isDialled(type: ResourceName, to: string): boolean {
  return to.startsWith("+") ? handlersOf(type).length > 0 : rung.has(resources[type]) || namedTypes.has(type);
}

function keyOf(type: ResourceName, id: string): string {
  return `${type} ${id}`;
}

const ONE = { count: 1, examples: [] } as const;

function objectNode(object: KnownObject): Node {
  const { type, id, name, mark, fields } = object;
  const label = shownText(labelOf(object));
  const title = typeof fields.name === "string" && fields.name !== "" ? shownText(fields.name) : label;
  const column = scriptIn(object) ? 2 : targeted.has(resources[type]) ? 1 : 0;
  return {
    ...{ ...ONE, key: keyOf(type, id), kind: "object", column, what: resources[type].title, label, type },
    ...(name === undefined || name === label ? {} : { name: shownText(name) }),
    ...(title === label || title === name ? {} : { title }),
    ...(mark === undefined ? {} : { mark }),
  };
}

function unknownNode(type: ResourceName, id: string, isWhole: boolean): Node {
  const node = { ...ONE, key: keyOf(type, id), column: 1, what: resources[type].title, label: shownText(id) } as const;
  return isWhole ? { ...node, kind: "nobody", mark: "missing" } : { ...node, kind: "thing" };
}

function undialledNode(to: string): Node {
  const what = "address";
  return { ...ONE, key: `${what} ${to}`, kind: "nobody", mark: "missing", column: 2, what, label: shownText(to) };
}

function thingNode(wire: string, value: string): Node {
  const what = spelled(wire.replace(/^(?:call|message)_/, "").replace(/_(?:id|url)$/, ""));
  const node = { ...ONE, column: 2, label: shownText(value) } as const;
  const host = hostOf(value);
  if (host === undefined) return { ...node, key: `${what} ${value}`, kind: "thing", what };
  return { ...node, key: value, kind: "document", what: "document", host };
}

function hostOf(value: string): string | undefined {
  return /^https?:/i.test(value) && URL.canParse(value) ? shownText(new URL(value).host) : undefined;
}

/** Returns a node for a handler without a target. It is an error when the handler needs one. */
function unnamedNode({ type, id }: KnownObject, { field, handler, unset }: Way): Node {
  const node = { ...ONE, column: 2, what: spelled(handler ?? "") } as const;
  if (unset === undefined) return { ...node, key: `${field} ${handler}`, kind: "thing", label: "" };
  const label = `${unset} is not set`;
  return { ...node, key: `${keyOf(type, id)} ${field}`, kind: "nobody", label, mark: "missing", unset };
}

const SPELLINGS: { readonly [word: string]: string } = {
  laml: "LaML",
  ai: "AI",
  relay: "Relay",
  sip: "SIP",
  verto: "Verto",
};

function spelled(words: string): string {
  return visible(words)
    .split("_")
    .map((word) => SPELLINGS[word] ?? word)
    .join(" ");
}

function shownText(text: string): string {
  return visible(masked(text));
}
