import {
  clientToken,
  domainApplication,
  hostedResources,
  type OperationName,
  phoneNumber,
  type Resource,
  resources,
  sipEndpoint,
  sipProfile,
} from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import type { Route } from "../http/route.ts";
import { clientTokenHandlers, type TokenRules } from "./client-token.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import { domainApplicationHandlers } from "./domain-application.ts";
import { phoneNumberHandlers } from "./phone-number.ts";
import { type HostKeeping, scriptHandlers } from "./script.ts";
import { type EndpointKeeping, sipEndpointHandlers } from "./sip-endpoint.ts";
import { sipProfileHandlers } from "./sip-profile.ts";
import { verifiedCallerId } from "./verified-caller-id.ts";

/** Every resource with routes, including those that no program can manage. */
export const apiResources: readonly Resource[] = [...Object.values(resources), verifiedCallerId];

/** The parts of the server that its operations use, and the rules that options change. */
export interface Api extends EndpointKeeping, HostKeeping, TokenRules {
  readonly clock: Clock;
}

/** The resources with more than the common operations. */
const SPECIAL: ReadonlyMap<Resource, (api: Api) => Handlers> = new Map<Resource, (api: Api) => Handlers>([
  [sipEndpoint, sipEndpointHandlers],
  [phoneNumber, phoneNumberHandlers],
  [sipProfile, sipProfileHandlers],
  [clientToken, clientTokenHandlers],
  [domainApplication, domainApplicationHandlers],
  ...hostedResources.map((resource) => [resource, (api: Api) => scriptHandlers(api, resource)] as const),
]);

/** Returns a route for every operation of every resource. */
export function apiRoutes(api: Api): Route[] {
  return apiResources.flatMap((resource) => {
    const handlers = handlersOf(api, resource);
    return Object.entries(resource.operations).map(([name, operation]) => {
      const handler = handlers[name as OperationName];
      if (!handler) throw new Error(`Nothing answers the operation ${name} of a ${resource.title}.`);
      return { ...operation, handler };
    });
  });
}

export function handlersOf(api: Api, resource: Resource): Handlers {
  return SPECIAL.get(resource)?.(api) ?? collectionHandlers(api, resource);
}
