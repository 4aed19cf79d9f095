import {
  type Body,
  choosesHandler,
  type Field,
  type JsonValue,
  NO_HANDLER,
  type Problem,
  type Resource,
  returnedFields,
  validateBody,
} from "../../contract/index.ts";

/** Stores and shows the objects of one resource. Only set values are stored; reading adds the defaults. */
export class Documents {
  readonly #resource: Resource;
  /** The values shown for fields that are not stored. */
  readonly #blank: { readonly [field: string]: JsonValue };
  readonly #inherited: readonly [name: string, from: string][];
  readonly #aliases: readonly [alias: string, name: string][];
  /** Field → the form of its value (`servedAs`). */
  readonly #served: readonly [name: string, form: string][];
  /** The fields that answers omit. */
  readonly #hidden: readonly string[];

  constructor(resource: Resource) {
    const fields = Object.entries(resource.fields);
    const returned = returnedFields(resource).map((name) => [name, resource.fields[name] as Field] as const);
    this.#resource = resource;
    this.#blank = Object.fromEntries(returned.map(([name, field]) => [name, blank(field)]));
    this.#inherited = returned.flatMap(([name, { default: preset }]) =>
      preset && "profile" in preset ? [[name, preset.profile] as const] : [],
    );
    this.#served = returned.flatMap(([name, { servedAs }]) => (servedAs ? [[name, servedAs] as const] : []));
    this.#hidden = fields.flatMap(([name, { writeOnly }]) => (writeOnly ? [name] : []));
    this.#aliases = fields.flatMap(([name, field]) => (field.aliasOf ? [[name, field.aliasOf] as const] : []));
  }

  /** Returns every problem of a body, combined with the stored object. */
  validate(operation: "create" | "update", body: Body, stored: Body = {}): Problem[] {
    return validateBody(this.#resource, operation, body, { stored: this.#unpair(stored, body) });
  }

  /**
   * Returns the document to store after a valid body. What it leaves out stays (gap `partial-update`). Null, the empty list and the empty string unset a field, and two names of
   * one value become one. A secret that is never returned is not stored: no device registers here, so the server needs no
   * password, and a value that is not stored cannot leak.
   */
  merge(stored: Body, body: Body): Body {
    const merged: { [field: string]: unknown } = { ...stored };
    for (const [name, value] of Object.entries(this.#fold(body))) {
      const { secret, writeOnly, type } = this.#resource.fields[name] ?? {};
      const isNoHandler = value === NO_HANDLER && choosesHandler(this.#resource, name);
      if (isUnset(value) || isNoHandler || (secret && writeOnly)) delete merged[name];
      // An SWML document in a text reads back as an object (gap `script-contents`).
      else merged[name] = type?.sent ? type.sent(value) : value;
    }
    return merged;
  }

  /**
   * Returns the object as the API does: every key, including stored unknown ones, and `null` for a value that is neither set
   * nor inherited.
   */
  present(id: string, stored: Body, profile: Body = {}): { [field: string]: unknown } {
    const shown = this.whole(id, stored, profile);
    for (const name of this.#hidden) delete shown[name];
    return shown;
  }

  /** Returns the object with the stored fields that the API never returns. */
  whole(id: string, stored: Body, profile: Body = {}): { [field: string]: unknown } {
    const shown: { [field: string]: unknown } = { ...this.#blank };
    for (const [name, from] of this.#inherited) shown[name] = profile[from] ?? shown[name];
    Object.assign(shown, stored, "id" in shown ? { id } : {});
    for (const [alias, name] of this.#aliases) shown[alias] = shown[name];
    for (const [name, form] of this.#served) shown[name] = stored[name] ?? filled(form, shown);
    return shown;
  }

  /**
   * Replaces all names of a value by the one that takes precedence: an alias counts only when no earlier name is set (gap
   * `alias-null`).
   */
  #fold(body: Body): Body {
    const folded: { [field: string]: unknown } = { ...body };
    for (const [alias, name] of this.#aliases) {
      if (!Object.hasOwn(body, alias)) continue;
      delete folded[alias];
      folded[name] = folded[name] ?? body[alias];
    }
    return folded;
  }

  /** A body that clears one name of a value clears the value. The stored name must not count as given. */
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

/** Fills in the fields in braces. */
function filled(form: string, object: { readonly [field: string]: unknown }): unknown {
  const [, only] = /^\{(\w+)\}$/.exec(form) ?? [];
  return only === undefined ? form.replace(/\{(\w+)\}/g, (_, name) => String(object[name])) : object[only];
}

function blank(field: Field): JsonValue {
  const preset = field.default;
  const only = field.type.values?.length === 1 ? field.type.values[0] : undefined;
  if (only) return only;
  if (!preset) return typeof field.unset === "string" ? field.unset : null;
  if ("value" in preset) return preset.value;
  return "otherwise" in preset ? (preset.otherwise ?? null) : null;
}
