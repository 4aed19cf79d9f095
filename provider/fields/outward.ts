// The walk outward: the program's arguments → the body of a request. A member of the argument `extra` counts as an argument named
// like `extra.call_relay_topic`.

import {
  argumentFields,
  type Body,
  equivalent,
  type Field,
  isGiven,
  json,
  knownExtraFields,
  NORMALISED,
  own,
  type Props,
  type Resource,
  TRIED,
  toCamel,
  unsetForm,
} from "../../contract/index.ts";

/** A setting that a program can change on an object. */
export interface Settable {
  readonly name: string;
  /** The field's name in the API. */
  readonly wire: string;
  readonly field: Field;
  readonly isExtra: boolean;
}

const PREFIX = "extra.";

/** Returns every argument that sets a field, and the given names that are members of `extra`. */
export function settable(resource: Resource, names: Iterable<string> = []): readonly Settable[] {
  const made =
    settableByArgument.get(resource) ??
    [...argumentFields(resource)].map(([name, wire]) => ({
      name,
      wire,
      field: settableField(resource, wire),
      isExtra: false,
    }));
  settableByArgument.set(resource, made);
  const extra = [...new Set(names)].flatMap(memberOf).map(([name, wire]) => {
    return { name, wire, field: { ...settableField(resource, wire), type: json }, isExtra: true };
  });
  return extra.length > 0 ? [...made, ...extra] : made;
}

const settableByArgument = new WeakMap<Resource, readonly Settable[]>();

/** Moves the members of `extra` beside the arguments. */
export function flat(props: Props): Props {
  const { extra, ...others } = props;
  if (typeof extra !== "object" || extra === null) return props;
  const members = Object.entries(extra).map(([wire, value]) => [PREFIX + wire, value] as const);
  return { ...others, ...Object.fromEntries(members) };
}

/** Moves the members back into `extra`, as in a program. */
export function nested(props: Props): Props {
  const members = Object.entries(props).flatMap(([name, value]) =>
    memberOf(name).map(([, wire]) => [wire, value] as const),
  );
  if (members.length === 0) return props;
  const others = Object.entries(props).filter(([name]) => !name.startsWith(PREFIX));
  return { ...Object.fromEntries(others), extra: Object.fromEntries(members) };
}

/** Returns the fields that the program names, with its values. */
export function bodyOf(resource: Resource, inputs: Props): Body {
  const given = flat(inputs);
  const named = settable(resource, Object.keys(given)).filter(({ name }) => isGiven(given[name]));
  return Object.fromEntries(named.map(({ name, wire }) => [wire, given[name]]));
}

/** Returns the body of a partial update from the stored outputs to the new inputs; empty when no request is needed. */
export function changesOf(resource: Resource, olds: Props, news: Props): Body {
  const [before, after, tried] = [flat(olds), flat(news), triedIn(olds)];
  const names = [...Object.keys({ ...before, ...after }), ...membersOf(resource, tried)];
  const changes = settable(resource, names).flatMap((each): [string, unknown][] => {
    const { name, wire, field } = each;
    // The service stores one value for two names. Sending only the name without precedence would overwrite the other.
    if (isShadowed(resource, wire, news)) return [];
    if (!isGiven(after[name]))
      return isTakenAway(each, before, after, tried) && !field.required ? [[wire, unsetForm(field)]] : [];
    const previous = otherNames(each).reduce((value, other) => value ?? before[other], before[name]);
    const isKnown = !tried.includes(wire) && isGiven(previous) && !isShadowed(resource, wire, olds);
    return isKnown && equivalent(field.type, previous, after[name]) ? [] : [[wire, after[name]]];
  });
  return Object.fromEntries(changes);
}

/** Adds the fields that each update repeats; an empty body stays empty. */
export function withRepeated(resource: Resource, body: Body, news: Props): Body {
  if (Object.keys(body).length === 0) return body;
  const repeated = (resource.operations.update?.repeats ?? []).map((wire) => {
    const field = own(resource.fields, wire);
    return [wire, news[toCamel(wire)] ?? (field && unsetForm(field))] as const;
  });
  return { ...Object.fromEntries(repeated), ...body };
}

/** Returns the settings that this update resets to their defaults. */
export function unsetBy(resource: Resource, olds: Props, news: Props): Settable[] {
  const [before, after, tried] = [flat(olds), flat(news), triedIn(olds)];
  const names = [...Object.keys(before), ...membersOf(resource, tried)];
  return settable(resource, names).filter((each) => isTakenAway(each, before, after, tried));
}

/** True when the value was set before, or an earlier write may have set it, and it is no longer set under any name. */
function isTakenAway(each: Settable, before: Props, after: Props, tried: readonly string[]): boolean {
  const { name, wire, field } = each;
  const mayBeSet = isGiven(before[name]) || tried.includes(wire);
  return mayBeSet && !isGiven(after[name]) && !field.noDefault && !isSetByOtherName(each, after);
}

/** True when the field is set under its other name: by its argument, or in `extra`. Takes flat props. */
export function isSetByOtherName(each: Settable, props: Props): boolean {
  return otherNames(each).some((name) => isGiven(props[name]));
}

function otherNames({ name, wire }: Settable): string[] {
  return [toCamel(wire), PREFIX + wire].filter((each) => each !== name);
}

/** True when an alias of the value is set too and takes precedence, so the service ignores this one. */
export function isShadowed(resource: Resource, wire: string, given: Props): boolean {
  const winner = own(resource.fields, wire)?.aliasOf;
  return winner !== undefined && isGiven(given[toCamel(winner)]);
}

/** True when the program manages every setting of the object. */
export function ownsAll({ settings = {} }: Resource, props: Props): boolean {
  return Object.entries(settings).some(([name, setting]) => setting.ownsAll && props[name] === true);
}

/** Returns the members of `extra` that a program manages besides those it names. */
export function ownedExtra(resource: Resource, props: Props): string[] {
  if (!ownsAll(resource, props)) return [];
  const known = knownExtraFields(resource).filter((wire) => own(resource.fields, wire));
  return known.map((wire) => PREFIX + wire);
}

/** Returns the service's forms of the values, by argument. */
export function normalisedOf(outputs: Props): Props {
  return (outputs[NORMALISED] as Props | undefined) ?? {};
}

/** Returns the service's forms under the API's names. */
export function normalisedFields(resource: Resource, outputs: Props): Body {
  return bodyOf(resource, normalisedOf(outputs));
}

/** Returns the fields of a write whose outcome is unknown, by the API's names. */
export function triedIn(olds: Props): readonly string[] {
  return (olds[TRIED] ?? []) as readonly string[];
}

/** Returns the names of those fields that only `extra` sets. */
export function membersOf(resource: Resource, wires: readonly string[]): string[] {
  const named = new Set(argumentFields(resource).values());
  return wires.filter((wire) => !named.has(wire)).map((wire) => PREFIX + wire);
}

/** Returns the field's descriptor. A field outside the specification takes any value. */
function settableField({ fields }: Resource, wire: string): Field {
  const field = own(fields, wire);
  if (field && !field.responseOnly) return field;
  return { type: json, doc: "", ...(field?.noDefault && { noDefault: true }) };
}

function memberOf(name: string): [name: string, wire: string][] {
  return name.startsWith(PREFIX) ? [[name, name.slice(PREFIX.length)]] : [];
}
