import {
  type Body,
  masked,
  type ResourceName,
  resourceNames,
  resources,
  rung,
  type Target,
  type Way,
  waysOf,
} from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { withExtraFields } from "../api/open.ts";
import type { Store } from "../store/store.ts";

/** An object that receives calls or messages, with its ways to other objects. */
export interface Route {
  readonly project: string;
  /** The class of the object. */
  readonly type: ResourceName;
  /** The kind of object: "phone number". */
  readonly title: string;
  readonly id: string;
  /** The phone number, or the endpoint's user name. */
  readonly label: string;
  readonly name: string | null;
  /** True for an object that rings by itself without a handler. */
  readonly isRung: boolean;
  readonly ways: readonly RouteWay[];
}

export interface RouteWay extends Way {
  readonly targets: readonly RouteTarget[];
}

export interface RouteTarget extends Target {
  /** True when the project has no object with that id. */
  readonly isMissing?: true;
}

/** Returns every object with a handler, oldest first, with secrets in addresses masked. */
export function routesOf({ store, extraFields }: { readonly store: Store; readonly extraFields: boolean }): Route[] {
  return store.projects().flatMap((project) => {
    const found = resourceNames.flatMap((type) => {
      const resource = resources[type];
      if (resource.handlers.length === 0) return [];
      const documents = new Documents(withExtraFields(resource, extraFields));
      const all = store.collection(resource).all(project.id);
      return all.map(({ id, document }) => ({
        project: project.id,
        type,
        ...routeOf(type, documents.present(id, document)),
      }));
    });
    const known = new Set(found.map(({ type, id }) => keyOf(type, id)));
    const marked = (target: Target): RouteTarget =>
      target.refersTo === undefined || known.has(keyOf(target.refersTo, target.value))
        ? target
        : { ...target, isMissing: true };
    return found.map((route) => ({
      ...route,
      ways: route.ways.map((way) => ({ ...way, targets: way.targets.map(marked) })),
    }));
  });
}

function routeOf(type: ResourceName, object: Body): Omit<Route, "project" | "type"> {
  const resource = resources[type];
  return {
    title: resource.title,
    id: String(object.id),
    label: String(object[resource.label]),
    name: typeof object.name === "string" ? object.name : null,
    isRung: rung.has(resource),
    ways: masked(waysOf(resource, object)),
  };
}

function keyOf(type: ResourceName, id: string): string {
  return `${type} ${id.toLowerCase()}`;
}
