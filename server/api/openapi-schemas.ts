import * as z from "zod";
import {
  acceptedFields,
  type Field,
  furtherFields,
  type HandlerTable,
  type JsonValue,
  listsOf,
  NO_HANDLER,
  nameInBody,
  own,
  type Resource,
  requiredFields,
  resources,
  returnedFields,
} from "../../contract/index.ts";

export interface Schema {
  readonly [member: string]: unknown;
}

export function requestSchema(resource: Resource, operation: "create" | "update"): Schema {
  // The path holds the parent's id.
  const isInBody = (name: string) => name !== resource.parent;
  const further = furtherFields(resource);
  const fields = [...acceptedFields(resource, operation).filter(isInBody), ...further];
  const required = requiredFields(resource, operation).filter(isInBody);
  // An update may leave out what is stored.
  const conditions = (operation === "create" ? resource.handlers : [])
    .filter(({ cases }) => Object.values(cases).some(({ requires }) => requires.length > 0))
    .map((table) => handlerCondition(table, resource.isOpen === true));
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map((name) => {
        const field = resource.fields[name] as Field;
        const schema = fieldSchema(field);
        const clearable = !field.required && !required.includes(name);
        const { description, default: preset, ...value } = schema;
        const unset = resource.dialect?.isForm ? { const: "" } : { type: "null" };
        const whole = clearable ? { description, anyOf: [value, unset] } : { description, ...value };
        return [
          nameInBody(resource, name),
          {
            ...whole,
            ...(preset !== undefined && { default: preset }),
            ...(field.secret && { format: "password" }),
            ...(field.writeOnly && { writeOnly: true }),
          },
        ];
      }),
    ),
    ...(required.length > 0 && { required: required.map((name) => nameInBody(resource, name)) }),
    ...(conditions.length > 0 && { allOf: conditions }),
    additionalProperties: resource.isOpen === true,
  };
}

/**
 * Returns one flat alternative for each handler that needs fields, and one for the rest. Tools that generate bodies give up on
 * nested conditions.
 */
function handlerCondition({ field, cases }: HandlerTable, isOpen: boolean): Schema {
  const needing = Object.entries(cases).filter(([, { requires }]) => requires.length > 0);
  const alternatives = needing.flatMap(([value, { requires }]) =>
    waysToGive(requires).map((names) => ({
      properties: { [field]: { const: value }, ...Object.fromEntries(names.map((name) => [name, IS_SET])) },
      required: [field, ...names],
    })),
  );
  const named = needing.map(([value]) => value);
  const others = Object.keys(cases).filter((value) => !named.includes(value));
  // Where extra fields are accepted, other handlers need nothing either (gap `unknown-keys`).
  const rest = isOpen ? { not: { enum: named } } : { enum: [...others, NO_HANDLER, null] };
  return { anyOf: [...alternatives, { properties: { [field]: rest } }] };
}

const IS_SET = { not: { type: "null" } };

/** Returns each choice of names that gives every need, of which a list needs any one. */
function waysToGive(needs: readonly (string | readonly string[])[]): string[][] {
  return needs.reduce<string[][]>(
    (ways, need) => ways.flatMap((way) => [need].flat().map((name) => [...way, name])),
    [[]],
  );
}

export function responseSchema(resource: Resource): Schema {
  const { dialect, doc, label } = resource;
  const form = dialect?.nested;
  const names = returnedFields(resource);
  if (!form) {
    const schema = objectSchema(resource, names);
    const { idAs = "id", embeds = {} } = dialect ?? {};
    // An answer with a renewed token lacks what stays.
    const always = names.filter((name) => resource.operations.read || resource.fields[name]?.alwaysReturned);
    const renamed = (name: string) => (name === "id" ? idAs : (embeds[name]?.member ?? name));
    const properties = Object.entries(schema.properties).map(([name, each]) => [
      renamed(name),
      embeds[name] ? embeddedSchema(resource.fields[name] as Field, each, embeds[name].shows) : each,
    ]);
    return { description: doc, ...schema, properties: Object.fromEntries(properties), required: always.map(renamed) };
  }
  const isOuter = (name: string) => form.outer.includes(name);
  const { outside, inside } = form.labelAs;
  const inner = objectSchema(resource, ["id", ...names.filter((name) => !isOuter(name) && name !== label)]);
  const outer = objectSchema(resource, [...names.filter(isOuter), label]);
  const { [label]: shown, ...properties } = outer.properties;
  return {
    type: "object",
    description: doc,
    properties: {
      ...properties,
      [outside]: shown,
      [form.member]: {
        ...inner,
        properties: { ...inner.properties, [inside]: shown },
        required: [...inner.required, inside],
      },
    },
    required: [...outer.required.filter((name) => name !== label), outside, form.member],
  };
}

/** Returns the schema of an object in place of its id. */
function embeddedSchema({ refersTo = "" }: Field, id: Schema, shows: readonly string[]): Schema {
  const { properties } = objectSchema(own<Resource>(resources, refersTo) as Resource, shows);
  return { type: "object", properties: { id, ...properties }, required: ["id", ...shows] };
}

function objectSchema(resource: Resource, names: readonly string[]) {
  return {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => {
        const field = resource.fields[name] as Field;
        const { description, ...value } = fieldSchema(field);
        const always = name === "id" || hasValue(field);
        return [name, always ? { description, ...value } : { description, anyOf: [value, { type: "null" }] }];
      }),
    ),
    required: names,
  };
}

/** True when every answer has a value that is not null. */
function hasValue({ alwaysReturned, required, default: preset, type, unset }: Field): boolean {
  const inherits = preset !== undefined && ("value" in preset || "profile" in preset);
  return Boolean(alwaysReturned || required || (inherits && unset !== null) || type.values?.length === 1);
}

export function listSchema(resource: Resource): Schema {
  const name = pascal(resource.kind);
  const { entries, links } = listsOf(resource);
  if (links) {
    const { self, first, ...others } = links;
    const properties = {
      ...Object.fromEntries([self, first].map((link) => [link, { type: "string" }])),
      ...Object.fromEntries(Object.values(others).map((link) => [link, { type: ["string", "null"] }])),
      page: { type: "integer" },
      page_size: { type: "integer" },
      [entries]: { type: "array", items: reference(name) },
    };
    return { type: "object", required: Object.keys(properties), properties };
  }
  return {
    type: "object",
    required: ["links", "data"],
    properties: {
      links: {
        type: "object",
        required: ["self", "first"],
        properties: Object.fromEntries(["self", "first", "next", "prev"].map((link) => [link, { type: "string" }])),
      },
      data: { type: "array", items: reference(name) },
    },
  };
}

function fieldSchema(field: Field): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(field.type.schema, { io: "input" });
  const { values } = field.type;
  // A handler's field also has the value that unsets it.
  const unset = values && typeof field.unset === "string" && !values.includes(field.unset) ? field.unset : undefined;
  return {
    ...schema,
    ...(unset !== undefined && { enum: [...(values ?? []), unset] }),
    description: field.doc,
    ...defaultOf(field),
  };
}

function defaultOf({ default: value }: Field): { default?: JsonValue } {
  return value && "value" in value ? { default: value.value } : {};
}

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a name's form inside a longer name: `sipEndpoint` becomes `SipEndpoint`. */
export function pascal(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
