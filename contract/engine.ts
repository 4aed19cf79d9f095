// Facts about Pulumi's engine that several rooms need: how it writes states and messages.

import { SECRET_MARK, UNKNOWN } from "./signatures.ts";
import { SECRET } from "./text/secrets.ts";

export { SECRET_MARK, UNKNOWN } from "./signatures.ts";

/** The engine's placeholders for unknown values of other types than a text. This package's objects use only the one for texts. */
export const UNKNOWN_OF_OTHER_TYPES: ReadonlySet<unknown> = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

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
