// Decides which values of an object are secret, by the contract, by their names, and by their form. Every door marks these values
// in the state, and no message contains them.

import { own, toCamel } from "./names.ts";
import { type Body, isObject, type Resource } from "./resource.ts";
import { secretsIn } from "./text/secrets.ts";

/** True when every value under this name, an argument, an output or a field of the API, is secret. */
export function isSecretField(resource: Resource, name: string): boolean {
  return secretFields(resource).has(name);
}

/**
 * Returns the secrets in an object's values, under the names of a program or of the API, and in what the state records besides.
 * `marked` are the arguments that the program marks as secret: each text in them counts.
 */
export function secretsOf(resource: Resource, values: Body, marked: readonly string[] = []): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (name.startsWith("__")) return isObject(value) ? secretsOf(resource, value, marked) : [];
    const isMarked = marked.includes(name) || marked.includes(toCamel(name));
    const isWhole = isMarked || isSecretField(resource, name);
    return isWhole ? [...secretsIn({ secret: value }), ...secretsIn(value)] : secretsIn(value, name);
  });
}

/** Returns the names of secret fields, arguments and outputs. Cached, because every operation needs them. */
function secretFields(resource: Resource): ReadonlySet<string> {
  const { fields, settings = {}, addedOutputs = {} } = resource;
  const known = secretFieldsOf.get(resource);
  if (known) return known;
  const found = Object.keys(fields).filter((wire) => own(fields, wire)?.secret);
  const local = Object.entries({ ...settings, ...addedOutputs }).flatMap(([name, { secret }]) =>
    secret ? [name] : [],
  );
  const names = new Set([...found, ...found.map(toCamel), ...local]);
  secretFieldsOf.set(resource, names);
  return names;
}

const secretFieldsOf = new WeakMap<Resource, ReadonlySet<string>>();
