import {
  masked,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  rung,
  type Target,
  type Way,
  waysOf,
} from "../../contract/index.ts";
import type { Context } from "../api/context.ts";
import { Documents } from "../api/documents.ts";
import { served } from "../api/open.ts";
import { hostedScript } from "../api/script.ts";
import { wordsOf } from "../calls/hand-over.ts";

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
  /** The destination of its calls, the same for objects that lead alike: `Menu (cXML script)`, `SIP endpoints`, `nobody`. */
  readonly leadsTo: string;
  readonly trouble?: Trouble;
}

/** The reason why calls or messages to an object are not taken. */
export interface Trouble {
  /** `none`: no handler is set. `broken`: the handler's target is missing. */
  readonly kind: "none" | "broken";
  /** A sentence without its full stop. */
  readonly text: string;
}

/** Scripts of the project are named in `fallback` and `statusCallback` too. */
export interface RouteWay extends Way {
  readonly targets: readonly RouteTarget[];
}

export interface RouteTarget extends Target {
  /** The kind of target, and its name: "SIP endpoint" and "desk", "cXML script" and "Menu", "request URL" and the address. */
  readonly what: string;
  readonly name: string;
  /** True when the project has no object with that id. */
  readonly isMissing?: true;
}

/** Returns every object with a handler, oldest first, with secrets in addresses masked. */
export function routesOf(context: Pick<Context, "store" | "extraFields" | "origin">): Route[] {
  const { store, extraFields } = context;
  return store.projects().flatMap((project) => {
    const scriptAt = (url: string) => (URL.canParse(url) ? hostedScript(context, new URL(url))?.party : undefined);
    const inWords = (url: string | null) => {
      const script = url === null ? undefined : scriptAt(url);
      return script ? `${script.what} ${script.name}` : url;
    };
    const named = (target: Target): RouteTarget => {
      const { field, value, refersTo, mayReferElsewhere } = target;
      if (refersTo !== undefined) {
        const resource: Resource = resources[refersTo];
        const next = store.collection(resource).find(project.id, value.toLowerCase());
        if (next || !mayReferElsewhere)
          return {
            ...target,
            what: resource.title,
            name: next ? String(next[resource.label]) : value,
            ...(!next && { isMissing: true }),
          };
      }
      return { ...target, ...(scriptAt(value) ?? { what: wordsOf(field), name: value }) };
    };
    const found = resourceNames.flatMap((type) => {
      const resource: Resource = resources[type];
      if (resource.handlers.length === 0) return [];
      const documents = new Documents(served(resource, extraFields));
      const all = store.collection(resource).all(project.id);
      return all.map(({ id, document }): Unmarked => {
        const object = documents.present(id, document);
        return {
          ...{ project: project.id, type, title: resource.title, id, label: String(object[resource.label]) },
          name: typeof object.name === "string" ? object.name : null,
          isRung: rung.has(resource),
          ways: masked(waysOf(resource, object)).map((way) => ({
            ...{ ...way, targets: way.targets.map(named) },
            ...{ fallback: inWords(way.fallback), statusCallback: inWords(way.statusCallback) },
          })),
        };
      });
    });
    const known = new Map(found.map((route) => [keyOf(route.type, route.id), route]));
    const troubleOf = (route: Unmarked): Trouble | undefined => {
      const way = route.ways.find(({ traffic }) => traffic === "call");
      if (way?.handler === null && !route.isRung) return { kind: "none", text: "no handler is set for calls" };
      const [text] = route.ways.flatMap(brokenAt);
      return text === undefined ? undefined : { kind: "broken", text };
    };
    // Only objects without further routes ring, so this recursion ends.
    const brokenAt = ({ traffic, handler, targets, unset }: RouteWay): string[] => {
      const what = traffic === "call" ? "" : `${traffic}s: `;
      if (unset !== undefined) return [`${what}${handler} needs ${unset}, which is not set`];
      return targets.flatMap(({ refersTo, mayReferElsewhere, value, name, isMissing }) => {
        if (isMissing) return [`${what}rings an endpoint that is not there: ${value}`];
        const next = refersTo === undefined || mayReferElsewhere ? undefined : known.get(keyOf(refersTo, value));
        const further = next && troubleOf(next);
        return further?.kind === "broken" ? [`${what}rings ${name}, where ${further.text}`] : [];
      });
    };
    return found.map((route) => {
      const trouble = troubleOf(route);
      return { ...route, leadsTo: leadsTo(route.ways, trouble), ...(trouble && { trouble }) };
    });
  });
}

function leadsTo(ways: readonly RouteWay[], trouble: Trouble | undefined): string {
  if (trouble) return trouble.kind === "none" ? "nobody" : "a broken route";
  const { handler = null, targets = [] } = ways.find(({ traffic }) => traffic === "call") ?? {};
  const [target] = targets;
  if (handler === null) return "its own devices";
  if (!target) return handler;
  const { refersTo, mayReferElsewhere, value, what, name } = target;
  if (refersTo !== undefined && !mayReferElsewhere) return plural(what);
  if (name !== value) return `${name} (${what})`;
  return URL.canParse(value) && new URL(value).host !== "" ? `webhook ${new URL(value).host}` : handler;
}

/** A route before its end is looked up. */
type Unmarked = Omit<Route, "leadsTo" | "trouble">;

function keyOf(type: ResourceName, id: string): string {
  return `${type} ${id.toLowerCase()}`;
}
