// The only comparison of a field between the program and the service. The service shows the effective value without its origin
// (gap `profile-defaults-shown`), so an inherited value is recognised by the project's SIP profile.

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
 * - `foreign`: the service shows any other value.
 */
export type Comparison = "same" | "default" | "inherited" | "foreign";

/** Compares a field. Without the profile, every value of an inheriting field counts as inherited. */
export function compare(field: Field, said: unknown, actual: unknown, profile?: Body): Comparison {
  if (equivalent(field.type, said, actual)) return "same";
  if (!isUnset(field, said)) return "foreign";
  if (isUnset(field, actual)) return "default";
  return isInherited(field, actual, profile) ? "inherited" : "foreign";
}

/** True when the comparison needs the profile: a field that the program leaves unset has a value. */
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
  // The service also returns an empty text for a setting that is not set.
  const inForce = profile && (profile[source.profile] || source.otherwise);
  if (!isGiven(inForce) || (Array.isArray(inForce) && inForce.length === 0)) return true;
  return equivalent(field.type, inForce, actual);
}

function sourceOf({ default: standard }: Field): { readonly profile: string; readonly otherwise?: string } | undefined {
  return standard && "profile" in standard ? standard : undefined;
}
