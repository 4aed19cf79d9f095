import * as z from "zod";
import { isUnknown } from "./engine.ts";
import { own, toCamel, toSnake } from "./names.ts";
import { acceptedFields, type Extra, isGiven, type LocalField, type Resource } from "./resource.ts";
import { equivalent, flag, type ValueType, validateValue } from "./values.ts";

export const json: ValueType = { schema: z.unknown(), ts: "unknown", example: "https://example.com/script.json" };

export function extraFields(known: Partial<Pick<Extra, "unshown" | "values">> = {}): Extra {
  return {
    type: { schema: z.record(z.string(), z.unknown()), ts: "{ [field: string]: unknown }", example: "{}" },
    doc:
      "Fields of the live service that have no argument here, by the API's own names, and values that an argument does not take. " +
      "They are sent unchanged and compared like arguments. If you remove a field, null is sent once.",
    ...{ unshown: [], values: {} },
    ...known,
  };
}

/** Returns the argument with which a program owns every setting of an adopted object; `title` as in "the number". */
export function exclusiveSetting(title: string, exceptions = ""): LocalField {
  return {
    type: flag(),
    doc: `The program owns every setting of the ${title}. One that it does not name gets its default, and a change of it by hand is drift. This includes known fields of \`extra\`.${exceptions}`,
    default: { value: false },
    ownsAll: true,
  };
}

/** True for a field that only the live service has, and that requests may set. */
export function isExtraField(resource: Resource, name: string): boolean {
  const field = own(resource.fields, name);
  return field === undefined || (field.liveOnly === true && !field.computed);
}

/** True when two values of a field mean the same. Values of a field outside the specification are compared as JSON. */
export function isSameSetting(resource: Resource, name: string, a: unknown, b: unknown): boolean {
  return equivalent(own(resource.fields, name)?.type ?? json, a, b);
}

export function knownExtraFields(resource: Resource): string[] {
  if (!resource.extra) return [];
  return [...Object.keys(resource.fields).filter((name) => isExtraField(resource, name)), ...resource.extra.unshown];
}

/** Returns the fields outside the specification that the service takes. */
export function furtherFields({ fields }: Resource): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.takenInExtra);
}

/** Returns a remedy for messages: how to send a field that has no argument. */
export function viaExtra(field: string, value?: string): string {
  return `set extra: { ${field}: ${value === undefined ? "…" : JSON.stringify(value)} }`;
}

/**
 * Returns the problem of one field in `extra`, completing the sentence "extra.<field> …"; undefined for a field that can be
 * sent.
 */
export function extraProblem(
  resource: Resource,
  [name, value]: readonly [string, unknown],
  args: { readonly [argument: string]: unknown },
): string | undefined {
  if (!API_NAME.test(name)) {
    const spelled = toSnake(name);
    return `must be named as the API does${API_NAME.test(spelled) ? `: ${spelled}` : ", as in call_relay_topic"}`;
  }
  if (value === null) return "cannot be null: leave it out";
  if (acceptedFields(resource).includes(name)) {
    const argument = toCamel(name);
    if (isGiven(args[argument])) return `and ${argument} are both given: keep one of them`;
    const field = own(resource.fields, name);
    const isTaken = field && (field.secret || (!isUnknown(value) && validateValue(field.type, value).length === 0));
    return isTaken ? `has an argument of its own: use ${argument}` : undefined;
  }
  return isExtraField(resource, name) ? undefined : "is set by the service alone: remove it";
}

const API_NAME = /^[a-z][a-z0-9_]*$/;
