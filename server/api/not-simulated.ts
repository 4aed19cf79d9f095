// Routes that the live service documents and this server does not simulate (gap `not-simulated`).

import type { Route } from "../http/route.ts";
import { METHODS, type Method } from "../http/router.ts";

/** Other APIs of the service, and other objects of this API. */
const AREAS = [
  ...["ai", "calling", "chat", "datasphere", "fabric", "fax", "laml", "logs", "messaging"],
  ...["project", "projects", "pubsub", "video", "voice"],
  ...["addresses", "domain_applications", "imported_phone_numbers", "lookup", "mfa"].map(ofRelay),
  ...["number_group_memberships", "number_groups", "queues", "recordings", "registry", "short_codes"].map(ofRelay),
];

/** Missing operations on objects that are simulated. */
const OPERATIONS: readonly (readonly [Method, path: string])[] = [
  ["POST", "phone_numbers"],
  ["DELETE", "phone_numbers/{id}"],
  ["POST", "phone_numbers/{id}/e911_address"],
  ["DELETE", "phone_numbers/{id}/e911_address"],
  ["POST", "verified_caller_ids"],
  ["GET", "verified_caller_ids/{id}"],
  ["PUT", "verified_caller_ids/{id}"],
  ["DELETE", "verified_caller_ids/{id}"],
  ["POST", "verified_caller_ids/{id}/verification"],
  ["PUT", "verified_caller_ids/{id}/verification"],
];

/** Methods and paths; a path that ends with `*` includes all paths below it. */
export const notSimulatedRoutes: readonly (readonly [Method, path: string])[] = [
  ...METHODS.flatMap((method) =>
    AREAS.flatMap((area) => ["", "/*"].map((end) => [method, `/api/${area}${end}`] as const)),
  ),
  ...OPERATIONS.map(([method, path]) => [method, `/api/${ofRelay(path)}`] as const),
];

const SEARCH = "/api/relay/rest/phone_numbers/search";

/** The list of numbers for sale is empty. */
export const numbersForSale: Route = {
  method: "GET",
  path: SEARCH,
  scope: "Numbers",
  handler: () => ({ status: 200, body: { links: { self: SEARCH, first: SEARCH }, data: [] } }),
};

function ofRelay(path: string): string {
  return `relay/rest/${path}`;
}
