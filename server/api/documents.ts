import {
  type Body,
  type Field,
  type JsonValue,
  type Problem,
  type Resource,
  returnedFields,
  validateBody,
} from "../../contract/index.ts";

/** How objects of one resource are stored and shown: only what was set is kept, defaults are filled in when it is read. */
export class Documents {
  readonly #resource: Resource;
  /** What is shown where nothing is stored. */
  readonly #blank: { readonly [field: string]: JsonValue };
  readonly #inherited: readonly [name: string, from: string][];
  readonly #aliases: readonly [alias: string, name: string][];

  constructor(resource: Resource) {
    const fields = Object.entries(resource.fields);
    const returned = returnedFields(resource).map((name) => [name, resource.fields[name] as Field] as const);
    this.#resource = resource;
    this.#blank = Object.fromEntries(returned.map(([name, field]) => [name, blank(field)]));
    this.#inherited = returned.flatMap(([name, { default: standard }]) =>
      standard && "profile" in standard ? [[name, standard.profile] as const] : [],
    );
    this.#aliases = fields.flatMap(([name, field]) => (field.aliasOf ? [[name, field.aliasOf] as const] : []));
  }

  /** Every problem of a body, on top of what is stored. */
  validate(operation: "create" | "update", body: Body, stored: Body = {}): Problem[] {
    return validateBody(this.#resource, operation, body, { stored: this.#unpair(stored, body) });
  }

  /**
   * What is stored after an acceptable body: null, the empty list and the empty string unset, and two names of one value become one. What is never
   * returned is not kept: nobody registers here, so nothing needs a password, and what is not kept cannot leak.
   */
  merge(stored: Body, body: Body): Body {
    const merged: { [field: string]: unknown } = { ...stored };
    for (const [name, value] of Object.entries(this.#fold(body))) {
      if (isUnset(value) || this.#resource.fields[name]?.writeOnly) delete merged[name];
      else merged[name] = value;
    }
    return merged;
  }

  /** The object as the API returns it: every key, also one that is stored and no field, `null` where nothing is set and nothing is inherited. */
  present(id: string, stored: Body, profile: Body = {}): { [field: string]: unknown } {
    const shown: { [field: string]: unknown } = { ...this.#blank };
    for (const [name, from] of this.#inherited) shown[name] = profile[from] ?? shown[name];
    Object.assign(shown, stored, "id" in shown ? { id } : {});
    for (const [alias, name] of this.#aliases) shown[alias] = shown[name];
    return shown;
  }

  /** Both names of a value become the one that wins: the alias counts only where the other is not set (gap `alias-null`). */
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

export function isUnset(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function blank(field: Field): JsonValue {
  const standard = field.default;
  const only = field.type.values?.length === 1 ? field.type.values[0] : undefined;
  if (only) return only;
  if (!standard) return null;
  if ("value" in standard) return standard.value;
  return "otherwise" in standard ? (standard.otherwise ?? null) : null;
}
