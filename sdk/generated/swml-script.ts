// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a SwmlScript. Arguments and outputs derive from it. */
export interface SwmlScriptProperties {
  /** The name of the script. The provider makes no second script of the same name in a project. */
  displayName: string;
  /** The document: an object with `sections`, or its text in JSON or plain YAML (without anchors). It needs at least one step in `sections.main`. The order of members and white space have no meaning. A change is an update of the same script, so its address stays. */
  contents: string | { [member: string]: unknown };
  /**
   * Takes over a SWML script that has this `displayName` already, and sets it to the program's values. Exactly one must have it. Without such a script, one is made.
   * Default: `false`.
   */
  adopt?: boolean;
  /**
   * Whether the script takes calls or messages. Each update repeats it.
   * Allowed values: `calling`, `messaging`.
   * Default: `"calling"`.
   */
  scriptType?: "calling" | "messaging";
  /** The URL that gets the status of the script's calls. The service documents it for calling scripts only. */
  statusCallbackUrl?: string;
  /** The address where the service serves the document. It stays when the contents change. */
  requestUrl: string;
}

/** What a program sets on a SwmlScript. */
export interface SwmlScriptArgs extends Needs<SwmlScriptProperties, "displayName" | "contents">, Takes<SwmlScriptProperties, "adopt" | "scriptType" | "statusCallbackUrl"> {}

/** The outputs of a SwmlScript: what the program set, and what the service or the provider added. */
export interface SwmlScript extends pulumi.CustomResource, OutputsOf<SwmlScriptProperties> {}

export interface SwmlScriptClass extends FoundClass<"SwmlScript", SwmlScript> {
  new (name: string, args: SwmlScriptArgs, opts?: pulumi.CustomResourceOptions): SwmlScript;

  /**
   * Looks at the SWML script with this `displayName`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByDisplayName(name: string, displayName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): SwmlScript;
}

/**
 * An SWML document that the service hosts: a call or message flow without a web server. Its address goes into any argument for an SWML script.
 *
 * Created, changed in place and deleted with the stack. Numbers and endpoints that still have its address get no document.
 *
 * A change of the contents keeps `requestUrl`, so numbers and endpoints that use it need no change. Write `callRelayScriptUrl: menu.requestUrl`, and Pulumi makes the script first.
 *
 * `SwmlScript.get(name, id)` reads a SWML script without managing it. `id` is the SWML script's identifier at the service. `SwmlScript.getByDisplayName(name, displayName)` finds it by its displayName.
 *
 * @example
 * ```typescript
 * import { SwmlScript } from "pulumi-signalwire";
 *
 * const menu = new SwmlScript("menu", {
 *   displayName: "Main menu",
 *   contents: {
 *     version: "1.0.0",
 *     sections: {
 *       main: [
 *         { play: { url: "say:One moment, please." } },
 *         { connect: { to: "/public/front-desk" } },
 *       ],
 *     },
 *   },
 * });
 * export const menuUrl = menu.requestUrl;
 * ```
 */
export const SwmlScript: SwmlScriptClass = resourceClass("SwmlScript", {
  key: "displayName",
  deletesFirst: true,
  keeps: "requestUrl",
  open: ["contents"],
  names: ["displayName", "contents", "adopt", "scriptType", "statusCallbackUrl", "requestUrl"],
  secrets: [],
});

/** A SWML script as the service shows it. */
export interface SwmlScriptResult extends Shows<SwmlScriptProperties, "displayName" | "contents" | "scriptType" | "statusCallbackUrl" | "requestUrl"> {}

/** Which SWML scripts `getSwmlScripts` returns: those that have these texts in them. */
export interface GetSwmlScriptsArgs extends Filters<never> {}

/**
 * Returns all SWML scripts of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getSwmlScripts(
  filters: GetSwmlScriptsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly swmlScripts: readonly SwmlScriptResult[] }> {
  return listed("SwmlScript", "SwmlScripts", filters, opts);
}
