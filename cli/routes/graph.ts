// Who hands over to whom: objects, and what their handlers name, as nodes and edges.

import {
  type HandlerTable,
  isGiven,
  masked,
  own,
  type Resource,
  type ResourceName,
  resources,
  roleOf,
  rung,
  targetFields,
  visible,
} from "../../contract/index.ts";
import { type KnownObject, labelOf, type Mark, namedTypes } from "./objects.ts";

/** Numbers and clients, what numbers ring, and what is asked or handed over to. */
export type Column = 0 | 1 | 2;

export interface Node {
  readonly key: string;
  readonly kind: "object" | "document" | "thing" | "nobody" | "group";
  readonly column: Column;
  /** What it is: "phone number". */
  readonly what: string;
  /** Which one it is, secrets masked and nothing in it that could act. */
  readonly label: string;
  /** The name in the program, where it is not the label. */
  readonly name?: string;
  readonly type?: ResourceName;
  /** Where a document is fetched. */
  readonly host?: string;
  readonly mark?: Mark;
  /** How many objects it stands for. */
  readonly count: number;
  /** Some of them, for a group. */
  readonly examples: readonly string[];
  /** The keys of all of them, for a group. */
  readonly members?: readonly string[];
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** What comes this way: "call", "message". */
  readonly traffic: string;
  /** The handler, or what the way is for: "fallback", "status". */
  readonly label: string;
  readonly role: "target" | "fallback" | "status";
  /** It leads to nobody. */
  readonly isBroken: boolean;
  readonly count: number;
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

export interface GraphOptions {
  /** Whether these are all objects of the project, so that what is not among them is not there. */
  readonly isWhole: boolean;
}

export function graphOf(objects: readonly KnownObject[], { isWhole }: GraphOptions): Graph {
  const shown = objects.filter(({ type }) => takesPart(type));
  const byKey = new Map(shown.map((each) => [keyOf(each.type, each.id), each]));
  const byLabel = new Map(shown.map((each) => [keyOf(each.type, labelOf(each)), each]));
  const nodes = new Map(shown.map((each) => [keyOf(each.type, each.id), objectNode(each)]));
  const edges: Edge[] = [];

  const target = (object: KnownObject, wire: string, value: string): Node => {
    const { refersTo, namesOne } = own<Resource["fields"][string]>(resources[object.type].fields, wire) ?? {};
    if (refersTo !== undefined && isResourceName(refersTo)) {
      const found = byKey.get(keyOf(refersTo, value)) ?? byKey.get(keyOf(refersTo, value.toLowerCase()));
      return found ? (nodes.get(keyOf(found.type, found.id)) as Node) : strangerNode(refersTo, value, isWhole);
    }
    if (namesOne !== undefined && isResourceName(namesOne)) {
      const found = byLabel.get(keyOf(namesOne, value));
      if (found) return { ...(nodes.get(keyOf(found.type, found.id)) as Node), column: 1 };
    }
    return thingNode(wire, value);
  };
  const connect = (from: KnownObject, to: Node, edge: Pick<Edge, "traffic" | "label" | "role">) => {
    nodes.set(to.key, to);
    const isBroken = to.kind === "nobody" || to.mark === "missing";
    edges.push({ from: keyOf(from.type, from.id), to: to.key, ...edge, isBroken, count: 1 });
  };

  for (const object of shown) {
    for (const table of handlersOf(object.type)) {
      const handler = object.fields[table.field];
      if (typeof handler !== "string") continue;
      const traffic = trafficOf(table);
      const used = usedFields(table, handler, object);
      for (const wire of used) {
        const role = roleOf(wire);
        const value = object.fields[wire];
        if (role === "method" || typeof value !== "string") continue;
        connect(object, target(object, wire, value), { traffic, role, label: role === "target" ? handler : role });
      }
      if (used.some((wire) => roleOf(wire) === "target" && isGiven(object.fields[wire]))) continue;
      connect(object, unnamedNode(object, table, handler), { traffic, role: "target", label: handler });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

/** Those that no other hands over to: where a call or message comes in. */
export function sources({ nodes, edges }: Graph): Node[] {
  const reached = new Set(edges.map(({ to }) => to));
  return nodes.filter(({ key, type }) => type !== undefined && !reached.has(key)).sort((a, b) => a.column - b.column);
}

/** What comes under a table of handlers: "call" of `call_handler`. */
export function trafficOf({ field }: HandlerTable): string {
  return field.replace(/_handler$/, "");
}

export function handlersOf(type: ResourceName): readonly HandlerTable[] {
  return resources[type].handlers;
}

function isResourceName(name: string): name is ResourceName {
  return Object.hasOwn(resources, name);
}

/** What has a handler, or is what another's handler names. */
function takesPart(type: ResourceName): boolean {
  return handlersOf(type).length > 0 || rung.has(resources[type]) || namedTypes.has(type);
}

function keyOf(type: ResourceName, id: string): string {
  return `${type} ${id}`;
}

function objectNode(object: KnownObject): Node {
  const { type, id, name, mark } = object;
  const label = shownText(labelOf(object));
  const column = rung.has(resources[type]) ? 1 : 0;
  return {
    ...{
      key: keyOf(type, id),
      kind: "object",
      column,
      what: resources[type].title,
      label,
      type,
      count: 1,
      examples: [],
    },
    ...(name === undefined || name === label ? {} : { name: shownText(name) }),
    ...(mark === undefined ? {} : { mark }),
  };
}

/** Of a handler that the specification does not list, whatever goes with its kind of traffic. */
function usedFields(table: HandlerTable, handler: string, { type, fields }: KnownObject): readonly string[] {
  const known = own(table.cases, handler);
  const extra = Object.keys(fields).filter(
    (wire) => wire.startsWith(`${trafficOf(table)}_`) && wire.includes(handler.replace(/^relay_/, "")),
  );
  const names = known ? [...known.uses] : extra.filter((wire) => wire !== table.field);
  // The loser of two names holds nothing.
  return names.filter((wire) => !own<Resource["fields"][string]>(resources[type].fields, wire)?.aliasOf);
}

function strangerNode(type: ResourceName, id: string, isWhole: boolean): Node {
  const node = {
    key: keyOf(type, id),
    column: 1,
    what: resources[type].title,
    label: shownText(id),
    count: 1,
  } as const;
  return isWhole
    ? { ...node, kind: "nobody", mark: "missing", examples: [] }
    : { ...node, kind: "thing", examples: [] };
}

/** A document at its address, or something that goes by a name or an id. */
function thingNode(wire: string, value: string): Node {
  const what = spelled(wire.replace(/^(?:call|message)_/, "").replace(/_(?:id|url)$/, ""));
  const label = shownText(value);
  const host = hostOf(value);
  if (host === undefined)
    return { key: `${what} ${value}`, kind: "thing", column: 2, what, label, count: 1, examples: [] };
  return { key: value, kind: "document", column: 2, what: "document", label, host, count: 1, examples: [] };
}

function hostOf(value: string): string | undefined {
  return /^https?:/i.test(value) && URL.canParse(value) ? shownText(new URL(value).host) : undefined;
}

/** Somebody is meant and nobody named, or the handler needs no name. */
function unnamedNode({ type, id }: KnownObject, table: HandlerTable, handler: string): Node {
  const needed = targetFields(table, handler);
  const node = { column: 2, what: spelled(handler), count: 1, examples: [] } as const;
  if (needed.length === 0) return { ...node, key: `${table.field} ${handler}`, kind: "thing", label: "" };
  const label = `${needed[0]} is not set`;
  return { ...node, key: `${keyOf(type, id)} ${table.field}`, kind: "nobody", label, mark: "missing" };
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
