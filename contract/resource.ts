import type { GapId } from "./gaps.ts";
import type { HandlerTable } from "./handlers.ts";
import { toCamel } from "./text/names.ts";
import { equivalent, text, type ValueType } from "./values.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object as it travels: names in snake_case. */
export type Body = { readonly [field: string]: unknown };

/** What the value is when nobody set the field. */
export type Default =
  /** A constant of the specification. */
  | { readonly value: string | number | boolean }
  /** The value of that field of the project's SIP profile, as it is at the time of asking (gap `profile-defaults-shown`). */
  | { readonly profile: string; readonly otherwise?: string }
  /** Made up by the service; `text` completes "Default: …". */
  | { readonly text: string };

export interface Field {
  readonly type: ValueType;
  /** What the field means, one or more sentences, for editors and reference pages. */
  readonly doc: string;
  /** Where the fact stands, if neither the resource's `source` nor `gap` says so. */
  readonly source?: string;
  /** The name in programs, where it is not the camelCase form of the field's own. */
  readonly argument?: string;
  /** Must be given when the object is created. */
  readonly required?: true;
  /** Encrypted in state, never printed. */
  readonly secret?: true;
  /** Accepted, never returned. */
  readonly writeOnly?: true;
  /** Returned, never accepted. */
  readonly responseOnly?: true;
  /** Every answer carries a value, so a program's output is never undefined. */
  readonly always?: true;
  /** The live service returns it though the specification does not list it: served, not read. */
  readonly liveOnly?: true;
  /** The service works it out from other fields; nobody sets it. */
  readonly derived?: true;
  readonly default?: Default;
  /** The value that unsets the field; where it is not given, the default constant, else `null`. */
  readonly unset?: JsonValue;
  /** There is no default to go back to: where a program takes the argument away, the value stays. */
  readonly noDefault?: true;
  /** Changing it means another object: the resource is replaced. */
  readonly identity?: true;
  /** The class of resource whose `id` this is. */
  readonly refersTo?: string;
  /** The class of resource that is meant by its label, and need not be there: a client that somebody else issues a token for. */
  readonly namesOne?: string;
  /** Both name one value; where both are sent, the field named here wins. */
  readonly aliasOf?: string;
  /** The answer assumed where the specification is silent. */
  readonly gap?: GapId;
}

/** An argument that steers the provider and is never sent as such, or an output that the provider works out. Named in camelCase. */
export interface LocalField {
  readonly type: ValueType;
  readonly doc: string;
  readonly source?: string;
  readonly default?: Default;
  readonly secret?: true;
  /** Changing it means another object: the resource is replaced. */
  readonly identity?: true;
  /** Stands in for that required field, whose value it leads to. */
  readonly supplies?: string;
  /** Where it is true, none of `exactlyOne` need be given: the object that is there keeps its own. */
  readonly keeps?: true;
  /** Where it is true, the program owns every setting of the object: what it does not name is put to its default. */
  readonly ownsAll?: true;
  /** A new value accepts the settings that the program does not name, as they are at that time. */
  readonly movesBaseline?: true;
  /** Read when the object is made or adopted and never again: to add it or take it away later changes nothing. */
  readonly onlyAtFirst?: true;
}

/** The argument in which a program sends fields of the live service that the specification does not list. */
export interface Extra extends LocalField {
  /** Those that the live service takes and shows in no answer. */
  readonly unshown: readonly string[];
  /** What the live service takes in a field of the specification besides the values listed there. */
  readonly values: { readonly [field: string]: readonly string[] };
}

export type Scope = "Voice" | "Numbers";
export type OperationName = "create" | "read" | "list" | "update" | "delete";

