// The settings that a program can change on an object. A member of the argument `extra` counts as an argument named like
// `extra.call_relay_topic`.

import {
  acceptedFields,
  argumentFields,
  byLikeness,
  type Field,
  isGiven,
  json,
  knownExtraFields,
  namesLike,
  own,
  type Props,
  type Resource,
  toCamel,
} from "../../contract/index.ts";

export interface Settable {
  readonly name: string;
  /** The field's name in the API. */
  readonly wire: string;
  readonly field: Field;
  readonly isExtra: boolean;
}

const PREFIX = "extra.";

/** Returns every argument that sets a field, and the given names that are members of `extra`. */
export function settable(resource: Resource, names: Iterable<string> = []): Settable[] {
  const fields = [...argumentFields(resource)].map(([name, wire]) => ({
    name,
    wire,
    field: fieldOf(resource, wire),
    isExtra: false,
  }));
  const extra = [...new Set(names)].flatMap(memberOf).map(([name, wire]) => {
    return { name, wire, field: { ...fieldOf(resource, wire), type: json }, isExtra: true };
  });
  return [...fields, ...extra];
}

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

/** True when the field is set under another name: by its argument, or in `extra`. Takes flat props. */
export function isSetOtherwise({ name, wire }: Settable, props: Props): boolean {
  return [toCamel(wire), PREFIX + wire].some((each) => each !== name && isGiven(props[each]));
}

/** Returns the value of a field under this name, else under its other one: the argument or the member of `extra`. Takes flat props. */
export function valueByEitherName({ name, wire, isExtra }: Settable, props: Props): unknown {
  return props[name] ?? props[isExtra ? toCamel(wire) : PREFIX + wire];
}

/** True when the program manages every setting of the object. */
export function ownsAll({ settings = {} }: Resource, props: Props): boolean {
  return Object.entries(settings).some(([name, setting]) => setting.ownsAll && props[name] === true);
}

/** Returns the members of `extra` that a program manages besides those it names. */
export function ownedExtra(resource: Resource, props: Props): string[] {
  return ownsAll(resource, props)
    ? knownExtraFields(resource)
        .filter((wire) => own(resource.fields, wire))
        .map((wire) => PREFIX + wire)
    : [];
}

/** Warns of a member of `extra` that no answer shows. Of several likely names, the nearest is suggested. */
export function unshownText(resource: Resource, label: unknown, wire: string): string {
  const object = `the ${resource.title}${isGiven(label) ? ` "${String(label)}"` : ""}`;
  const settings = acceptedFields(resource, resource.configuredBy);
  const names = [...knownExtraFields(resource), ...settings].filter((name) => name !== wire);
  const [like] = byLikeness(wire, namesLike(wire, names, Math.ceil(wire.length / 6)));
  const asked = like !== undefined && settings.includes(like) ? `the argument ${toCamel(like)}` : like;
  return (
    `the service took \`${PREFIX}${wire}\` of ${object} and does not show it. It drops keys that it does not know, without an error. ` +
    `${asked === undefined ? "" : `Did you mean ${asked}? `}Compare the name with the API reference; a field that the service never shows needs no change.`
  );
}

/** Reports a value that the service stores in a form of its own. Without `form`, the value is secret. */
export function ownFormText(
  resource: Resource,
  label: unknown,
  { name, form }: { name: string; form?: unknown },
): string {
  const object = `the ${resource.title}${isGiven(label) ? ` "${String(label)}"` : ""}`;
  const shown = form === undefined ? "in a form of its own" : `as ${JSON.stringify(form)}`;
  return `The service shows \`${name}\` of ${object} ${shown}. The state records this form of the program's value: it is no drift.`;
}

/** Returns the field's descriptor. A field outside the specification takes any value. */
function fieldOf({ fields }: Resource, wire: string): Field {
  const field = own(fields, wire);
  if (field && !field.responseOnly) return field;
  return { type: json, doc: "", ...(field?.noDefault && { noDefault: true }) };
}

function memberOf(name: string): [name: string, wire: string][] {
  return name.startsWith(PREFIX) ? [[name, name.slice(PREFIX.length)]] : [];
}
