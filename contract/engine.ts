// What Pulumi's engine writes into states and messages, as far as several rooms read it.

import { SECRET } from "./text/secrets.ts";

/** The member that marks an object as a secret value, and what it holds there. */
export const SECRET_MARK = { name: "4dabf18193072939515e22adb298388d", value: "1b47061264138c4ac30d75fd1eb44270" };

/** Inputs or outputs of a resource, as the engine stores them: names in camelCase. */
export type Props = { readonly [name: string]: unknown };

/** A value as reports show it: secrets masked, members in one order, so that the same findings make the same report. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  if (SECRET_MARK.name in value) return SECRET;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, each]) => [key, withoutSecrets(each)]));
}

/** What stands in a preview for a value that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The name that the program gave a resource; empty for the URN of a stack. It may hold the separator itself. */
export function nameInProgram(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The type of a resource, after those of its parents, with `$` between them. */
export function typesInProgram(urn: string): string {
  return urn.split("::")[2] ?? "";
}
