import {
  clientToken,
  cxmlApplication,
  domainApplication,
  emergencyAddress,
  hostedResources,
  type OperationName,
  phoneNumber,
  type Resource,
  resources,
  sipEndpoint,
  sipProfile,
  subscriberToken,
  withArticle,
} from "../../contract/index.ts";
import type { ApiRoute } from "../http/route.ts";
import { clientTokenHandlers } from "./client-token.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";
import { cxmlApplicationHandlers } from "./cxml-application.ts";
import { domainApplicationHandlers } from "./domain-application.ts";
import { assignmentRoutes, emergencyAddressHandlers } from "./emergency-address.ts";
import { phoneNumberHandlers } from "./phone-number.ts";
import { scriptHandlers } from "./script.ts";
import { sipEndpointHandlers } from "./sip-endpoint.ts";
import { sipProfileHandlers } from "./sip-profile.ts";
import { subscriberTokenHandlers } from "./subscriber-token.ts";
import { verifiedCallerId } from "./verified-caller-id.ts";

/** Every resource with routes, including those that no program can manage. */
export const apiResources: readonly Resource[] = [...Object.values(resources), verifiedCallerId];

/** The resources with more than the common operations. */
const SPECIAL: ReadonlyMap<Resource, (context: Context) => Handlers> = new Map<
  Resource,
  (context: Context) => Handlers
>([
  [sipEndpoint, sipEndpointHandlers],
  [phoneNumber, phoneNumberHandlers],
  [sipProfile, sipProfileHandlers],
  [clientToken, clientTokenHandlers],
  [subscriberToken, subscriberTokenHandlers],
  [domainApplication, domainApplicationHandlers],
  [cxmlApplication, cxmlApplicationHandlers],
  [emergencyAddress, emergencyAddressHandlers],
  ...hostedResources.map((resource) => [resource, (context: Context) => scriptHandlers(context, resource)] as const),
]);

export function apiRoutes(context: Context): ApiRoute[] {
  const { read } = handlersOf(context, phoneNumber);
  const assignments = read ? assignmentRoutes(context, read) : [];
  const usual = apiResources.flatMap((resource) => {
    const handlers = handlersOf(context, resource);
    return Object.entries(resource.operations).map(([name, operation]) => {
      const handler = handlers[name as OperationName];
      if (!handler) throw new Error(`Nothing answers the operation ${name} of ${withArticle(resource.title)}.`);
      return { ...operation, dialect: resource.dialect, handler };
    });
  });
  return [...usual, ...assignments];
}

export function handlersOf(context: Context, resource: Resource): Handlers {
  return SPECIAL.get(resource)?.(context) ?? collectionHandlers(context, resource);
}
