// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a SipAddress. Arguments and outputs derive from it. */
export interface SipAddressProperties {
  /** The program's part of the URI. No other SIP address of the project may have the same. */
  name: string;
  /** The `id` of the SwmlScript that takes calls, or of another resource of the project. */
  callingHandlerResourceId: string;
  /**
   * Takes over a SIP address that has this `name` already, and sets it to the program's values.
   * Default: `false`.
   */
  adopt?: boolean;
  /**
   * The user name at which callers reach the address. `*` takes every one.
   * Default: `"*"`.
   */
  user?: string;
  /**
   * The password with which devices register at the address.
   * Secret: encrypted in state.
   */
  password?: string;
  /**
   * Whether only the addresses of `ipAuth` may call. It needs at least one.
   * Default: `false`.
   */
  ipAuthEnabled?: boolean;
  /**
   * The IP addresses and blocks, in CIDR notation, from which calls are taken, at most 256.
   * Default: `[]`.
   */
  ipAuth?: string[];
  /**
   * Whether calls must be encrypted, may be, or must not be.
   * Allowed values: `optional`, `required`, `forbidden`.
   * Default: `"optional"`.
   */
  encryption?: "optional" | "required" | "forbidden";
  /**
   * The codecs offered, at least one.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `G729`, `VP8`, `H264`.
   * Default: `["PCMU", "PCMA"]`.
   */
  codecs?: ("OPUS" | "G722" | "PCMU" | "PCMA" | "G729" | "VP8" | "H264")[];
  /**
   * The ciphers offered for encrypted media, at least one.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: `["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80", "AES_256_CM_HMAC_SHA1_32", "AES_CM_128_HMAC_SHA1_32"]`.
   */
  ciphers?: ("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[];
  /** Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent unchanged and compared like arguments. If you remove a field, null is sent once. */
  extra?: { [field: string]: unknown };
  /** The SIP URI to which callers send calls. */
  uri: string;
}

/** What a program sets on a SipAddress. */
export interface SipAddressArgs extends Needs<SipAddressProperties, "name" | "callingHandlerResourceId">, Takes<SipAddressProperties, "adopt" | "user" | "password" | "ipAuthEnabled" | "ipAuth" | "encryption" | "codecs" | "ciphers" | "extra"> {}

/** The outputs of a SipAddress: what the program set, and what the service or the provider added. */
export interface SipAddress extends pulumi.CustomResource, OutputsOf<SipAddressProperties> {}

export interface SipAddressClass extends FoundClass<"SipAddress", SipAddress> {
  new (name: string, args: SipAddressArgs, opts?: pulumi.CustomResourceOptions): SipAddress;

  /**
   * Looks at the SIP address with this `name`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByName(name: string, sipAddressName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): SipAddress;
}

/**
 * A SIP URI to which a carrier or a PBX sends calls, and the script that takes them. With IP authentication, only the listed addresses may call.
 *
 * Created, changed in place and deleted with the stack. Calls and registrations to it fail at once.
 *
 * A change of `callingHandlerResourceId` replaces it: the service changes the handler of no address. Calls fail until the new address is made. A change of `name` moves `uri`.
 *
 * Set `ipAuthEnabled: true` and the caller's addresses in `ipAuth`. Without them, anybody who knows the URI can send calls to it.
 *
 * The service never returns the password: a change by hand cannot be noticed. No update removes it: without the argument, it stays.
 *
 * It is in the project's default Domain. `extra: { context_id: "…" }` names another, and no answer shows it.
 *
 * `SipAddress.get(name, id)` reads a SIP address without managing it. `id` is the SIP address's identifier at the service. `SipAddress.getByName(name, sipAddressName)` finds it by its name.
 *
 * @example
 * ```typescript
 * import { SipAddress } from "pulumi-signalwire";
 *
 * const hotline = new SipAddress("hotline", {
 *   name: "hotline",
 *   callingHandlerResourceId: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
 *   ipAuthEnabled: true,
 *   ipAuth: ["203.0.113.5"],
 * });
 * export const uri = hotline.uri;
 * ```
 */
export const SipAddress: SipAddressClass = resourceClass("SipAddress", {
  key: "name",
  deletesFirst: true,
  open: ["extra"],
  names: ["name", "callingHandlerResourceId", "adopt", "user", "password", "ipAuthEnabled", "ipAuth", "encryption", "codecs", "ciphers", "extra", "uri"],
  secrets: ["password"],
});

/** A SIP address as the service shows it. */
export interface SipAddressResult extends Shows<SipAddressProperties, "name" | "callingHandlerResourceId" | "user" | "ipAuthEnabled" | "ipAuth" | "encryption" | "codecs" | "ciphers" | "uri"> {}

/** Which SIP addresses `getSipAddresses` returns: those that have these texts in them. */
export interface GetSipAddressesArgs extends Filters<never> {}

/**
 * Returns all SIP addresses of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getSipAddresses(
  filters: GetSipAddressesArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly sipAddresses: readonly SipAddressResult[] }> {
  return listed("SipAddress", "SipAddresses", filters, opts);
}
