// The settings of an adopted object that the program does not name. They are compared with a baseline, which only the user
// changes: by naming a setting, or by a new value of the accepting argument.

import {
  acceptedFields,
  aliasesOf,
  argumentFields,
  BASELINE,
  type Body,
  isExtraField,
  isGiven,
  isSameSetting,
  masked,
  own,
  type Resource,
  SECRET,
  showChange,
  type UnwatchedChange,
  unsetForm,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { unsetBy } from "./changes.ts";
import { compare } from "./compare.ts";
import { mayBeSecret } from "./secrets.ts";
import { flat, ownedExtra, ownsAll, settable } from "./settable.ts";
import { bodyOf, effective, type Props } from "./state.ts";

/** Returns the object's settings under the API's names, without defaults. */
export function nonDefaultSettings(resource: Resource, live: Live): Live {
  const accepted = acceptedFields(resource, resource.configuredBy);
  const set = Object.entries(live).filter(([wire, value]) => {
    const field = own(resource.fields, wire);
    if (!isGiven(value)) return false;
    if (!field || !accepted.includes(wire)) return resource.extra && value !== "" && isExtraField(resource, wire);
    return compare(field, undefined, value) === "foreign" && !isEchoed(resource, wire, live);
  });
  return Object.fromEntries(set);
}

/** Returns the settings that the program does not name. */
export function unnamedSettings(resource: Resource, live: Live, props: Props): Live {
  const given = flat(props);
  const isOwned = ownsAll(resource, props);
  const managed = settable(resource, [...Object.keys(given), ...ownedExtra(resource, props)])
    .filter(({ name, field }) => (isOwned && !field.noDefault && !field.assigned) || isGiven(given[name]))
    .flatMap(({ wire }) => [wire, ...aliasesOf(resource, wire)]);
  return Object.fromEntries(
    Object.entries(nonDefaultSettings(resource, live)).filter(([wire]) => !managed.includes(wire)),
  );
}

/** True when the user accepts the settings that the program does not name. */
export function acceptsUnnamed(resource: Resource, olds: Props, news: Props): boolean {
  return Object.entries(resource.settings ?? {}).some(
    ([name, { movesBaseline }]) => movesBaseline && isGiven(news[name]) && news[name] !== olds[name],
  );
}

/**
 * Returns the baseline to record; undefined when the state has none. A field that the program stops naming joins it: with the
 * value that the service shows after the write that unset it, or with the program's for one without a default (the SIP domain).
 */
export function keptBaseline(resource: Resource, olds: Props, news: Props, live: Live): Live | undefined {
  const baseline = olds[BASELINE] as Live | undefined;
  if (!isGiven(baseline)) return undefined;
  const unset = unsetBy(resource, olds, news).map(({ wire }) => wire);
  const named = Object.entries(bodyOf(resource, olds)).filter(([wire]) => !unset.includes(wire));
  const shown = Object.entries(live).filter(([wire]) => unset.includes(wire));
  return unnamedSettings(resource, { ...Object.fromEntries(named), ...baseline, ...Object.fromEntries(shown) }, news);
}

/** Returns the argument with which the program watches settings that it does not name. */
export function watching({ settings = {} }: Resource, props: Props): { name: string; value: string } | undefined {
  const [found] = Object.entries(settings).filter(([name, { watches }]) => watches && isGiven(props[name]));
  return found && { name: found[0], value: String(found[1].watches) };
}

/** Returns true if Pulumi itself reports manual changes of settings outside the program. */
export function watchesHandChanges(resource: Resource, props: Props): boolean {
  return ownsAll(resource, props) || watching(resource, props) !== undefined;
}

/** Returns the text that the state records for a watched change. It masks addresses, because inputs are not encrypted. */
export function watchedChanges(resource: Resource, baseline: Body, live: Body): string {
  const hidden = (field: string, value: unknown) => (mayBeSecret(resource, field, value) ? SECRET : value);
  return differences(resource, baseline, live, hidden)
    .map((each) => shownDifference(resource, each))
    .join("; ");
}

/** Returns the body that restores the baseline. Fields without a default, such as the SIP domain, are left as they are. */
export function backTo(resource: Resource, baseline: Body, live: Body): Body {
  const fields = differences(resource, baseline, live).flatMap(({ field: wire }) => {
    const field = own(resource.fields, wire);
    if (field?.noDefault) return [];
    return [[wire, baseline[wire] ?? (field ? unsetForm(field) : null)] as const];
  });
  return Object.fromEntries(fields);
}

/** Returns the differences between the settings and the baseline, secrets masked. */
export function differences(
  resource: Resource,
  baseline: Body,
  live: Body,
  // The field's name may mark its value as secret.
  hidden = (field: string, value: unknown) => masked({ [field]: value })[field],
): UnwatchedChange[] {
  return [...new Set([...Object.keys(baseline), ...Object.keys(live)])]
    .sort()
    .filter((field) => !isSameSetting(resource, field, baseline[field], live[field]))
    .map((field) => ({
      field,
      ...(isGiven(baseline[field]) && { expected: hidden(field, baseline[field]) }),
      ...(isGiven(live[field]) && { actual: hidden(field, live[field]) }),
    }));
}

/** Returns a line such as `messageHandler (not set) → "relay_context"`. */
export function shownDifference(resource: Resource, { field, expected, actual }: UnwatchedChange): string {
  const [name] = [...argumentFields(resource)].find(([, wire]) => wire === field) ?? [`extra.${field}`];
  const change = showChange({ property: name, expected, actual });
  return `${change.property} ${change.expected} → ${change.actual}`;
}

/** True when the service returned the value under its other name. */
function isEchoed(resource: Resource, wire: string, live: Live): boolean {
  const winner = own(resource.fields, wire)?.aliasOf;
  return winner !== undefined && live[wire] === effective(resource, winner, live) && isGiven(live[winner]);
}
