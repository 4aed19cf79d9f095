// The collection of a kind whose objects belong to a parent. The service lists them below each parent alone. Ids and keys are
// `<parent's id>/<the object's own>`, so each of them names the list that it is in.

import { type Operation, parentOf, type Resource } from "../../contract/index.ts";
import type { Client, Operations } from "./operations.ts";

/** A kind, or the kind below one parent, whose paths contain the parent's id. */
interface BelowParent extends Resource {
  readonly parentId?: string;
}

/** The kind → parent's id → the kind below this parent: lists are remembered by it. */
const below = new WeakMap<Resource, Map<string, BelowParent>>();

/** Returns the parent's id in these paths; undefined for a kind without a parent, and for a kind over all its parents. */
export function parentIdOf({ parentId }: BelowParent): string | undefined {
  return parentId;
}

/** Returns the part of an id that the paths of one object contain. */
export function idInPath({ parent }: Resource, id: string): string {
  return parent === undefined ? id : id.slice(id.indexOf("/") + 1);
}

/** Returns the collection over all parents; undefined for a kind whose paths are complete. */
export function nestedCollection(resource: Resource, client: Client): Operations | undefined {
  const { parent } = resource;
  const parents = parentOf(resource);
  if (parent === undefined || !parents || parentIdOf(resource) !== undefined) return undefined;
  const within = (name: unknown) => client.collection(belowParent(resource, String(name).split("/")[0] ?? ""));
  return {
    create: (body) => within(body[parent]).create(body),
    before: (key) => within(key).before(key),
    read: (id) => within(id).read(id),
    readAgain: (id) => within(id).readAgain(id),
    async *list() {
      for await (const { id } of client.collection(parents).list()) yield* within(id).list();
    },
    find: (key) => within(key).find(key),
    update: (id, body, before) => within(id).update(id, body, before),
    delete: (id) => within(id).delete(id),
  };
}

function belowParent(resource: Resource, given: string): BelowParent {
  const id = given.toLowerCase();
  const known = below.get(resource) ?? new Map<string, BelowParent>();
  below.set(resource, known);
  const complete = ({ path, ...operation }: Operation): Operation => ({
    ...operation,
    path: path.replace(`{${resource.parent}}`, encodeURIComponent(id)),
  });
  const operations = Object.entries(resource.operations).map(([name, operation]) => [name, complete(operation)]);
  const one = known.get(id) ?? { ...resource, parentId: id, operations: Object.fromEntries(operations) };
  known.set(id, one);
  return one;
}
