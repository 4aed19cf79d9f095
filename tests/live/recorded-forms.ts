// The reference server with two habits of the live service (tests/records) that it does not have itself: unknown keys are dropped, and
// scripts may be named under another key.

import {
  acceptedFields,
  hostedResources,
  knownExtraFields,
  nameInBody,
  type Resource,
  resources,
} from "../../contract/index.ts";
import type { ApiRoute } from "../../server/http/route.ts";

/** The key under which scripts are named: as recorded, or as an official description has it. */
export type ScriptKey = "name" | "display_name";

const OTHER_KEY = { type: "validation_error", code: "invalid_parameter", message: "name is not a known parameter" };

/** Returns a change of the routes to those of a service that drops unknown keys, and whose scripts are named under this key. */
export function recordedRoutes(scriptKey: ScriptKey): (route: ApiRoute) => ApiRoute {
  return (route) => {
    const resource = Object.values<Resource>(resources).find(({ operations }) =>
      Object.values(operations).some(({ path }) => path === route.path),
    );
    if (!resource || route.method === "GET") return route;
    const known = new Set(
      (["create", "update"] as const)
        .flatMap((operation) => acceptedFields(resource, operation))
        .flatMap((field) => [field, nameInBody(resource, field)]),
    );
    const isKept = ([name, value]: [string, unknown]) =>
      known.has(name) && !(knownExtraFields(resource).includes(name) && value === null);
    const refusesName = scriptKey === "display_name" && hostedResources.some((each) => each === resource);
    return {
      ...route,
      async handler(call) {
        if (refusesName && call.body.name !== undefined)
          return { status: 422, body: { errors: [{ ...OTHER_KEY, attribute: "name" }] } };
        return route.handler({ ...call, body: Object.fromEntries(Object.entries(call.body).filter(isKept)) });
      },
    };
  };
}
