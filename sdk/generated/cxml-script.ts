// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a CxmlScript. Arguments and outputs derive from it. */
export interface CxmlScriptProperties {
  /** The name of the script. The provider makes no second script of the same name in a project. */
  displayName: string;
  /** The document: well-formed XML with the root element `Response`. A change is an update of the same script, so its address stays. */
  contents: string;
  /**
   * Takes over a cXML script that has this `displayName` already, and sets it to the program's values. Exactly one must have it. Without such a script, one is made.
   * Default: `false`.
   */
  adopt?: boolean;
  /** The URL that gets each change of a call's status. */
  statusCallbackUrl?: string;
  /**
   * The HTTP method for `statusCallbackUrl`.
   * Allowed values: `GET`, `POST`.
   * Default: `"POST"`.
   */
  statusCallbackMethod?: "GET" | "POST";
  /** The address where the service serves the document. It stays when the contents change. */
  requestUrl: string;
}

/** What a program sets on a CxmlScript. */
export interface CxmlScriptArgs extends Needs<CxmlScriptProperties, "displayName" | "contents">, Takes<CxmlScriptProperties, "adopt" | "statusCallbackUrl" | "statusCallbackMethod"> {}

/** The outputs of a CxmlScript: what the program set, and what the service or the provider added. */
export interface CxmlScript extends pulumi.CustomResource, OutputsOf<CxmlScriptProperties> {}

export interface CxmlScriptClass extends FoundClass<"CxmlScript", CxmlScript> {
  new (name: string, args: CxmlScriptArgs, opts?: pulumi.CustomResourceOptions): CxmlScript;

  /**
   * Looks at the cXML script with this `displayName`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByDisplayName(name: string, displayName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): CxmlScript;
}

/**
 * A cXML (LaML) document that the service hosts, so that calls and messages need no web server. Its address goes into any argument for a LaML document.
 *
 * Created, changed in place and deleted with the stack. Numbers and endpoints that still have its address get no document.
 *
 * A change of the contents keeps `requestUrl`, so numbers and endpoints that use it need no change. Write `callRequestUrl: menu.requestUrl`, and Pulumi makes the script first.
 *
 * `CxmlScript.get(name, id)` reads a cXML script without managing it. `id` is the cXML script's identifier at the service. `CxmlScript.getByDisplayName(name, displayName)` finds it by its displayName.
 *
 * @example
 * ```typescript
 * import { CxmlScript } from "pulumi-signalwire";
 *
 * const closed = new CxmlScript("closed", {
 *   displayName: "Office closed",
 *   contents: "<Response><Say>We are closed. Please call again tomorrow.</Say></Response>",
 * });
 * export const closedUrl = closed.requestUrl;
 * ```
 */
export const CxmlScript: CxmlScriptClass = resourceClass("CxmlScript", {
  key: "displayName",
  deletesFirst: true,
  keeps: "requestUrl",
  names: ["displayName", "contents", "adopt", "statusCallbackUrl", "statusCallbackMethod", "requestUrl"],
  secrets: [],
});

/** A cXML script as the service shows it. */
export interface CxmlScriptResult extends Shows<CxmlScriptProperties, "displayName" | "contents" | "statusCallbackUrl" | "statusCallbackMethod" | "requestUrl"> {}

/** Which cXML scripts `getCxmlScripts` returns: those that have these texts in them. */
export interface GetCxmlScriptsArgs extends Filters<never> {}

/**
 * Returns all cXML scripts of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getCxmlScripts(
  filters: GetCxmlScriptsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly cxmlScripts: readonly CxmlScriptResult[] }> {
  return listed("CxmlScript", "CxmlScripts", filters, opts);
}
