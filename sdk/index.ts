// What a Pulumi program imports.

export { ClientToken } from "./client-token.ts";
export type { ClientTokenArgs } from "./generated/client-token.ts";
export type { PhoneNumberArgs } from "./generated/phone-number.ts";
export type { SipEndpointArgs } from "./generated/sip-endpoint.ts";
export { type IssueClientTokenArgs, type IssuedClientToken, issueClientToken } from "./issue-client-token.ts";
export { PhoneNumber } from "./phone-number.ts";
export { SipEndpoint } from "./sip-endpoint.ts";
