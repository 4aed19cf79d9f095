// Converts between arguments, stored outputs and the service's objects. Stored outputs repeat only the program's settings: the
// state stays small, and the outputs' names show what is managed.

import {
  aliasesOf,
  argumentFields,
  argumentNames,
  type Body,
  choosesHandler,
  equivalent,
  INHERITED,
  isGiven,
  isUnknown,
  isUnset,
  NORMALISED,
  own,
  type Props,
  type Resource,
  returnedFields,
  SCHEMA_VERSION_NAME,
  TRIED,
  toCamel,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { compare } from "./compare.ts";
import { flat, isSetOtherwise, nested, ownedExtra, ownsAll, type Settable, settable } from "./settable.ts";

export type { Props };

export function bodyOf(resource: Resource, inputs: Props): Body {
  const body: { [field: string]: unknown } = {};
  const given = flat(inputs);
  for (const { name, wire } of settable(resource, Object.keys(given)))
    if (isGiven(given[name])) body[wire] = given[name];
  return body;
}

/** Returns the values that the service showed when the state was recorded, by the API's names. */
export function shownBefore(resource: Resource, olds: Props): Body {
  return bodyOf(resource, { ...flat(olds), ...normalisedOf(olds) });
}

export interface Written {
  readonly sent: Body;
  /** The object in the answer. */
  readonly live: Live;
}

/** Returns the outputs after a write: the arguments as given, the service's own fields as returned. */
export function outputsOf(resource: Resource, inputs: Props, { sent, live }: Written, olds: Props = {}): Props {
  const outputs: { [name: string]: unknown } = {
    ...argumentsOf(resource, inputs),
    ...serviceFields(resource, live, olds),
  };
  const normalised: { [name: string]: unknown } = {};
  const [given, before, known] = [flat(inputs), flat(olds), normalisedOf(olds)];
  const members = Object.keys(sent).map((wire) => `extra.${wire}`);
  for (const each of settable(resource, [...Object.keys({ ...given, ...known }), ...members])) {
    const { name, wire, field } = each;
    const isElsewhere =
      isShadowed(resource, wire, inputs) || (!isGiven(given[name]) && isGivenElsewhere(resource, each, given));
    if (field.writeOnly || isElsewhere) continue;
    // A field without a default keeps the value that the program named last.
    const left = field.noDefault ? before[name] : undefined;
    // This write did not send the field, so another writer may have changed it: that is drift, not normalisation.
    const stored = Object.hasOwn(sent, wire) ? effective(resource, wire, live) : (known[name] ?? left);
    if (isGiven(stored) && compare(field, given[name], stored) === "foreign") normalised[name] = stored;
  }
  return Object.keys(normalised).length > 0 ? { ...outputs, [NORMALISED]: normalised } : outputs;
}

/**
 * Returns the record of the values that the object inherits. Those of the stack's own profile count as the program has them, because
 * the same run may write the profile later.
 */
export function inheritedBy(
  resource: Resource,
  inputs: Props,
  live: Live,
  { olds = {}, profile = {} }: { readonly olds?: Props; readonly profile?: Props | undefined },
): Props {
  const [given, known] = [flat(inputs), (olds[INHERITED] ?? {}) as Props];
  const values = settable(resource).flatMap((each) => {
    const { name, wire, field } = each;
    const source = field.default && "profile" in field.default ? field.default.profile : undefined;
    if (source === undefined || isGiven(given[name]) || isSetOtherwise(each, given)) return [];
    const shown = Object.hasOwn(live, wire) ? live[wire] : known[name];
    const managed = profile[toCamel(source)];
    const value = isGiven(managed) && !isUnknown(managed) && !isUnset(field, shown) ? managed : shown;
    return isGiven(value) ? [[name, value] as const] : [];
  });
  return values.length > 0 ? { [INHERITED]: Object.fromEntries(values) } : {};
}

/** True when the field is set under another name: by an argument, in `extra`, or by an alias. Takes flat props. */
function isGivenElsewhere(resource: Resource, each: Settable, given: Props): boolean {
  return isSetOtherwise(each, given) || aliasesOf(resource, each.wire).some((name) => isGiven(given[toCamel(name)]));
}

/** Returns the outputs after a read: managed settings with their live values, and the service's own fields. */
export function outputsFromLive(resource: Resource, inputs: Props, live: Live, olds: Props): Props {
  const outputs = { ...argumentsOf(resource, inputs), ...serviceFields(resource, live, {}) };
  const [now, before] = [flat(inputs), flat(olds)];
  const kept = Object.entries(normalisedOf(olds)).filter(([name]) => now[name] === before[name]);
  return kept.length > 0 ? { ...outputs, [NORMALISED]: Object.fromEntries(kept) } : outputs;
}

/** Returns all fields of an object that is only looked up. */
export function allOutputs(resource: Resource, live: Live): Props {
  const fields = returnedFields(resource).filter((wire) => !resource.fields[wire]?.liveOnly && wire !== "id");
  return Object.fromEntries(fields.map((wire) => [toCamel(wire), live[wire]]));
}

/** True when a read concerns an object on which no program set anything. */
export function isOnlyLookedAt(resource: Resource, props: Props): boolean {
  return !argumentNames(resource).some((name) => isGiven(props[name]));
}

/** True when a program looks an object up by its id (`get`). A refresh of it passes the stored outputs. */
export function isLookUp(resource: Resource, props: Props): boolean {
  return props[SCHEMA_VERSION_NAME] === undefined && isOnlyLookedAt(resource, props);
}

export interface ReadingFacts {
  /** Further arguments that the provider may have set: a value that is not the default counts as changed. */
  readonly mayBeSet?: readonly string[];
  /** The project's SIP profile. Without it, a value that was set elsewhere counts as inherited. */
  readonly profile?: Body | undefined;
  /** True before the first write: a value that the service does not show is not set. */
  readonly isFirst?: true;
}

/**
 * Returns the inputs with which a program would describe the service's object. Names that the program set have their live
 * value. For an object that the program owns, so do settings that were changed elsewhere and differ from their defaults.
 */
export function inputsFromLive(resource: Resource, outputs: Props, live: Live, around: ReadingFacts = {}): Props {
  const inputs = settingsIn(resource, outputs);
  const recordings = flat(outputs);
  const isAsRecorded = ({ field, wire }: Settable, recorded: unknown, actual: unknown) => {
    const compared = compare(field, recorded, actual, around.profile);
    // The first write states the handler, also where the service may use it without being told.
    return around.isFirst && choosesHandler(resource, wire) ? compared === "same" : compared !== "foreign";
  };
  const names = [...Object.keys(recordings), ...(around.mayBeSet ?? []), ...ownedExtra(resource, outputs)];
  for (const each of settable(resource, names)) {
    const { name, wire, field } = each;
    const recorded = recordings[name];
    const actual = effective(resource, wire, live);
    const normalised = normalisedOf(outputs)[name];
    if (isGiven(recorded)) {
      const isKept =
        field.writeOnly ||
        isShadowed(resource, wire, outputs) ||
        (!around.isFirst && isNeverShown(each, live)) ||
        isAsRecorded(each, recorded, actual) ||
        (isGiven(normalised) && equivalent(field.type, normalised, actual));
      if (isKept) inputs[name] = recorded;
      else if (isGiven(actual)) inputs[name] = actual;
    } else if (
      !(isGiven(normalised) && equivalent(field.type, normalised, actual)) &&
      isForeign(resource, each, recordings, actual, around)
    ) {
      inputs[name] = actual;
    }
  }
  return nested(inputs);
}

/** Keeps the stored form of an equivalent value: another order of a list, or an id in capitals, is no change. */
export function keepEquivalent(resource: Resource, olds: Props, news: Props): Props {
  const kept: { [name: string]: unknown } = { ...news };
  const fields = [...argumentFields(resource)].map(([name, wire]) => [name, own(resource.fields, wire)?.type] as const);
  const settings = Object.entries(resource.settings ?? {}).map(([name, { type }]) => [name, type] as const);
  for (const [name, type] of [...fields, ...settings])
    if (type && isGiven(olds[name]) && equivalent(type, olds[name], news[name])) kept[name] = olds[name];
  return kept;
}

/**
 * Returns values that the engine can store: plain JSON without undefined, null or class instances. Any other value would fail
 * the call after the object exists, and orphan it (docs/decisions/0016).
 */
export function storable(props: Props): { [name: string]: unknown } {
  const plain = JSON.parse(JSON.stringify(props)) as { [name: string]: unknown };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null));
}

