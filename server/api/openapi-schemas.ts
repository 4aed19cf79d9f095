import { z } from "zod";
import {
  acceptedFields,
  type Field,
  type HandlerTable,
  type JsonValue,
  type Resource,
  requiredFields,
  returnedFields,
} from "../../contract/index.ts";

export interface Schema {
  readonly [member: string]: unknown;
}

/** Returns the schema of a create's or an update's body. */
export function requestSchema(resource: Resource, operation: "create" | "update"): Schema {
  const fields = acceptedFields(resource, operation);
  const required = requiredFields(resource, operation);
  const conditions = resource.handlers.flatMap((table) => handlerConditions(table, operation));
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map((name) => {
        const field = resource.fields[name] as Field;
        const schema = fieldSchema(field);
        const clearable = !field.required && !required.includes(name);
        const { description, default: standard, ...value } = schema;
        const whole = clearable ? { description, anyOf: [value, { type: "null" }] } : { description, ...value };
        return [
          name,
          {
            ...whole,
            ...(standard !== undefined && { default: standard }),
            ...(field.secret && { format: "password" }),
            ...(field.writeOnly && { writeOnly: true }),
          },
        ];
      }),
    ),
    ...(required.length > 0 && { required }),
    ...(conditions.length > 0 && { allOf: conditions }),
    additionalProperties: resource.isOpen === true,
  };
}

/** Fields that an update omits may be stored. An update only must not clear a field that the handler needs. */
function handlerConditions(table: HandlerTable, operation: "create" | "update"): Schema[] {
  return Object.entries(table.cases)
    .filter(([, { requires }]) => requires.length > 0)
    .map(([value, { requires }]) => ({
      if: { properties: { [table.field]: { const: value } }, required: [table.field] },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
      then: {
        allOf: requires.map((need) => {
          const names = typeof need === "string" ? [need] : need;
          const given = names.map((name) => ({ required: [name], properties: { [name]: { not: { type: "null" } } } }));
          if (operation === "create") return { anyOf: given };
          return { anyOf: [...given, { not: { anyOf: names.map((name) => ({ required: [name] })) } }] };
        }),
      },
    }));
}

/** Returns the schema of an answer. */
export function responseSchema(resource: Resource): Schema {
  const names = returnedFields(resource);
  return {
    type: "object",
    description: resource.doc,
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
function hasValue({ always, required, default: standard, type, unset }: Field): boolean {
  const inherits = standard !== undefined && ("value" in standard || "profile" in standard);
  return Boolean(always || required || (inherits && unset !== null) || type.values?.length === 1);
}

/** Returns the schema of a page of such objects. */
export function listSchema(name: string): Schema {
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
  return { ...schema, description: field.doc, ...standard(field) };
}

function standard({ default: value }: Field): { default?: JsonValue } {
  return value && "value" in value ? { default: value.value } : {};
}

/** Returns the reference to the schema with that name in the document. */
export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a name's form inside a longer name: `sipEndpoint` becomes `SipEndpoint`. */
export function pascal(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
