// Routes that the live service documents and this server does not simulate (gap `not-simulated`).

import type { ApiRoute } from "../http/route.ts";
import { apiResources } from "./routes.ts";

/** Other APIs of the service: the first name below /api/. */
const APIS = new Set([
  ...["ai", "calling", "chat", "datasphere", "fabric", "fax", "laml", "logs", "messaging"],
  ...["project", "projects", "pubsub", "video", "voice"],
]);

/** Other objects of this API, and objects with further operations: the first name below /api/relay/rest/. */
const COLLECTIONS = new Set([
  ...["imported_phone_numbers", "lookup", "mfa"],
  ...["phone_numbers", "queues", "recordings", "registry", "short_codes", "verified_caller_ids"],
]);

/** Creation and deletion of objects that this server only lists: a number is bought and released elsewhere. */
const MISSING = apiResources.flatMap(({ operations: { list, read, create, delete: remove } }) => [
  ...(list && !create ? [{ method: "POST", path: patternOf(list.path) }] : []),
  ...(list && read && !remove ? [{ method: "DELETE", path: patternOf(read.path) }] : []),
]);

/** @param isKnown - True when this server has other methods of the path. */
export function isNotSimulated(method: string, url: string, isKnown: boolean): boolean {
  const path = url.split("?", 1)[0] ?? "";
  if (isKnown) return MISSING.some((each) => each.method === method && each.path.test(path));
  const [, api, name = "", rest, collection = ""] = path.split("/");
  if (api !== "api") return false;
  return name === "relay" && rest === "rest" ? COLLECTIONS.has(collection) : APIS.has(name);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace("{id}", "[^/]+")}$`);
}

const SEARCH = "/api/relay/rest/phone_numbers/search";

/** The list of numbers for sale is empty. */
export const numbersForSale: ApiRoute = {
  method: "GET",
  path: SEARCH,
  scope: "Numbers",
  handler: () => ({ status: 200, body: { links: { self: SEARCH, first: SEARCH }, data: [] } }),
};