/** Returns the effective value of a field with an alias: the value of the name that takes precedence. */
export function effective(resource: Resource, wire: string, live: Live): unknown {
  const aliasOf = own(resource.fields, wire)?.aliasOf;
  const names = aliasOf ? [aliasOf, wire] : [wire, ...aliasesOf(resource, wire)];
  return names.map((name) => live[name]).find(isGiven);
}

/** True when an alias of the value is set too and takes precedence, so the service ignores this one. */
export function isShadowed(resource: Resource, wire: string, given: Props): boolean {
  const winner = own(resource.fields, wire)?.aliasOf;
  return winner !== undefined && isGiven(given[toCamel(winner)]);
}

export function givenIn(props: Props): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => isGiven(value)));
}

export function argumentsOf(resource: Resource, props: Props): { [name: string]: unknown } {
  return givenIn(Object.fromEntries(argumentNames(resource).map((name) => [name, props[name]])));
}

/** Returns the arguments that only the provider uses and that have a value. */
export function settingsIn({ settings = {} }: Resource, props: Props): { [name: string]: unknown } {
  return givenIn(Object.fromEntries(Object.keys(settings).map((name) => [name, props[name]])));
}

/** Returns the service's own fields; the stored ones when the service was not asked. */
function serviceFields(resource: Resource, live: Live, olds: Props): { [name: string]: unknown } {
  const fields: { [name: string]: unknown } = {};
  for (const [wire, field] of Object.entries(resource.fields)) {
    if (!field.responseOnly || field.liveOnly || wire === "id") continue;
    const name = toCamel(wire);
    const value = Object.hasOwn(live, wire) ? live[wire] : olds[name];
    if (isGiven(value)) fields[name] = value;
  }
  return fields;
}

