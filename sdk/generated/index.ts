// Generated from contract/ by `npm run generate`. Do not edit.

export { SipEndpoint, type SipEndpointArgs, type SipEndpointCommonArgs, type SipEndpointDefaults, type SipEndpointCalls, getSipEndpoints, type GetSipEndpointsArgs, type SipEndpointResult } from "./sip-endpoint.ts";
export { PhoneNumber, type PhoneNumberArgs, type PhoneNumberCommonArgs, type PhoneNumberDefaults, type PhoneNumberCalls, type PhoneNumberMessages, getPhoneNumbers, type GetPhoneNumbersArgs, type PhoneNumberResult } from "./phone-number.ts";
export { ClientToken, type ClientTokenArgs } from "./client-token.ts";
export { SipProfile, type SipProfileArgs } from "./sip-profile.ts";
export { DomainApplication, type DomainApplicationArgs, type DomainApplicationCommonArgs, type DomainApplicationDefaults, type DomainApplicationCalls, getDomainApplications, type GetDomainApplicationsArgs, type DomainApplicationResult } from "./domain-application.ts";
export { CxmlScript, type CxmlScriptArgs, getCxmlScripts, type GetCxmlScriptsArgs, type CxmlScriptResult } from "./cxml-script.ts";
export { SwmlScript, type SwmlScriptArgs, getSwmlScripts, type GetSwmlScriptsArgs, type SwmlScriptResult } from "./swml-script.ts";
export { NumberGroup, type NumberGroupArgs, getNumberGroups, type GetNumberGroupsArgs, type NumberGroupResult } from "./number-group.ts";
export { NumberGroupMembership, type NumberGroupMembershipArgs, getNumberGroupMemberships, type GetNumberGroupMembershipsArgs, type NumberGroupMembershipResult } from "./number-group-membership.ts";
export { CxmlApplication, type CxmlApplicationArgs, getCxmlApplications, type GetCxmlApplicationsArgs, type CxmlApplicationResult } from "./cxml-application.ts";
export { EmergencyAddress, type EmergencyAddressArgs, getEmergencyAddresses, type GetEmergencyAddressesArgs, type EmergencyAddressResult } from "./emergency-address.ts";
export { Queue, type QueueArgs, getQueues, type GetQueuesArgs, type QueueResult } from "./queue.ts";
export { SipAddress, type SipAddressArgs, getSipAddresses, type GetSipAddressesArgs, type SipAddressResult } from "./sip-address.ts";
export { SubscriberToken, type SubscriberTokenArgs } from "./subscriber-token.ts";
export { Provider, type ProviderArgs } from "./provider.ts";
