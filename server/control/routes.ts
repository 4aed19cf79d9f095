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
  readonly trouble?: Trouble;
}

/** The reason why calls or messages to an object are not taken. */
export interface Trouble {
  /** `none`: no handler is set. `broken`: the handler's target is missing. */
  readonly kind: "none" | "broken";
  /** A sentence without its full stop. */
  readonly text: string;
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
      return all.map(
        ({ id, document }): Unmarked => ({
          project: project.id,
          type,
          ...routeOf(type, documents.present(id, document)),
        }),
      );
    });
    const known = new Map(found.map((route) => [keyOf(route.type, route.id), route]));
    const marked = (target: Target): RouteTarget =>
      target.refersTo === undefined || known.has(keyOf(target.refersTo, target.value))
        ? target
        : { ...target, isMissing: true };
    const troubleOf = (route: Unmarked): Trouble | undefined => {
      const way = route.ways.find(({ traffic }) => traffic === "call");
      if (way?.handler === null && !route.isRung) return { kind: "none", text: "no handler is set for calls" };
      const [text] = route.ways.flatMap(brokenAt);
      return text === undefined ? undefined : { kind: "broken", text };
    };
    // Only objects without further routes ring, so this recursion ends.
    const brokenAt = ({ traffic, handler, targets, unset }: Way): string[] => {
      const what = traffic === "call" ? "" : `${traffic}s: `;
      if (unset !== undefined) return [`${what}${handler} needs ${unset}, which is not set`];
      return targets.flatMap(({ refersTo, value }) => {
        if (refersTo === undefined) return [];
        const next = known.get(keyOf(refersTo, value));
        if (!next) return [`${what}rings an endpoint that is not there: ${value}`];
        const further = troubleOf(next);
        return further?.kind === "broken" ? [`${what}rings ${next.label}, where ${further.text}`] : [];
      });
    };
    return found.map((route) => {
      const trouble = troubleOf(route);
      const ways = route.ways.map((way) => ({ ...way, targets: way.targets.map(marked) }));
      return { ...route, ways, ...(trouble && { trouble }) };
    });
  });
}

/** A route before its targets are looked up. */
type Unmarked = Omit<Route, "ways" | "trouble"> & { readonly ways: readonly Way[] };

function routeOf(type: ResourceName, object: Body): Omit<Unmarked, "project" | "type"> {
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
