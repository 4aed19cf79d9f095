import {
  clientToken,
  type OperationName,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
} from "../../contract/index.ts";
import type { Route, Service } from "../service.ts";
import { clientTokenHandlers } from "./client-token.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import { phoneNumberHandlers } from "./phone-number.ts";
import { served } from "./resources.ts";
import { sipEndpointHandlers } from "./sip-endpoint.ts";
import { sipProfileHandlers } from "./sip-profile.ts";
import { verifiedCallerId } from "./verified-caller-id.ts";

/** Every resource, those included that no program can manage. */
export const answered: readonly Resource[] = [...served, verifiedCallerId];

/** The resources that are more than a plain collection. */
const SPECIAL: ReadonlyMap<Resource, (service: Service) => Handlers> = new Map<
  Resource,
  (service: Service) => Handlers
>([
  [sipEndpoint, sipEndpointHandlers],
  [phoneNumber, phoneNumberHandlers],
  [sipProfile, sipProfileHandlers],
  [clientToken, clientTokenHandlers],
]);

/** Every operation of every resource. */
export function apiRoutes(service: Service): Route[] {
  return answered.flatMap((resource) => {
    const handlers = SPECIAL.get(resource)?.(service) ?? collectionHandlers(service, resource);
    return Object.entries(resource.operations).map(([name, operation]) => {
      const handler = handlers[name as OperationName];
      if (!handler) throw new Error(`Nothing answers the operation ${name} of a ${resource.title}.`);
      return { ...operation, handler };
    });
  });
}