export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{id}` where the object's identifier stands. */
  readonly path: string;
  /** The status of a success. Clients accept any 2xx. */
  readonly status: 200 | 201 | 204;
  /** The scope that the API token needs; none for the token endpoint, which any project token may call (gap `token-scope`). */
  readonly scope?: Scope;
  readonly doc: string;
  readonly source?: string;
  readonly gap?: GapId;
  /** The fields of the request body; where not given, every field that is not response-only. */
  readonly accepts?: readonly string[];
  /** The fields the request must carry; where not given, the required fields on create and none on update. */
  readonly requires?: readonly string[];
  /** Query parameters of a list, each with the field of which it matches a part. */
  readonly filters?: { readonly [parameter: string]: string };
}

/** Objects on one page of a list: when nothing is said, and at most. */
export const PAGE_SIZE = { usual: 50, largest: 1_000 } as const;

/** What a program's author reads of a class besides its `doc`. */
export interface Usage {
  /** Paragraphs in a program's names: what happens when, and what fails. */
  readonly paragraphs: readonly string[];
  /** More of them, of what programs of other languages do not have. */
  readonly ofTypeScript?: readonly string[];
  /** What the engine's commands do at the service. */
  readonly commands: { readonly up: string; readonly destroy: string; readonly import: string };
  /** What the `id` is by which `get` finds an object that the stack does not manage; where not given, the class has no `get`. */
  readonly lookUpId?: string;
  /** The object is found by its unique key too: the class has a `getByUsername` or the like. */
  readonly lookUpByKey?: true;
}

export interface Resource {
  readonly kind: string;
  /** How a sentence names one: "SIP endpoint". */
  readonly title: string;
  /** The field by which people know one from another. */
  readonly label: string;
  /** The field of which no two objects of a project have the same value. */
  readonly uniqueKey?: string;
  readonly doc: string;
  /** Where the facts stand, for example `spec §2.1`. */
  readonly source: string;
  readonly usage: Usage;
  readonly fields: { readonly [field: string]: Field };
  readonly handlers: readonly HandlerTable[];
  readonly operations: { readonly [name in OperationName]?: Operation };
  /** The operation whose request body carries what a program sets. */
  readonly configuredBy: "create" | "update";
  /** Arguments of the program that the provider keeps to itself. */
  readonly settings?: { readonly [argument: string]: LocalField };
  /** The argument for what the specification does not list; a resource without it takes nothing else. */
  readonly extra?: Extra;
  /** Takes and shows whatever it is sent besides its fields: the reference server, when told so. */
  readonly isOpen?: true;
  /** Exactly one of these arguments must be given. */
  readonly exactlyOne?: readonly string[];
  /** Outputs that the provider works out from an answer. */
  readonly computed?: { readonly [output: string]: LocalField };
}

/** A key that the live service returns and the specification does not list (gap `live-response-keys`): served as null, never read and never accepted. */
export function liveOnly(doc: string) {
  return {
    type: text("3fa85f64-5717-4562-b3fc-2c963f66afa6"),
    doc,
    responseOnly: true,
    liveOnly: true,
    gap: "live-response-keys",
  } as const;
}

/** Whether a project has exactly one such object: its path has no place for an id. */
export function isSingle({ operations: { read } }: Resource): boolean {
  return read !== undefined && !read.path.includes("{id}");
}

/** The fields that a request body of this operation may carry. */
export function acceptedFields(resource: Resource, operation: "create" | "update"): string[] {
  const listed = resource.operations[operation]?.accepts;
  if (listed) return [...listed];
  return Object.keys(resource.fields).filter((name) => !resource.fields[name]?.responseOnly);
}

/** The fields that a request body of this operation must carry. */
export function requiredFields(resource: Resource, operation: "create" | "update"): string[] {
  const listed = resource.operations[operation]?.requires;
  if (listed) return [...listed];
  if (operation === "update") return [];
  return acceptedFields(resource, operation).filter((name) => resource.fields[name]?.required);
}

/** The fields that a response carries. */
export function returnedFields(resource: Resource): string[] {
  return Object.keys(resource.fields).filter((name) => !resource.fields[name]?.writeOnly);
}

/** The fields that a program sets, by the names it uses: argument → field. Made once, for every step of every object asks. */
export function argumentFields(resource: Resource): ReadonlyMap<string, string> {
  const made = fieldsByArgument.get(resource);
  if (made) return made;
  const fields = acceptedFields(resource, resource.configuredBy);
  const byArgument = new Map(fields.map((name) => [argumentName(resource, name), name]));
  fieldsByArgument.set(resource, byArgument);
  return byArgument;
}

const fieldsByArgument = new WeakMap<Resource, ReadonlyMap<string, string>>();

/** Every name a program may set: fields, settings, and `extra` where there is one. */
export function argumentNames(resource: Resource): string[] {
  const { settings = {}, extra } = resource;
  return [...argumentFields(resource).keys(), ...Object.keys(settings), ...(extra ? ["extra"] : [])];
}

/** The name a program uses for a field. */
export function argumentName(resource: Resource, field: string): string {
  return resource.fields[field]?.argument ?? toCamel(field);
}

/** The value to send so that a field goes back to its default. */
export function unsetForm(field: Field): JsonValue {
  if (field.unset !== undefined) return field.unset;
  return field.default && "value" in field.default ? field.default.value : null;
}

/** Null and undefined both mean that nothing was said. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a value says "not set": absent, null, the field's own unset form, or the constant that is its default. */
export function isUnset(field: Field, value: unknown): boolean {
  if (!isGiven(value)) return true;
  // An empty text sets nothing where the field takes one; elsewhere it is a mistake (gap `empty-string`).
  if (value === "") return field.type.schema.safeParse(value).success;
  const form = unsetForm(field);
  // An empty list sets nothing, whatever list stands for that.
  if (Array.isArray(value) && value.length === 0) return Array.isArray(form);
  const standard = field.default && "value" in field.default ? field.default.value : form;
  return equivalent(field.type, value, form) || equivalent(field.type, value, standard);
}

/** The fields that name one value together with this one, itself excluded. */
export function aliasesOf(resource: Resource, field: string): string[] {
  const target = own(resource.fields, field)?.aliasOf;
  return Object.keys(resource.fields).filter(
    (name) => name === target || own(resource.fields, name)?.aliasOf === field,
  );
}

/** A lookup that an inherited name such as `constructor` cannot fool. */
export function own<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
