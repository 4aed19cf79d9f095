import { useEffect, useRef, useState } from "preact/hooks";
import type { Lead, Routed as Route } from "../reach/ways.ts";
import type { Server } from "./server.ts";

export type { Lead, Routed as Route } from "../reach/ways.ts";

/** The time for collecting writes, so that a hundred of them cause one request. */
const COLLECTING_MS = 200;

/** Returns all routes, loaded again after writes; undefined before the first answer. */
export function useRoutes(server: Server, writes: number): Routes | undefined {
  const [routes, setRoutes] = useState<Routes>();
  const waiting = useRef(false);
  useEffect(() => {
    if (waiting.current) return;
    waiting.current = true;
    const ask = () => {
      waiting.current = false;
      server.ask<{ routes: Route[] }>("GET", "routes").then(
        (answer) => setRoutes(new Routes(answer.routes)),
        () => {},
      );
    };
    setTimeout(ask, routes === undefined ? 0 : COLLECTING_MS);
  }, [server, writes]);
  return routes;
}

export class Routes {
  /** The objects that can be called. */
  readonly all: readonly Route[];
  readonly projects: number;
  readonly #known: ReadonlyMap<string, Route>;

  constructor(all: readonly Route[]) {
    this.all = all.filter(({ place }) => place !== "document").toSorted((a, b) => BY_LABEL.compare(a.label, b.label));
    this.projects = new Set(all.map(({ project }) => project)).size;
    this.#known = new Map(all.map((route) => [`${route.project} ${route.type} ${route.id}`, route]));
  }

  /** Returns the object at the end of a lead. */
  next({ project }: Route, { type, id }: Lead): Route | undefined {
    return this.#known.get(`${project} ${type} ${id}`);
  }

  named(name: string): Route[] {
    return this.all.filter(({ label, id }) => label === name || id === name);
  }
}

/** Objects of one kind whose calls lead to the same destination. */
export interface RouteGroup {
  /** Its place in the address, and its heading: "phone numbers → SIP endpoints". */
  readonly key: string;
  readonly title: string;
  readonly leadsTo: string;
  readonly isBad: boolean;
  readonly routes: readonly Route[];
}

/** Returns the groups of these routes: first those that do not lead anywhere, then those of numbers, then the largest. */
export function groupsOf(all: readonly Route[]): RouteGroup[] {
  const groups = [...Map.groupBy(all, ({ title, leadsTo }) => `${title}s → ${leadsTo}`)].map(
    ([key, routes]): RouteGroup => {
      const { title, leadsTo, trouble } = routes[0] as Route;
      return { key, title, leadsTo, isBad: trouble !== undefined, routes };
    },
  );
  const rank = ({ isBad, routes: [first] }: RouteGroup) => (isBad ? 0 : 2) + Number(first?.place === "rung");
  return groups.sort((a, b) => rank(a) - rank(b) || b.routes.length - a.routes.length);
}

const BY_LABEL = new Intl.Collator("en", { numeric: true });
