// Every resource that a program can manage, by the name of its class, and its types in the engine. Code that handles all resources
// iterates this. Two doors lead to the same provider: the dynamic provider and the plugin.

import { type Hosted, own, type Resource } from "./resource.ts";
import { type ResourceName, resources } from "./resources/index.ts";

export { type ResourceName, resources };

/** The names of all classes, in reading order. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** The resources that can be rung: handlers of other resources name their id. */
export const rung: ReadonlySet<Resource> = new Set(
  Object.values<Resource>(resources)
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap(({ refersTo }) => own<Resource>(resources, refersTo ?? "") ?? []),
);

/** The resources that are documents which the service serves. */
export const hostedResources: readonly HostedResource[] = Object.values<Resource>(resources).filter(
  (resource): resource is HostedResource => resource.hosted !== undefined,
);

export type HostedResource = Resource & { readonly hosted: Hosted };

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
