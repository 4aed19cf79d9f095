// Records the values that an object inherited from the SIP profile when it was last written. A drift check compares them, so every
// stack notices a profile that was weakened later.

import {
  argumentFields,
  BASELINE,
  type Body,
  equivalent,
  type Field,
  isGiven,
  isUnknown,
  isUnset,
  own,
  type Resource,
  sipProfile,
  toCamel,
  unsetForm,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/operations.ts";
import { profileOf } from "./imported.ts";
import type { Props } from "./state.ts";

const { fields: profileFields }: Resource = sipProfile;

/** A field that the program leaves to the SIP profile. */
interface Inheriting {
  readonly wire: string;
  readonly field: Field;
  /** The profile's field. */
  readonly from: string;
  readonly source: Field;
}

/**
 * Returns the object with the values in force. An answer may show only that a field inherits (`encryption: "default"`): its
 * value then comes from the profile, which is read in this case alone.
 */
export async function inForce(client: Client, resource: Resource, props: Props, live: Live): Promise<Live> {
  const hidden = inheriting(resource, props).filter(
    ({ wire, field }) => isGiven(live[wire]) && live[wire] !== "" && isUnset(field, live[wire]),
  );
  const profile = hidden.length > 0 ? await profileOf(client) : undefined;
  if (!profile) return live;
  const shown = hidden.map(({ wire, from, source }) => {
    return [wire, isUnset(source, profile[from]) ? unsetForm(source) : profile[from]] as const;
  });
  return { ...live, ...Object.fromEntries(shown) };
}

/** Returns the fields that inherit a setting of the stack's own profile → the program's value. */
export function managedValues(resource: Resource, profile: Props = {}): Body {
  const values = inheriting(resource, {}).flatMap(({ wire, from }) => {
    const value = profile[toCamel(from)];
    return isGiven(value) && !isUnknown(value) ? [[wire, value] as const] : [];
  });
  return Object.fromEntries(values);
}

/**
 * Returns the record of the values after a write or a read. Only a narrower value replaces a recorded one. A value of the stack's
 * own profile (`managed`) is recorded as the program has it, because this run may write the profile later.
 */
export function inheritedRecord(resource: Resource, recorded: Props, props: Props, live: Live, managed: Body): Props {
  const now = inheritedOf(resource, props, { ...live, ...managed });
  const kept = Object.entries(recorded).filter(([wire]) => !Object.hasOwn(managed, wire));
  const all = Object.entries({ ...now, ...Object.fromEntries(kept) }).map(([wire, value]) => {
    return [wire, isGiven(now[wire]) && isWithin(resource, wire, now[wire], value) ? now[wire] : value] as const;
  });
  return all.length > 0 ? { [BASELINE]: Object.fromEntries(all) } : {};
}

/** Returns the recorded values that these arguments still leave to the profile. */
export function stillInherited(resource: Resource, recorded: Props, props: Props): Props {
  return Object.fromEntries(Object.entries(recorded).filter(([wire]) => isOmitted(resource, wire, props)));
}

/**
 * Returns the recorded values, replaced by the current ones where these are wider. A value that the object has of its own is no
 * value of the profile.
 */
export function weakenedInherited(resource: Resource, recorded: Props, props: Props, live: Live): Body {
  const shown = Object.entries(recorded).map(([wire, value]) => {
    const field = own(resource.fields, wire);
    const isShown = field !== undefined && isOmitted(resource, wire, props) && !isUnset(field, live[wire]);
    return [wire, isShown && !isWithin(resource, wire, live[wire], value) ? live[wire] : value] as const;
  });
  return Object.fromEntries(shown);
}

/** Returns the arguments that state the values which `inheritedOf` finds. */
export function inheritedArguments(resource: Resource, props: Props, live: Live): Props {
  const values = Object.entries(inheritedOf(resource, props, live));
  return Object.fromEntries(values.map(([wire, value]) => [toCamel(wire), value]));
}

/** Returns the inherited values that are narrower than the service's own defaults, under the API's names. */
function inheritedOf(resource: Resource, props: Props, live: Live): Live {
  const values = inheriting(resource, props)
    .filter(({ wire, field, source }) => !isUnset(field, live[wire]) && !isUnset(source, live[wire]))
    .map(({ wire }) => [wire, live[wire]] as const);
  return Object.fromEntries(values);
}

function inheriting(resource: Resource, props: Props): Inheriting[] {
  return [...argumentFields(resource)].flatMap(([name, wire]) => {
    const field = own(resource.fields, wire);
    const standard = field?.default;
    if (!field || !standard || !("profile" in standard) || !isUnset(field, props[name])) return [];
    const source = own(profileFields, standard.profile);
    return source ? [{ wire, field, from: standard.profile, source }] : [];
  });
}

function isOmitted(resource: Resource, wire: string, props: Props): boolean {
  return inheriting(resource, props).some((each) => each.wire === wire);
}

/** Returns true for an equal value, or a list whose members are all in the recorded one. */
function isWithin(resource: Resource, wire: string, value: unknown, recorded: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(recorded)) return value.every((each) => recorded.includes(each));
  const field = own(resource.fields, wire);
  return field !== undefined && equivalent(field.type, value, recorded);
}
