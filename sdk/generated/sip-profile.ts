// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { OutputsOf, Takes } from "../types.ts";

/** Every property of a SipProfile. Arguments and outputs derive from it. */
export interface SipProfileProperties {
  /**
   * Lets `domainIdentifier` differ from the project's current one. Without it, the preview or the `up` refuses the change.
   * Default: `false`.
   */
  allowDomainChange?: boolean;
  /**
   * What happens to the settings when the resource is removed. `leave` keeps them. `restore` gives each field that the provider wrote the value from before the first write, and prints other changes; the domain only with `allowDomainChange`.
   * Allowed values: `leave`, `restore`.
   * Default: `"leave"`.
   */
  onDestroy?: "leave" | "restore";
  /**
   * The program owns every setting of the profile. One that it does not name gets its default, and a change of it by hand is drift. This includes known fields of `extra`. `domainIdentifier` and `defaultOutboundPolicy` stay.
   * Default: `false`.
   */
  exclusive?: boolean;
  /** The project's own part of the domain, which no other project has. A change moves the SIP address of every endpoint, and devices lose their registration. It requires `allowDomainChange`. */
  domainIdentifier?: string;
  /**
   * The codecs of every endpoint that names none.
   * Allowed values: `OPUS`, `G722`, `PCMU`, `PCMA`, `VP8`, `H264`.
   * Default: all of them.
   */
  defaultCodecs?: ("OPUS" | "G722" | "PCMU" | "PCMA" | "VP8" | "H264")[];
  /**
   * The ciphers of every endpoint that names none.
   * Allowed values: `AEAD_AES_256_GCM_8`, `AES_256_CM_HMAC_SHA1_80`, `AES_CM_128_HMAC_SHA1_80`, `AES_256_CM_HMAC_SHA1_32`, `AES_CM_128_HMAC_SHA1_32`.
   * Default: all of them.
   */
  defaultCiphers?: ("AEAD_AES_256_GCM_8" | "AES_256_CM_HMAC_SHA1_80" | "AES_CM_128_HMAC_SHA1_80" | "AES_256_CM_HMAC_SHA1_32" | "AES_CM_128_HMAC_SHA1_32")[];
  /**
   * Whether connections of an endpoint without `encryption` must be encrypted.
   * Allowed values: `required`, `optional`.
   * Default: `"optional"`.
   */
  defaultEncryption?: "required" | "optional";
  /**
   * The number that calls of an endpoint without `sendAs` come from. The project must have bought or verified it; `random` takes any of them. The service itself returns null or an empty text for `random`.
   * Default: `"random"`.
   */
  defaultSendAs?: string;
  /** Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. They are sent unchanged and compared like arguments. If you remove a field, null is sent once. */
  extra?: { [field: string]: unknown };
  /** The domain at which the endpoints register. */
  domain: string;
}

/** What a program sets on a SipProfile. */
export type SipProfileArgs = Takes<SipProfileProperties, "allowDomainChange" | "onDestroy" | "exclusive" | "domainIdentifier" | "defaultCodecs" | "defaultCiphers" | "defaultEncryption" | "defaultSendAs" | "extra">;

/** The outputs of a SipProfile: what the program set, and what the service or the provider added. */
export interface SipProfile extends pulumi.CustomResource, OutputsOf<SipProfileProperties> {}

export interface SipProfileClass extends FoundClass<"SipProfile", SipProfile> {
  new (name: string, args?: SipProfileArgs, opts?: pulumi.CustomResourceOptions): SipProfile;
}

/**
 * The project's SIP settings. Each project has one such object. A SIP endpoint inherits each setting that it does not set itself.
 *
 * An `up` adopts the project's profile; a program declares at most one. Settings that the program does not name keep their values. An argument that is taken away goes back to its default, except `domainIdentifier`, which stays.
 *
 * When the resource is removed, the profile stays; `onDestroy` says what happens to its settings. Every endpoint that inherits a setting follows a change at once; its outputs follow with its next update or `pulumi refresh`.
 *
 * `SipProfile.get(name, id)` reads a SIP profile without managing it. `id` is the project's id.
 *
 * @example
 * ```typescript
 * import { SipProfile } from "pulumi-signalwire";
 *
 * const profile = new SipProfile("profile", { defaultEncryption: "required", defaultCodecs: ["OPUS", "PCMU"] });
 * export const domain = profile.domain;
 * ```
 */
export const SipProfile: SipProfileClass = resourceClass("SipProfile", {
  adoptedBy: [],
  open: ["extra"],
  names: ["allowDomainChange", "onDestroy", "exclusive", "domainIdentifier", "defaultCodecs", "defaultCiphers", "defaultEncryption", "defaultSendAs", "extra", "domain"],
  secrets: [],
});
