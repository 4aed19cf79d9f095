import { useEffect, useRef, useState } from "preact/hooks";
import type { Route, RouteTarget, RouteWay } from "../control/routes.ts";
import type { Server } from "./server.ts";

export type { Route, RouteTarget, RouteWay } from "../control/routes.ts";

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

/** The reason why calls to an object are not taken. */
export interface Trouble {
  /** `none`: no handler is set. `broken`: the handler's target is missing. */
  readonly kind: "none" | "broken";
  /** A sentence without its full stop. */
  readonly text: string;
}

export class Routes {
  readonly all: readonly Route[];
  readonly #known: ReadonlyMap<string, Route>;
  readonly #troubles: ReadonlyMap<Route, Trouble>;

  constructor(all: readonly Route[]) {
    this.all = all.toSorted((a, b) => BY_LABEL.compare(a.label, b.label));
    this.#known = new Map(all.map((route) => [`${route.project} ${route.type} ${route.id}`, route]));
    this.#troubles = new Map(
      this.all.flatMap((route) => {
        const trouble = this.#find(route);
        return trouble ? [[route, trouble] as const] : [];
      }),
    );
  }

  /** Returns the object that a target names by its id. */
  target({ project }: Route, { refersTo, value }: RouteTarget): Route | undefined {
    return this.#known.get(`${project} ${refersTo} ${value.toLowerCase()}`);
  }

  trouble(route: Route): Trouble | undefined {
    return this.#troubles.get(route);
  }

  withTrouble(kind: Trouble["kind"]): Route[] {
    return this.all.filter((route) => this.trouble(route)?.kind === kind);
  }

  /** Returns the routes with this number, user name or id. */
  named(name: string): Route[] {
    return this.all.filter(({ label, id }) => label === name || id === name);
  }

  #find(route: Route): Trouble | undefined {
    const way = route.ways.find(({ traffic }) => traffic === "call");
    if (way?.handler === null && !route.isRung) return { kind: "none", text: "no handler is set for calls" };
    const broken = route.ways.map((each) => this.#brokenAt(route, each)).find((text) => text !== undefined);
    return broken === undefined ? undefined : { kind: "broken", text: broken };
  }

  #brokenAt(route: Route, { traffic, handler, targets, unset }: RouteWay): string | undefined {
    const what = traffic === "call" ? "" : `${traffic}s: `;
    if (unset !== undefined) return `${what}${handler} needs ${unset}, which is not set`;
    for (const target of targets) {
      if (target.isMissing) return `${what}rings an endpoint that is not there: ${target.value}`;
      const next = this.target(route, target);
      const further = next && this.#find(next);
      if (further?.kind === "broken") return `${what}rings ${next?.label}, where ${further.text}`;
    }
    return undefined;
  }
}

const BY_LABEL = new Intl.Collator("en", { numeric: true });

/** The default caller. */
export const CALLER = "+12025550177";
