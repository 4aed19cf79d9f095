// The walk inward: an object of the service → stored outputs, and the arguments that describe it. Stored outputs repeat only the
// program's settings: the state stays small, and the outputs' names show what is managed.

import { isDeepStrictEqual } from "node:util";
import {
  aliasesOf,
  argumentNames,
  type Body,
  choosesHandler,
  equivalent,
  type Field,
  INHERITED,
  isGiven,
  isUnknown,
  isUnset,
  NORMALISED,
  PROJECT,
  type Props,
  type Resource,
  returnedFields,
  SECRET_MARK,
  toCamel,
} from "../../contract/index.ts";
import { effective, inheritedFrom, type Live } from "../client/answers.ts";
import {
  flat,
  isSetByOtherName,
  isShadowed,
  membersOf,
  nested,
  normalisedOf,
  ownedExtra,
  ownsAll,
  type Settable,
  settable,
} from "./outward.ts";

/**
 * The only comparison of a field: true when the service shows what the program says. For a field that the program leaves unset, that
 * is an unset form, the default, or what the SIP profile may have set. Without the profile, an inheriting field may have any value.
 */
export function isSame(field: Field, said: unknown, shown: unknown, profile?: Body): boolean {
  return isEqual(field, said, shown) || (isUnset(field, said) && isInherited(field, shown, profile));
}

/** True for equal values, and when both mean "not set". */
export function isEqual(field: Field, a: unknown, b: unknown): boolean {
  return equivalent(field.type, a, b) || (isUnset(field, a) && isUnset(field, b));
}

/**
 * True for a value that may come from the profile: the service shows no origin (gap `profile-defaults-shown`). Also true when the
 * profile does not show the field, or cannot be read.
 */
function isInherited(field: Field, shown: unknown, profile: Body | undefined): boolean {
  const source = inheritedFrom(field);
  if (!source) return false;
  // The service also returns an empty text for a setting that is not set.
  const inForce = profile && (profile[source.profile] || source.otherwise);
  if (!isGiven(inForce) || (Array.isArray(inForce) && inForce.length === 0)) return true;
  return equivalent(field.type, inForce, shown);
}

/** True when a comparison needs the profile: a field that the program leaves unset has a value. */
export function needsProfile(resource: Resource, outputs: Props, live: Live): boolean {
  return settable(resource).some(
    ({ name, wire, field }) => inheritedFrom(field) && isUnset(field, outputs[name]) && !isUnset(field, live[wire]),
  );
}

export interface Shown {
  /** The object in the service's answer. */
  readonly live: Live;
  /** The stored outputs from before this operation. */
  readonly olds?: Props;
  /** The arguments of the stack's own SIP profile. */
  readonly profile?: Props | undefined;
  /** The body of the write that was answered; undefined after a read. */
  readonly sent?: Body;
}

/**
 * Returns the outputs after a write or a read: the inputs, the service's own fields, the service's forms of what was sent, and
 * inherited values.
 */
export function outputsOf(resource: Resource, inputs: Props, shown: Shown): Props {
  const { live, olds = {}, sent } = shown;
  const given = flat(inputs);
  const names = [...Object.keys({ ...given, ...normalisedOf(olds) }), ...membersOf(resource, Object.keys(sent ?? {}))];
  const settings = settable(resource, names);
  return {
    ...argumentsOf(resource, inputs),
    // A write may have asked for nothing.
    ...serviceFields(resource, live, sent ? olds : {}),
    ...recordOf(NORMALISED, settings, (each) => ownForm(resource, each, given, shown)),
    ...recordOf(INHERITED, settings, (each) => inheritedValue(each, given, shown)),
  };
}

/** Returns a record of these settings' values, by argument; empty when none has a value. */
function recordOf(name: string, settings: readonly Settable[], read: (each: Settable) => unknown): Props {
  const values = settings.map((each) => [each.name, read(each)] as const).filter(([, value]) => isGiven(value));
  return values.length > 0 ? { [name]: Object.fromEntries(values) } : {};
}

/** Returns the service's form of what this write sent, or an earlier one while the argument shows no other value. */
function ownForm(resource: Resource, each: Settable, given: Props, { live, olds = {}, sent }: Shown): unknown {
  const { name, wire, field } = each;
  const [before, known] = [flat(olds)[name], normalisedOf(olds)[name]];
  function earlierForm(): unknown {
    // A field without a default keeps the value that the program named last.
    if (sent && field.noDefault && !isGiven(given[name])) return known ?? before;
    return isGiven(known) && isDeepStrictEqual(given[name], before) ? known : undefined;
  }
  const form = sent && Object.hasOwn(sent, wire) ? effective(resource, wire, live) : earlierForm();
  if (!isGiven(form) || field.writeOnly || isDecidedByAlias(resource, each, given)) return undefined;
  return isSame(field, given[name], form) ? undefined : form;
}

/**
 * Returns the value that the object inherits. That of the stack's own profile counts as the program has it, because the same run
 * may write the profile later.
 */
