// The provider objects of all resources for one run.

import { cxmlScript, domainApplication, type ResourceName, swmlScript } from "../contract/index.ts";
import { created } from "./lifecycle/created.ts";
import { defineProvider, type ResourceProvider } from "./lifecycle/define.ts";
import { clientTokenLifecycle } from "./resources/client-token.ts";
import { phoneNumberLifecycle } from "./resources/phone-number.ts";
import { sipEndpointLifecycle } from "./resources/sip-endpoint.ts";
import { sipProfileLifecycle } from "./resources/sip-profile.ts";
import type { Run } from "./run.ts";

/** Keyed by resource; a missing resource of the registry is a type error. */
export type Providers = { readonly [Name in Uncapitalize<ResourceName>]: ResourceProvider };

export function openProviders(run: Run): Providers {
  return {
    sipEndpoint: defineProvider(sipEndpointLifecycle, run),
    phoneNumber: defineProvider(phoneNumberLifecycle, run),
    clientToken: defineProvider(clientTokenLifecycle, run),
    sipProfile: defineProvider(sipProfileLifecycle, run),
    domainApplication: defineProvider(created(domainApplication), run),
    cxmlScript: defineProvider(created(cxmlScript), run),
    swmlScript: defineProvider(created(swmlScript), run),
  };
}
