import {
  clientToken,
  type OperationName,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
} from "../../contract/index.ts";
import type { Clock } from "../conditions/clock.ts";
import type { Route } from "../http/route.ts";
import { clientTokenHandlers, type TokenRules } from "./client-token.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import { phoneNumberHandlers } from "./phone-number.ts";
import { served } from "./resources.ts";
import { type EndpointKeeping, sipEndpointHandlers } from "./sip-endpoint.ts";
import { sipProfileHandlers } from "./sip-profile.ts";
import { verifiedCallerId } from "./verified-caller-id.ts";

/** Every resource, those included that no program can manage. */
export const answered: readonly Resource[] = [...served, verifiedCallerId];

/** The parts of the server that its operations use, and the rules that a caller may choose. */
export interface Api extends EndpointKeeping, TokenRules {
  readonly clock: Clock;
}

/** The resources that are more than a plain collection. */
const SPECIAL: ReadonlyMap<Resource, (api: Api) => Handlers> = new Map<Resource, (api: Api) => Handlers>([
  [sipEndpoint, sipEndpointHandlers],
  [phoneNumber, phoneNumberHandlers],
  [sipProfile, sipProfileHandlers],
  [clientToken, clientTokenHandlers],
]);

/** Every operation of every resource. */
export function apiRoutes(api: Api): Route[] {
  return answered.flatMap((resource) => {
    const handlers = SPECIAL.get(resource)?.(api) ?? collectionHandlers(api, resource);
    return Object.entries(resource.operations).map(([name, operation]) => {
      const handler = handlers[name as OperationName];
      if (!handler) throw new Error(`Nothing answers the operation ${name} of a ${resource.title}.`);
      return { ...operation, handler };
    });
  });
}
