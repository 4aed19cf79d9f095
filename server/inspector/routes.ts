import { useEffect, useRef, useState } from "preact/hooks";
import type { Route, RouteTarget, Trouble } from "../control/routes.ts";
import type { Server } from "./server.ts";

export type { Route, RouteTarget, RouteWay, Trouble } from "../control/routes.ts";

/** Milliseconds for collecting writes, so that a hundred of them cause one request. */
const PATIENCE = 200;

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
    setTimeout(ask, routes === undefined ? 0 : PATIENCE);
  }, [server, writes]);
  return routes;
}

export class Routes {
  readonly all: readonly Route[];
  readonly #known: ReadonlyMap<string, Route>;

  constructor(all: readonly Route[]) {
    this.all = all.toSorted((a, b) => BY_LABEL.compare(a.label, b.label));
    this.#known = new Map(all.map((route) => [`${route.project} ${route.type} ${route.id}`, route]));
  }

  /** Returns the object that a target names by its id. */
  target({ project }: Route, { refersTo, value }: RouteTarget): Route | undefined {
    return this.#known.get(`${project} ${refersTo} ${value.toLowerCase()}`);
  }

  withTrouble(kind: Trouble["kind"]): Route[] {
    return this.all.filter(({ trouble }) => trouble?.kind === kind);
  }

  /** Returns the routes with this number, user name or id. */
  named(name: string): Route[] {
    return this.all.filter(({ label, id }) => label === name || id === name);
  }
}

const BY_LABEL = new Intl.Collator("en", { numeric: true });

/** The default caller. */
export const CALLER = "+12025550177";
