// What Pulumi's engine writes into states and messages, as far as several rooms read it.

/** The member that marks an object as a secret value, and what it holds there. */
export const SECRET_MARK = { name: "4dabf18193072939515e22adb298388d", value: "1b47061264138c4ac30d75fd1eb44270" };

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
