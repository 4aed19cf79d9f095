// What Pulumi's dynamic provider host loads: one provider object a resource. The names are part of every stored state
// (sdk/register.ts), so they never change.

import type { ResourceName } from "../contract/index.ts";
import { currentTime } from "./clock.ts";
import { defineProvider, type ResourceProvider } from "./lifecycle/define.ts";
import { clientTokenLifecycle } from "./resources/client-token.ts";
import { phoneNumberLifecycle } from "./resources/phone-number.ts";
import { sipEndpointLifecycle } from "./resources/sip-endpoint.ts";
import { sipProfileLifecycle } from "./resources/sip-profile.ts";

export const sipEndpoint = defineProvider(sipEndpointLifecycle);
export const phoneNumber = defineProvider(phoneNumberLifecycle);
export const clientToken = defineProvider(clientTokenLifecycle(currentTime));
export const sipProfile = defineProvider(sipProfileLifecycle);

/** By their names above; a resource of the registry that is not among them is a type error. */
export const providers: { readonly [Name in Uncapitalize<ResourceName>]: ResourceProvider } = {
  sipEndpoint,
  phoneNumber,
  clientToken,
  sipProfile,
};

/** What the SDK's functions of these names call from within a program. */
export { issueClientToken, noClientToken, refreshClientToken } from "./issue.ts";
/** What a class's look-up by its unique key calls from within a program. */
export { idByKey } from "./look-up.ts";
