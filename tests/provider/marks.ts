// Values as the engine keeps them: secrets are marked at any depth.

import type { Properties } from "../engine/stack.ts";

/** Pulumi's mark of a special value, and its value for a secret. */
export const MARK = "4dabf18193072939515e22adb298388d";
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";

export function isMarked(value: unknown): value is { readonly value: unknown } {
  return typeof value === "object" && value !== null && (value as Properties)[MARK] === SECRET;
}

export function marked(value: unknown): unknown {
  return value === undefined || isMarked(value) ? value : { [MARK]: SECRET, value };
}

/** Replaces each secret at any depth. By default, the secret stays in clear without its mark. */
export function unmarked(value: unknown, instead: (secret: unknown) => unknown = (secret) => secret): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => unmarked(each, instead));
  if (isMarked(value)) return instead(unmarked(value.value));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unmarked(each, instead)]));
}

export function plain(values: Properties): Properties {
  return unmarked(values) as Properties;
}

/** Marks in `values` what is secret in `like`: a provider that accepts no secrets returns them without marks. */
export function markedLike(values: Properties, like: Properties): Properties {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, annotated(value, like[name])]));
}

function annotated(value: unknown, like: unknown): unknown {
  if (isMarked(like)) return marked(value);
  if (typeof value !== "object" || value === null || typeof like !== "object" || like === null) return value;
  if (isMarked(value)) return value;
  if (Array.isArray(value)) return Array.isArray(like) ? value.map((each, at) => annotated(each, like[at])) : value;
  return markedLike(value as Properties, like as Properties);
}
