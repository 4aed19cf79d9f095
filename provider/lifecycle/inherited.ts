// Decides whether a field shows what the project's SIP profile says, because nothing was set on the object itself.
// The service shows the value in force and not where it comes from (gap `profile-defaults-shown`): only a comparison tells.

import {
  argumentFields,
  type Body,
  equivalent,
  type Field,
  isGiven,
  isUnset,
  own,
  type Resource,
} from "../../contract/index.ts";

/** Whether the profile is needed to judge the object: the program left a field to it, and a value is shown there. */
export function showsInherited(resource: Resource, recorded: Body, live: Body): boolean {
  return [...argumentFields(resource)].some(([name, wire]) => {
    const field = own(resource.fields, wire);
    return field && sourceOf(field) !== undefined && isUnset(field, recorded[name]) && !isUnset(field, live[wire]);
  });
}

/** The value may be inherited: it is the profile's, or the profile does not say, or is not there to say. */
export function isInherited(field: Field, actual: unknown, profile: Body | undefined): boolean {
  const source = sourceOf(field);
  if (!source) return false;
  // An empty text is the service's other way to say that none is set.
  const inForce = profile && (profile[source.profile] || source.otherwise);
  if (!isGiven(inForce) || (Array.isArray(inForce) && inForce.length === 0)) return true;
  return equivalent(field.type, inForce, actual);
}

function sourceOf({ default: standard }: Field): { readonly profile: string; readonly otherwise?: string } | undefined {
  return standard && "profile" in standard ? standard : undefined;
}
