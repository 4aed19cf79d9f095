// The types of the resources in the engine. Two doors lead to the same provider: the dynamic provider and the plugin.

import { type ResourceName, resourceNames } from "./resources.ts";

/** Returns the type of the class that a TypeScript program imports. */
export function dynamicType(name: ResourceName): string {
  return `pulumi-nodejs:dynamic/signalwire:${name}`;
}

/** Returns the plugin's token of a resource, a function or a type, for all other languages. */
export function pluginToken(name: string): string {
  return `signalwire:index:${name}`;
}

/** Returns the resource with this type, through either door; undefined for other packages' types. */
export function resourceOfType(type: string): ResourceName | undefined {
  return resourceNames.find((name) => type === dynamicType(name) || type === pluginToken(name));
}
