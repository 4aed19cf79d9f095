// Every resource that a program can manage, by the name of its class, and its types in the engine. Code that handles all resources
// iterates this. Two doors lead to the same provider: the dynamic provider and the plugin.

import { own, toCamel } from "./names.ts";
import type { Hosted, Resource } from "./resource.ts";
import { type ResourceName, resources } from "./resources/index.ts";
import { dynamicType, pluginToken } from "./type-tokens.ts";

export { type ResourceName, resources };

/** The names of all classes, in reading order. */
export const resourceNames = Object.keys(resources) as readonly ResourceName[];

/** The resources that take calls or messages of others: handlers name their id. */
export const targeted: ReadonlySet<Resource> = new Set(
  Object.values<Resource>(resources)
    .flatMap(({ fields, handlers }) =>
      handlers.flatMap(({ cases }) => Object.values(cases)).flatMap(({ uses }) => uses.map((field) => fields[field])),
    )
    .flatMap((field) => own<Resource>(resources, field?.refersTo ?? "") ?? []),
);

/** Those that can be rung: they have handlers of their own. */
export const rung: ReadonlySet<Resource> = new Set([...targeted].filter(({ handlers }) => handlers.length > 0));

/** A field of another resource that requests of their own set to this one's id. */
interface Assigner {
  readonly resource: Resource;
  readonly field: string;
}

/** Returns the fields that requests of their own set to the id of such an object. */
export function assignersOf(target: Resource): readonly Assigner[] {
  return Object.values<Resource>(resources).flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, { assigned, refersTo = "" }]) => assigned && own<Resource>(resources, refersTo) === target)
      .map(([field]) => ({ resource, field })),
  );
}

/** Returns the kind of object that objects of this kind belong to. */
export function parentOf({ parent, fields }: Resource): Resource | undefined {
  return own<Resource>(resources, fields[parent ?? ""]?.refersTo ?? "");
}

/** Returns the argument that alone finds an object of this kind. Below a parent, none does. */
export function lookUpArgument({ uniqueKey, parent }: Resource): string | undefined {
  return uniqueKey === undefined || parent !== undefined ? undefined : toCamel(uniqueKey);
}

/** The resources that are documents which the service serves. */
export const hostedResources: readonly HostedResource[] = Object.values<Resource>(resources).filter(
  (resource): resource is HostedResource => resource.hosted !== undefined,
);

export type HostedResource = Resource & { readonly hosted: Hosted };

/** Returns the resource with this type, through either door; undefined for other packages' types. */
export function resourceOfType(type: string): ResourceName | undefined {
  return byType.get(type);
}

const byType: ReadonlyMap<string, ResourceName> = new Map(
  resourceNames.flatMap((name) => [dynamicType(name), pluginToken(name)].map((type) => [type, name] as const)),
);
