// Which fields a handler reads and needs is data rather than a schema refinement: a value that is still unknown in a preview must not hide the other problems.

import type { Problem } from "./errors.ts";

export interface HandlerCase {
  /** The fields this handler reads. */
  readonly uses: readonly string[];
  /** The fields it cannot do without; of a list, any one will do. */
  readonly requires: readonly (string | readonly string[])[];
}

export interface HandlerTable {
  /** The field whose value chooses the case. */
  readonly field: string;
  readonly cases: { readonly [value: string]: HandlerCase };
}

export interface HandlerOptions {
  /** True for a value that is not known yet; it counts as given. */
  readonly isUnknown: (value: unknown) => boolean;
  /** How the reader of the message names a field. */
  readonly nameOf: (field: string) => string;
}

/** The problems of a whole object (stored values and new ones together) under the handlers it names. */
export function validateHandlers(
  tables: readonly HandlerTable[],
  body: { readonly [field: string]: unknown },
  { isUnknown, nameOf }: HandlerOptions,
): Problem[] {
  const given = (field: string) => body[field] !== undefined && body[field] !== null;
  const problems: Problem[] = [];
  for (const table of tables) {
    const handler = body[table.field];
    if (typeof handler !== "string" || isUnknown(handler) || !Object.hasOwn(table.cases, handler)) continue;
    for (const need of table.cases[handler]?.requires ?? []) {
      const anyOf = typeof need === "string" ? [need] : need;
      const [first] = anyOf;
      if (first === undefined || anyOf.some(given)) continue;
      const or = anyOf.slice(1).map((field) => ` (or ${nameOf(field)})`);
      problems.push({
        field: first,
        code: "required",
        detail: `is required when ${nameOf(table.field)} is ${handler}${or.join("")}`,
      });
    }
  }
  return problems;
}

/** The fields that some handler reads but the chosen one does not: the service ignores them. */
export function ignoredFields(table: HandlerTable, handler: string): string[] {
  const used = new Set(Object.hasOwn(table.cases, handler) ? table.cases[handler]?.uses : []);
  const all = new Set(Object.values(table.cases).flatMap((each) => each.uses));
  return [...all].filter((field) => !used.has(field));
}

/** What goes with a target and is none itself. */
const SECONDARY = /_(method|fallback_url|status_callback_url)$/;

/** The fields that say whom the handler hands over to; any one will do. */
export function targetFields(table: HandlerTable, handler: string): string[] {
  const uses = Object.hasOwn(table.cases, handler) ? table.cases[handler]?.uses : [];
  return (uses ?? []).filter((field) => roleOf(field) === "target");
}

/** What a field that a handler reads is for: whom it hands over to, who stands in, who is told, or how to ask. */
export function roleOf(field: string): "target" | "fallback" | "status" | "method" {
  const [, secondary] = SECONDARY.exec(field) ?? [];
  if (secondary === undefined) return "target";
  if (secondary === "method") return "method";
  return secondary === "fallback_url" ? "fallback" : "status";
}

/** A case that reads these fields and needs them all. */
export function needs(...fields: readonly string[]): HandlerCase {
  return { uses: fields, requires: fields };
}

/** A case that reads these fields and can do without any of them. */
export function uses(...fields: readonly string[]): HandlerCase {
  return { uses: fields, requires: [] };
}

/** A case that reads these names of one value and needs any one of them. */
export function needsAny(...aliases: readonly string[]): HandlerCase {
  return { uses: aliases, requires: [aliases] };
}
