// Reads the arguments and outputs of a class from its descriptor, for every generator.

import {
  argumentFields,
  type Field,
  isSingle,
  type LocalField,
  lookUpArgument,
  plural,
  type Resource,
  resources,
  toCamel,
  withArticle,
} from "../../contract/index.ts";
import type { Setting } from "../../provider/config/settings.ts";
import { upperFirst } from "./names.ts";

export interface Member {
  readonly name: string;
  /** The field's name in the API; absent for an argument that only the provider uses. */
  readonly wire?: string;
  readonly field: Field | LocalField;
  readonly required: boolean;
  readonly secret: boolean;
  /** True when every answer has a value. */
  readonly always: boolean;
  /** The conditions under which the service reads it: "call_handler is relay_script". */
  readonly usedWhen: readonly string[];
  readonly requiredWhen: readonly string[];
}

export function args(resource: Resource): Member[] {
  const fields = [...argumentFields(resource)].map(([name, wire]) => member(resource, name, wire));
  const isAlways = (name: string) =>
    Object.entries(resource.fields).some(([wire, { alwaysReturned }]) => alwaysReturned && toCamel(wire) === name);
  const settings = Object.entries(resource.settings ?? {}).map(([name, field]) => local(name, field, isAlways(name)));
  const extra = resource.extra ? [local("extra", resource.extra, false)] : [];
  return [...fields.filter((each) => each.required), ...settings, ...fields.filter((each) => !each.required), ...extra];
}

export function outputs(resource: Resource): Member[] {
  const settable = new Set(args(resource).map((each) => each.name));
  const fields = Object.entries(resource.fields)
    .filter(([, field]) => !field.liveOnly && !field.writeOnly)
    .map(([wire]) => member(resource, toCamel(wire), wire));
  const addedByProvider = Object.entries(resource.addedOutputs ?? {}).map(([name, field]) => local(name, field, true));
  return [...fields, ...addedByProvider].filter((each) => !settable.has(each.name) && each.name !== "id");
}

/**
 * True for an output that every object has. An argument that the program does not set is not one, even where the service always has a
 * value: the state holds what the program set, so that a setting of someone else is no drift.
 */
export function isAlwaysThere({ required, always }: Member): boolean {
  return required || always;
}

/** True for a value in the service's answers, which a program can look up. */
export function isShown(resource: Resource, { name }: Member): boolean {
  return Object.entries(resource.fields).some(
    ([wire, field]) => !field.writeOnly && !field.liveOnly && toCamel(wire) === name,
  );
}

/** Returns the default as text, with a program's names. */
export function defaultText(resource: Resource, field: Field | LocalField): string | undefined {
  const value = field.default;
  if (!value) return undefined;
  if ("value" in value) return `\`${JSON.stringify(value.value).replaceAll(",", ", ")}\``;
  return "profile" in value ? `the SIP profile's \`${toCamel(value.profile)}\`` : inProgramNames(resource, value.text);
}

export function paragraphs({ doc, usage }: Resource): string[] {
  return [doc, ...usage.paragraphs, ...(usage.ofTypeScript ?? [])];
}

/** How a program finds objects of a class that it does not manage. */
export interface LookUps {
  /** What the id is, in words. */
  readonly id: string;
  /** The method of the class in TypeScript, its parameter, and the argument with the key. */
  readonly byKey?: { readonly method: string; readonly parameter: string; readonly key: string };
  /** The function that lists all of them, with its filters. */
  readonly list?: { readonly name: string; readonly filters: readonly string[] };
}

/** Returns undefined for a class without look-ups. */
export function lookUpsOf(className: string, resource: Resource): LookUps | undefined {
  const { kind, usage, operations } = resource;
  if (usage.lookUpId === undefined) return undefined;
  // The `get` of an adopted object takes its key too.
  const key = (operations.create && lookUpArgument(resource)) ?? "";
  // A parameter of another meaning has the name already: then `videoRoomName`.
  const parameter = key === "name" || key === "opts" ? kind + upperFirst(key) : key;
  const filters = Object.values(operations.list?.filters ?? {}).map(toCamel);
  return {
    id: usage.lookUpId,
    ...(key !== "" && { byKey: { method: `getBy${upperFirst(key)}`, parameter, key } }),
    ...(operations.list && { list: { name: `get${plural(className)}`, filters } }),
  };
}

/** Names every kind of object: `SIP endpoints, phone numbers … and SWML scripts`. */
export function kindsInWords(): string {
  const kinds = Object.values<Resource>(resources).map((each) =>
    isSingle(each) ? `the ${each.title}` : plural(each.title),
  );
  return new Intl.ListFormat("en-GB").format(kinds);
}

/** Replaces the API's names between backticks by the program's names. */
export function inProgramNames(resource: Resource, text: string): string {
  return text.replace(/`([a-z0-9_]+)`/g, (whole, name: string) =>
    Object.hasOwn(resource.fields, name) ? `\`${toCamel(name)}\`` : whole,
  );
}

function member(resource: Resource, name: string, wire: string): Member {
  const field = resource.fields[wire];
  if (!field) throw new Error(`${upperFirst(withArticle(resource.title))} has no field ${wire}`);
  const cases = resource.handlers.flatMap((table) =>
    Object.entries(table.cases).map(([value, each]) => ({
      when: `\`${toCamel(table.field)}\` is \`${value}\``,
      uses: each.uses.includes(wire),
      requires: each.requires.flat().includes(wire),
    })),
  );
  return {
    name,
    wire,
    field,
    required: field.required === true && !resource.exactlyOne?.includes(name),
    secret: field.secret === true,
    always: field.alwaysReturned === true,
    usedWhen: cases.filter((each) => each.uses).map((each) => each.when),
    requiredWhen: cases.filter((each) => each.requires).map((each) => each.when),
  };
}

function local(name: string, field: LocalField, always: boolean): Member {
  return { name, field, required: false, secret: field.secret === true, always, usedWhen: [], requiredWhen: [] };
}

export function settingText({ doc, default: standard, variable }: Setting): string {
  const lines = [doc];
  if (standard !== undefined) lines.push(`Default: \`${standard}\`.`);
  if (variable !== undefined) lines.push(`Or the environment variable ${variable}.`);
  return lines.join(" ");
}
