// The settings of an adopted object that the program does not name. They are compared with what was found at the adoption; a field
// that the provider wrote, with what the service made of its unset form. Only the program accepts a change: it names the field.

import {
  acceptedFields,
  aliasesOf,
  argumentFields,
  type Body,
  FOUND,
  isExtraField,
  isGiven,
  isSameSetting,
  masked,
  own,
  type Props,
  type Resource,
  showChange,
  type UnnamedChange,
  WRITTEN,
} from "../../contract/index.ts";
import { effective, type Live } from "../client/answers.ts";
import { isSame } from "../fields/inward.ts";
import { flat, normalisedFields, ownedExtra, ownsAll, settable } from "../fields/outward.ts";

/** Returns the object's settings under the API's names, without defaults. */
export function nonDefaultSettings(resource: Resource, live: Live): Live {
  const accepted = acceptedFields(resource);
  const set = Object.entries(live).filter(([wire, value]) => {
    const field = own(resource.fields, wire);
    if (!isGiven(value)) return false;
    if (!field || !accepted.includes(wire)) return resource.extra && value !== "" && isExtraField(resource, wire);
    return !isSame(field, undefined, value) && !isEchoed(resource, wire, live);
  });
  return Object.fromEntries(set);
}

/** Returns the settings that the program does not name. */
export function unnamedSettings(resource: Resource, live: Live, props: Props): Live {
  return withoutNamed(resource, nonDefaultSettings(resource, live), props);
}

/** Returns the recorded values of the settings that the program does not name. */
export function recordedUnnamed(resource: Resource, outputs: Props): Live {
  const found = unwrittenOf(resource, outputs, foundIn(outputs));
  return withoutNamed(resource, { ...found, ...normalisedFields(resource, outputs) }, outputs);
}

/** Returns the record of the values from before the first write, by the API's names. */
export function foundIn(outputs: Props): Live {
  return (outputs[FOUND] ?? {}) as Live;
}

/** Returns the fields that the provider has written. Of a field and its aliases, `valueName` is recorded. */
export function writtenIn(outputs: Props): readonly string[] {
  return (outputs[WRITTEN] ?? []) as readonly string[];
}

/** Returns the name under which a value is recorded: the service stores one value for a field and its aliases. */
export function valueName(resource: Resource, wire: string): string {
  return own(resource.fields, wire)?.aliasOf ?? wire;
}

/** Returns the settings that the provider has not written, by its record. */
export function unwrittenOf(resource: Resource, outputs: Props, settings: Live): Live {
  const written = writtenIn(outputs);
  return Object.fromEntries(Object.entries(settings).filter(([wire]) => !written.includes(valueName(resource, wire))));
}

/** Returns the differences between the record and the object in settings that the program does not name. Masks secrets. */
export function unnamedChanges(resource: Resource, outputs: Props, live: Live): UnnamedChange[] {
  return differences(resource, recordedUnnamed(resource, outputs), unnamedSettings(resource, live, outputs));
}

function withoutNamed(resource: Resource, settings: Live, props: Props): Live {
  const given = flat(props);
  const isOwned = ownsAll(resource, props);
  const named = settable(resource, [...Object.keys(given), ...ownedExtra(resource, props)])
    .filter(({ name, field }) => (isOwned && !field.noDefault && !field.assigned) || isGiven(given[name]))
    .flatMap(({ wire }) => [wire, ...aliasesOf(resource, wire)]);
  return Object.fromEntries(Object.entries(settings).filter(([wire]) => !named.includes(wire)));
}

/** Returns the differences between two sets of settings, secrets masked. */
export function differences(resource: Resource, before: Body, live: Body): UnnamedChange[] {
  // The field's name may mark its value as secret.
  const hidden = (field: string, value: unknown) => masked({ [field]: value })[field];
  return [...new Set([...Object.keys(before), ...Object.keys(live)])]
    .sort()
    .filter((field) => !isSameSetting(resource, field, before[field], live[field]))
    .map((field) => ({
      field,
      ...(isGiven(before[field]) && { expected: hidden(field, before[field]) }),
      ...(isGiven(live[field]) && { actual: hidden(field, live[field]) }),
    }));
}

/** Returns a line such as `messageHandler (not set) → "relay_context"`. */
export function shownDifference(resource: Resource, { field, expected, actual }: UnnamedChange): string {
  const [name] = [...argumentFields(resource)].find(([, wire]) => wire === field) ?? [`extra.${field}`];
  const change = showChange({ property: name, expected, actual });
  return `${change.property} ${change.expected} → ${change.actual}`;
}

/** True when the service returned the value under its other name. */
function isEchoed(resource: Resource, wire: string, live: Live): boolean {
  const winner = own(resource.fields, wire)?.aliasOf;
  return winner !== undefined && live[wire] === effective(resource, winner, live) && isGiven(live[winner]);
}
