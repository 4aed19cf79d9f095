// Decides how an object of the API is stored and shown: only what was set is kept; defaults are filled in when it is read.

import {
  type Body,
  type Field,
  type JsonValue,
  judge,
  type Problem,
  type Resource,
  returnedFields,
} from "../contract/index.ts";

/** The rules of one resource, worked out once from its descriptor. */
export class Documents {
  readonly #resource: Resource;
  readonly #returned: readonly [name: string, field: Field][];
  readonly #aliases: readonly [alias: string, name: string][];

  constructor(resource: Resource) {
    const fields = Object.entries(resource.fields);
    this.#resource = resource;
    this.#returned = returnedFields(resource).map((name) => [name, resource.fields[name] as Field]);
    this.#aliases = fields.flatMap(([name, field]) => (field.aliasOf ? [[name, field.aliasOf] as const] : []));
  }

  /** Every problem of a body, on top of what is stored. */
  judge(operation: "create" | "update", body: Body, stored: Body = {}): Problem[] {
    return judge(this.#resource, operation, body, { stored: this.#unpair(stored, body) });
  }

  /** What is stored after an acceptable body: null and the empty list unset, and two names of one value become one. */
  merge(stored: Body, body: Body): Body {
    const merged: { [field: string]: unknown } = { ...stored };
    for (const [name, value] of Object.entries(this.#fold(body))) {
      if (value === null || (Array.isArray(value) && value.length === 0)) delete merged[name];
      else merged[name] = value;
    }
    return merged;
  }

  /** The object as the API returns it: every key, `null` where nothing is set and nothing is inherited. */
  present(stored: Body, profile: Body = {}): { [field: string]: unknown } {
    const shown: { [field: string]: unknown } = {};
    for (const [name, field] of this.#returned) {
      shown[name] = stored[field.aliasOf ?? name] ?? fallback(field, profile);
    }
    return shown;
  }

  /** Both names of a value become the one that wins: the alias counts only where the other is not set. */
  #fold(body: Body): Body {
    const folded: { [field: string]: unknown } = { ...body };
    for (const [alias, name] of this.#aliases) {
      if (!Object.hasOwn(body, alias)) continue;
      delete folded[alias];
      folded[name] = body[name] ?? body[alias];
    }
    return folded;
  }

  /** A body that clears one name of a value clears the value: the stored one must not count as given. */
  #unpair(stored: Body, body: Body): Body {
    const rest: { [field: string]: unknown } = { ...stored };
    for (const [alias, name] of this.#aliases) {
      if (Object.hasOwn(body, alias) || Object.hasOwn(body, name)) delete rest[name];
    }
    return rest;
  }
}

function fallback(field: Field, profile: Body): JsonValue {
  const standard = field.default;
  const only = field.type.values?.length === 1 ? field.type.values[0] : undefined;
  if (only) return only;
  if (!standard) return null;
  if ("value" in standard) return standard.value;
  if ("profile" in standard) return (profile[standard.profile] as JsonValue) ?? standard.otherwise ?? null;
  return null;
}
