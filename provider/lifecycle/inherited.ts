// Records the values that an object inherited from the SIP profile when it was last written. A drift check compares them, so every
// stack notices a profile that was weakened later.

import {
  argumentFields,
  type Body,
  equivalent,
  isGiven,
  isUnset,
  own,
  type Resource,
  sipProfile,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Props } from "./state.ts";

const { fields: profileFields }: Resource = sipProfile;

/** Returns the inherited values that are narrower than the service's own defaults, under the API's names. */
export function inheritedOf(resource: Resource, props: Props, live: Live): Live {
  const values = [...argumentFields(resource)].flatMap(([name, wire]) => {
    const field = own(resource.fields, wire);
    const standard = field?.default;
    const value = live[wire];
    if (!field || !standard || !("profile" in standard)) return [];
    const source = own(profileFields, standard.profile);
    const isInherited = isUnset(field, props[name]) && !isUnset(field, value);
    return isInherited && source && !isUnset(source, value) ? [[wire, value] as const] : [];
  });
  return Object.fromEntries(values);
}

/** Returns the values to record after a write or a read. Only a narrower value replaces a recorded one. */
export function keptInherited(resource: Resource, recorded: Props, props: Props, live: Live): Live | undefined {
  const now = inheritedOf(resource, props, live);
  const kept = Object.entries(recorded).filter(([wire]) => isLeftOut(resource, wire, props));
  const all = Object.entries({ ...now, ...Object.fromEntries(kept) }).map(([wire, value]) => {
    return [wire, isGiven(now[wire]) && isWithin(resource, wire, now[wire], value) ? now[wire] : value] as const;
  });
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** Returns the recorded values, replaced by the current ones where these are wider. */
export function weakenedInherited(resource: Resource, recorded: Props, props: Props, live: Live): Body {
  const shown = Object.entries(recorded)
    .filter(([wire]) => isLeftOut(resource, wire, props))
    .map(([wire, value]) => {
      const field = own(resource.fields, wire);
      const isShown = field !== undefined && !isUnset(field, live[wire]);
      return [wire, isShown && !isWithin(resource, wire, live[wire], value) ? live[wire] : value] as const;
    });
  return Object.fromEntries(shown);
}

function isLeftOut(resource: Resource, wire: string, props: Props): boolean {
  return [...argumentFields(resource)].some(([name, each]) => {
    const field = own(resource.fields, wire);
    return each === wire && field !== undefined && isUnset(field, props[name]);
  });
}

/** Returns true for an equal value, or a list whose members are all in the recorded one. */
function isWithin(resource: Resource, wire: string, value: unknown, recorded: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(recorded)) return value.every((each) => recorded.includes(each));
  const field = own(resource.fields, wire);
  return field !== undefined && equivalent(field.type, value, recorded);
}