function inheritedValue(each: Settable, given: Props, { live, olds = {}, profile }: Shown): unknown {
  const { name, wire, field, isExtra } = each;
  const source = inheritedFrom(field);
  if (!source || isExtra || isGiven(given[name]) || isSetByOtherName(each, given)) return undefined;
  const shown = Object.hasOwn(live, wire) ? live[wire] : ((olds[INHERITED] ?? {}) as Props)[name];
  const managed = profile?.[toCamel(source.profile)];
  const value = isGiven(managed) && !isUnknown(managed) && !isUnset(field, shown) ? managed : shown;
  // The program may have marked the number in a profile that this process has not checked.
  const mayBeSecret = profile === undefined && String(value).startsWith("+");
  return mayBeSecret ? { [SECRET_MARK.name]: SECRET_MARK.value, value } : value;
}

/** Returns all fields of an object that is only looked up. */
export function allOutputs(resource: Resource, live: Live): Props {
  const fields = returnedFields(resource).filter((wire) => !resource.fields[wire]?.liveOnly && wire !== "id");
  return Object.fromEntries(fields.map((wire) => [toCamel(wire), live[wire]]));
}

/** True when a program only looks an object up (`get`): it sets no argument, and no state has recorded the object. */
export function isLookUp(resource: Resource, props: Props): boolean {
  return props[PROJECT] === undefined && !argumentNames(resource).some((name) => isGiven(props[name]));
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
  const { mayBeSet = [], profile, isFirst } = around;
  const [recorded, forms, isWhole] = [flat(outputs), normalisedOf(outputs), ownsAll(resource, outputs)];
  const isOwned = ({ name, field }: Settable) =>
    mayBeSet.includes(name) || (!field.aliasOf && (resource.operations.create || (isWhole && !field.assigned)));
  const isAsSaid = ({ wire, field }: Settable, said: unknown, shown: unknown) =>
    // The first write states the handler, also where the service may use it without being told.
    isFirst && isGiven(said) && choosesHandler(resource, wire)
      ? equivalent(field.type, said, shown)
      : isSame(field, said, shown, profile);

  const names = [...Object.keys(recorded), ...mayBeSet, ...ownedExtra(resource, outputs)];
  const inputs = settable(resource, names).flatMap((each) => {
    const { name, wire, field, isExtra } = each;
    const [said, shown] = [recorded[name], effective(resource, wire, live)];
    if (!isGiven(said) && !isGiven(shown)) return [];
    // The current value of a field outside the contract that no answer contains cannot be verified.
    const isHidden = field.writeOnly || (isExtra && !isFirst && !Object.hasOwn(live, wire));
    const isForm = isGiven(forms[name]) && equivalent(field.type, forms[name], shown);
    const isKept = isHidden || isForm || isDecidedByAlias(resource, each, recorded) || isAsSaid(each, said, shown);
    const value = isKept ? said : shown;
    return isGiven(value) && (isGiven(said) || isOwned(each)) ? [[name, value] as const] : [];
  });
  return nested({ ...settingsIn(resource, outputs), ...Object.fromEntries(inputs) });
}

/** True when another name of the value counts: for a given one, an alias with precedence; else any alias, argument or member. */
function isDecidedByAlias(resource: Resource, each: Settable, given: Props): boolean {
  if (isGiven(given[each.name])) return isShadowed(resource, each.wire, given);
  return isSetByOtherName(each, given) || aliasesOf(resource, each.wire).some((wire) => isGiven(given[toCamel(wire)]));
}

/**
 * Returns values that the engine can store: plain JSON without undefined, null or class instances. Any other value would fail
 * the call after the object exists, and orphan it (docs/decisions/0016).
 */
export function storable(props: Props): { [name: string]: unknown } {
  const plain = JSON.parse(JSON.stringify(props)) as { [name: string]: unknown };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null));
}

/** Returns the properties that have a value, of all or of these names. */
export function givenIn(props: Props, names: readonly string[] = Object.keys(props)): { [name: string]: unknown } {
  return Object.fromEntries(names.filter((name) => isGiven(props[name])).map((name) => [name, props[name]]));
}

export function argumentsOf(resource: Resource, props: Props): { [name: string]: unknown } {
  return givenIn(props, argumentNames(resource));
}

/** Returns the arguments that only the provider uses and that have a value. */
export function settingsIn({ settings = {} }: Resource, props: Props): { [name: string]: unknown } {
  return givenIn(props, Object.keys(settings));
}

/** Returns the service's own fields; the stored ones when the service was not asked. */
function serviceFields({ fields }: Resource, live: Live, olds: Props): { [name: string]: unknown } {
  const names = Object.keys(fields).filter((wire) => {
    const { responseOnly, liveOnly } = fields[wire] ?? {};
    return responseOnly && !liveOnly && wire !== "id";
  });
  return givenIn(
    Object.fromEntries(
      names.map((wire) => [toCamel(wire), Object.hasOwn(live, wire) ? live[wire] : olds[toCamel(wire)]]),
    ),
  );
}
