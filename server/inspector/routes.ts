import { useEffect, useState } from "preact/hooks";
import type { Route } from "../control/routes.ts";
import type { Server } from "./server.ts";

export type { Route, RouteTarget, RouteWay } from "../control/routes.ts";

/** Milliseconds that writes are waited for, so that a hundred of them are one question. */
const PATIENCE = 200;

/** Where everything leads, asked for again when something was written. */
export function useRoutes(server: Server, writes: number): readonly Route[] {
  const [routes, setRoutes] = useState<readonly Route[]>([]);
  const isFirst = routes.length === 0;
  useEffect(() => {
    const ask = () =>
      server.ask<{ routes: Route[] }>("GET", "routes").then(
        (answer) => setRoutes(answer.routes),
        () => {},
      );
    const timer = setTimeout(ask, isFirst ? 0 : PATIENCE);
    return () => clearTimeout(timer);
  }, [server, writes]);
  return routes;
}
