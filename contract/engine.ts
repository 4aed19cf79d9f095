// Facts about Pulumi's engine that several rooms need: how it writes states and messages.

import { SECRET_MARK, UNKNOWN } from "./signatures.ts";
import { SECRET } from "./text/secrets.ts";

export { SECRET_MARK, UNKNOWN } from "./signatures.ts";

/** Inputs or outputs of a resource, as the engine stores them: names in camelCase. */
export type Props = { readonly [name: string]: unknown };

/** Returns a value for reports: secrets masked and members sorted, so that equal findings give equal reports. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  if (SECRET_MARK.name in value) return SECRET;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, each]) => [key, withoutSecrets(each)]));
}

/** True for an unknown value or a symbol in its place, and for a list or object that holds one. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN || typeof value === "symbol") return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isUnknown);
}

/** Returns the name that the program gave a resource; empty for a stack's URN. A name may contain the separator of URNs. */
export function nameInProgram(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** Returns the name of a resource, or its URN if it has a parent: two components may use one name. */
export function declaredAs(urn: string): string {
  return typesInProgram(urn).includes("$") ? urn : nameInProgram(urn);
}

/** Returns the type of a resource after the types of its parents, separated by `$`. */
export function typesInProgram(urn: string): string {
  return urn.split("::")[2] ?? "";
}
