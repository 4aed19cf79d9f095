// Generated from the files beside it by `npm run generate`. Do not edit, except to change the reading order of `resources`.

import type { Example, Resource } from "../resource.ts";
import { clientToken } from "./client-token.ts";
import { cxmlApplication } from "./cxml-application.ts";
import { cxmlScript } from "./cxml-script.ts";
import { domainApplication } from "./domain-application.ts";
import { emergencyAddress } from "./emergency-address.ts";
import { numberGroup } from "./number-group.ts";
import { numberGroupMembership } from "./number-group-membership.ts";
import { phoneNumber } from "./phone-number.ts";
import { queue } from "./queue.ts";
import { sipAddress } from "./sip-address.ts";
import { sipEndpoint } from "./sip-endpoint.ts";
import { sipProfile } from "./sip-profile.ts";
import { subscriberToken } from "./subscriber-token.ts";
import { swmlScript } from "./swml-script.ts";

/**
 * The name of a resource's class. It is written out because public declarations contain it: a derived type would pull every
 * descriptor and the validator into them.
 */
export type ResourceName =
  | "SipEndpoint"
  | "PhoneNumber"
  | "ClientToken"
  | "SipProfile"
  | "DomainApplication"
  | "CxmlScript"
  | "SwmlScript"
  | "NumberGroup"
  | "NumberGroupMembership"
  | "CxmlApplication"
  | "EmergencyAddress"
  | "Queue"
  | "SipAddress"
  | "SubscriberToken";

export const resources = {
  SipEndpoint: sipEndpoint,
  PhoneNumber: phoneNumber,
  ClientToken: clientToken,
  SipProfile: sipProfile,
  DomainApplication: domainApplication,
  CxmlScript: cxmlScript,
  SwmlScript: swmlScript,
  NumberGroup: numberGroup,
  NumberGroupMembership: numberGroupMembership,
  CxmlApplication: cxmlApplication,
  EmergencyAddress: emergencyAddress,
  Queue: queue,
  SipAddress: sipAddress,
  SubscriberToken: subscriberToken,
} as const satisfies { readonly [name in ResourceName]: Resource & { readonly example: Example } };

export {
  clientToken,
  cxmlApplication,
  cxmlScript,
  domainApplication,
  emergencyAddress,
  numberGroup,
  numberGroupMembership,
  phoneNumber,
  queue,
  sipAddress,
  sipEndpoint,
  sipProfile,
  subscriberToken,
  swmlScript,
};
