// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a CxmlApplication. Arguments and outputs derive from it. */
export interface CxmlApplicationProperties {
  /** A label to tell the project's applications apart. The provider makes no second application of the same name in a project. */
  friendlyName: string;
  /**
   * Takes over a cXML application that has this `friendlyName` already, and sets it to the program's values.
   * Default: `false`.
   */
  adopt?: boolean;
  /** The LaML document fetched when a call or fax comes in. */
  voiceUrl?: string;
  /**
   * The HTTP method for `voiceUrl`.
   * Allowed values: `POST`, `GET`.
   * Default: `"POST"`.
   */
  voiceMethod?: "POST" | "GET";
  /** The LaML document fetched when `voiceUrl` fails. */
  voiceFallbackUrl?: string;
  /**
   * The HTTP method for `voiceFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Default: `"POST"`.
   */
  voiceFallbackMethod?: "POST" | "GET";
  /** The URL that gets the status of a call. */
  statusCallback?: string;
  /**
   * The HTTP method for `statusCallback`.
   * Allowed values: `POST`, `GET`.
   * Default: `"POST"`.
   */
  statusCallbackMethod?: "POST" | "GET";
  /** The LaML document fetched when a message comes in. */
  smsUrl?: string;
  /**
   * The HTTP method for `smsUrl`.
   * Allowed values: `POST`, `GET`.
   * Default: `"POST"`.
   */
  smsMethod?: "POST" | "GET";
  /** The LaML document fetched when `smsUrl` fails. */
  smsFallbackUrl?: string;
  /**
   * The HTTP method for `smsFallbackUrl`.
   * Allowed values: `POST`, `GET`.
   * Default: `"POST"`.
   */
  smsFallbackMethod?: "POST" | "GET";
  /** The URL that gets the status of messages that the application sends. */
  smsStatusCallback?: string;
  /**
   * The HTTP method for `smsStatusCallback`.
   * Allowed values: `POST`, `GET`.
   * Default: `"POST"`.
   */
  smsStatusCallbackMethod?: "POST" | "GET";
}

/** What a program sets on a CxmlApplication. */
export interface CxmlApplicationArgs extends Needs<CxmlApplicationProperties, "friendlyName">, Takes<CxmlApplicationProperties, "adopt" | "voiceUrl" | "voiceMethod" | "voiceFallbackUrl" | "voiceFallbackMethod" | "statusCallback" | "statusCallbackMethod" | "smsUrl" | "smsMethod" | "smsFallbackUrl" | "smsFallbackMethod" | "smsStatusCallback" | "smsStatusCallbackMethod"> {}

/** The outputs of a CxmlApplication: what the program set, and what the service or the provider added. */
export interface CxmlApplication extends pulumi.CustomResource, OutputsOf<CxmlApplicationProperties> {}

export interface CxmlApplicationClass extends FoundClass<"CxmlApplication", CxmlApplication> {
  new (name: string, args: CxmlApplicationArgs, opts?: pulumi.CustomResourceOptions): CxmlApplication;

  /**
   * Looks at the cXML application with this `friendlyName`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByFriendlyName(name: string, friendlyName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): CxmlApplication;
}

/**
 * An application that names the cXML (LaML) documents for calls and messages. Numbers, endpoints and domain applications with the handler `laml_application` share it.
 *
 * Created, changed in place and deleted with the stack. Numbers and endpoints keep its id, and their calls fail.
 *
 * `callLamlApplicationId` and `messageLamlApplicationId` take its `id`. A change of its addresses then changes the calls of all of them.
 *
 * `CxmlApplication.get(name, id)` reads a cXML application without managing it. `id` is the cXML application's identifier at the service. `CxmlApplication.getByFriendlyName(name, friendlyName)` finds it by its friendlyName.
 *
 * @example
 * ```typescript
 * import { CxmlApplication } from "pulumi-signalwire";
 *
 * const office = new CxmlApplication("office", {
 *   friendlyName: "Office",
 *   voiceUrl: "https://example.com/voice",
 *   voiceFallbackUrl: "https://fallback.example.net/voice",
 * });
 * export const applicationId = office.id;
 * ```
 */
export const CxmlApplication: CxmlApplicationClass = resourceClass("CxmlApplication", {
  key: "friendlyName",
  deletesFirst: true,
  names: ["friendlyName", "adopt", "voiceUrl", "voiceMethod", "voiceFallbackUrl", "voiceFallbackMethod", "statusCallback", "statusCallbackMethod", "smsUrl", "smsMethod", "smsFallbackUrl", "smsFallbackMethod", "smsStatusCallback", "smsStatusCallbackMethod"],
  secrets: [],
});

/** A cXML application as the service shows it. */
export interface CxmlApplicationResult extends Shows<CxmlApplicationProperties, "friendlyName" | "voiceUrl" | "voiceMethod" | "voiceFallbackUrl" | "voiceFallbackMethod" | "statusCallback" | "statusCallbackMethod" | "smsUrl" | "smsMethod" | "smsFallbackUrl" | "smsFallbackMethod" | "smsStatusCallback" | "smsStatusCallbackMethod"> {}

/** Which cXML applications `getCxmlApplications` returns: those that have these texts in them. */
export interface GetCxmlApplicationsArgs extends Filters<"friendlyName"> {}

/**
 * Returns all cXML applications of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getCxmlApplications(
  filters: GetCxmlApplicationsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly cxmlApplications: readonly CxmlApplicationResult[] }> {
  return listed("CxmlApplication", "CxmlApplications", filters, opts);
}
