// Under which types the engine knows the resources: two doors lead to the same provider.

import { type ResourceName, resourceNames } from "./resources.ts";

/** The type of the class that a TypeScript program imports. */
export function dynamicType(name: ResourceName): string {
  return `pulumi-nodejs:dynamic/signalwire:${name}`;
}

/** The name of a resource, a function or a type of ours in every other language. */
export function pluginToken(name: string): string {
  return `signalwire:index:${name}`;
}

/** The resource that has this type, through whichever door; undefined for those of others. */
export function resourceOfType(type: string): ResourceName | undefined {
  return resourceNames.find((name) => type === dynamicType(name) || type === pluginToken(name));
}
