// The provider objects of all resources for one run.

import { type Resource, type ResourceName, resources, withArticle } from "../contract/index.ts";
import { created } from "./lifecycle/created.ts";
import { defineProvider, type ResourceProvider } from "./lifecycle/define.ts";
import type { Lifecycle } from "./lifecycle/lifecycle.ts";
import { clientTokenLifecycle } from "./resources/client-token.ts";
import { phoneNumberLifecycle } from "./resources/phone-number.ts";
import { sipEndpointLifecycle } from "./resources/sip-endpoint.ts";
import { sipProfileLifecycle } from "./resources/sip-profile.ts";
import { subscriberTokenLifecycle } from "./resources/subscriber-token.ts";
import type { Run } from "./run/run.ts";

export type Providers = { readonly [Name in Uncapitalize<ResourceName>]: ResourceProvider };

/** The kinds that differ from objects that a program creates, changes and deletes. */
const LIFECYCLES: { readonly [Name in ResourceName]?: Lifecycle } = {
  SipEndpoint: sipEndpointLifecycle,
  PhoneNumber: phoneNumberLifecycle,
  ClientToken: clientTokenLifecycle,
  SubscriberToken: subscriberTokenLifecycle,
  SipProfile: sipProfileLifecycle,
};

export function openProviders(run: Run): Providers {
  const providers = Object.entries<Resource>(resources).map(([name, resource]) => {
    const lifecycle = LIFECYCLES[name as ResourceName] ?? createdLifecycle(resource);
    return [resource.kind, defineProvider(lifecycle, run)];
  });
  return Object.fromEntries(providers) as Providers;
}

function createdLifecycle(resource: Resource): Lifecycle {
  if (resource.operations.create && resource.operations.delete) return created(resource);
  throw new Error(
    `Programs do not create and delete ${withArticle(resource.title)}: list its lifecycle in provider/providers.ts.`,
  );
}
