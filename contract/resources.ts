// Every resource that a program can manage, by the name of its class. Whoever handles "all resources" iterates this.

import { clientToken } from "./client-token.ts";
import { phoneNumber } from "./phone-number.ts";
import { own, type Resource } from "./resource.ts";
import { sipEndpoint } from "./sip-endpoint.ts";
import { sipProfile } from "./sip-profile.ts";

export const resources = {
  SipEndpoint: sipEndpoint,
  PhoneNumber: phoneNumber,
  ClientToken: clientToken,
  SipProfile: sipProfile,
} as const satisfies { readonly [className: string]: Resource };

/** The name of a resource's class. */
export type ResourceName = keyof typeof resources;

/** The names of all classes, in the order people read them. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** What can be rung: those whose objects another one's handler names by their id. */
export const rung: ReadonlySet<Resource> = new Set(
  Object.values<Resource>(resources)
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap(({ refersTo }) => own<Resource>(resources, refersTo ?? "") ?? []),
);