/** True for a field outside the contract that no answer contains: its current value cannot be verified. */
function isNeverShown({ isExtra, wire }: Settable, live: Live): boolean {
  return isExtra && !Object.hasOwn(live, wire);
}

/** Returns the fields of a write whose outcome is unknown, by the API's names. */
export function triedIn(olds: Props): readonly string[] {
  return (olds[TRIED] ?? []) as readonly string[];
}

/** Returns the service's own forms of values, under the API's names. */
export function normalisedFields(resource: Resource, outputs: Props): Body {
  const known = normalisedOf(outputs);
  const fields = settable(resource, Object.keys(known)).filter(({ name }) => isGiven(known[name]));
  return Object.fromEntries(fields.map(({ name, wire }) => [wire, known[name]]));
}

/** Returns the service's forms of arguments, as the state records them. */
export function normalisedOf(outputs: Props): Props {
  return (outputs[NORMALISED] as Props | undefined) ?? {};
}

/** True for a setting changed by hand that this stack had left at its default, or had reset. */
function isForeign(
  resource: Resource,
  each: Settable,
  outputs: Props,
  actual: unknown,
  { mayBeSet = [], profile }: ReadingFacts,
): boolean {
  const { name, field } = each;
  if (field.writeOnly || compare(field, undefined, actual, profile) !== "foreign") return false;
  if (isGivenElsewhere(resource, each, outputs)) return false;
  // An adopted object keeps settings that the program never named, unless the program manages all of them.
  const isOwned = resource.configuredBy === "create" || (ownsAll(resource, outputs) && !field.assigned);
  return mayBeSet.includes(name) || (isOwned && !field.aliasOf);
}
