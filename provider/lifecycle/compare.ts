// The one comparison of a field: what the program says of it, and what the service shows.
// The service shows the value in force and not where it comes from (gap `profile-defaults-shown`): an inherited value is
// recognised by the project's SIP profile.

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

/**
 * - `same`: the values are equivalent.
 * - `default`: the program leaves the field unset, and the service shows an unset form or the default.
 * - `inherited`: the program leaves the field unset, and the service shows what the profile may have set.
 * - `foreign`: the service shows a value that does not follow from what the program says.
 */
export type Comparison = "same" | "default" | "inherited" | "foreign";

/** Without the profile, every value of a field that inherits counts as inherited. */
export function compare(field: Field, said: unknown, actual: unknown, profile?: Body): Comparison {
  if (equivalent(field.type, said, actual)) return "same";
  if (!isUnset(field, said)) return "foreign";
  if (isUnset(field, actual)) return "default";
  return isInherited(field, actual, profile) ? "inherited" : "foreign";
}

/** Whether the comparison of this object needs the profile: a field that the program leaves unset shows a value. */
export function showsInherited(resource: Resource, recorded: Body, live: Body): boolean {
  return [...argumentFields(resource)].some(([name, wire]) => {
    const field = own(resource.fields, wire);
    return field && sourceOf(field) !== undefined && isUnset(field, recorded[name]) && !isUnset(field, live[wire]);
  });
}

/** Also true when the profile does not show the field, or cannot be read. */
function isInherited(field: Field, actual: unknown, profile: Body | undefined): boolean {
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
