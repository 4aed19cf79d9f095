// Every resource that a program can manage, by the name of its class. Code that handles all resources iterates this.

import { clientToken } from "./client-token.ts";
import { cxmlScript } from "./cxml-script.ts";
import { domainApplication } from "./domain-application.ts";
import { phoneNumber } from "./phone-number.ts";
import { type Hosted, own, type Resource } from "./resource.ts";
import { sipEndpoint } from "./sip-endpoint.ts";
import { sipProfile } from "./sip-profile.ts";
import { swmlScript } from "./swml-script.ts";

/**
 * The name of a resource's class. It is written out because public declarations contain it: a derived type would pull every
 * descriptor and the validator into them. A name that is missing here or in the registry does not compile.
 */
export type ResourceName =
  | "SipEndpoint"
  | "PhoneNumber"
  | "ClientToken"
  | "SipProfile"
  | "DomainApplication"
  | "CxmlScript"
  | "SwmlScript";

export const resources = {
  SipEndpoint: sipEndpoint,
  PhoneNumber: phoneNumber,
  ClientToken: clientToken,
  SipProfile: sipProfile,
  DomainApplication: domainApplication,
  CxmlScript: cxmlScript,
  SwmlScript: swmlScript,
} as const satisfies { readonly [name in ResourceName]: Resource };

/** The names of all classes, in reading order. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** The resources that can be rung: handlers of other resources name their id. */
export const rung: ReadonlySet<Resource> = new Set(
  Object.values<Resource>(resources)
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap(({ refersTo }) => own<Resource>(resources, refersTo ?? "") ?? []),
);

/** The resources that are documents which the service serves. */
export const hostedResources: readonly HostedResource[] = Object.values<Resource>(resources).filter(
  (resource): resource is HostedResource => resource.hosted !== undefined,
);

export type HostedResource = Resource & { readonly hosted: Hosted };
