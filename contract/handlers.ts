// The fields that each handler reads and needs. This is data instead of a schema refinement: a value that is unknown in a
// preview must not hide other problems.

import type { Problem } from "./errors.ts";
import { own, roleOf, toCamel } from "./names.ts";
import { oneOf, url, type ValueType } from "./values.ts";

export interface HandlerCase {
  /** The fields this handler reads. */
  readonly uses: readonly string[];
  /** The required fields; of a list, any one is enough. */
  readonly requires: readonly (string | readonly string[])[];
}

export interface HandlerTable {
  readonly field: string;
  readonly cases: { readonly [value: string]: HandlerCase };
}

/** Returns the fields of webhooks: each address with its meaning, and its HTTP method. */
export function webhookFields(method: { readonly type: ValueType }, docs: { readonly [address: string]: string }) {
  const fields = Object.entries(docs).flatMap(([name, doc]) => [
    [name, { type: url(exampleOf(name)), doc }] as const,
    [`${name.replace(/_url$/, "")}_method`, { ...method, doc: `The HTTP method for \`${name}\`.` }] as const,
  ]);
  return Object.fromEntries(fields);
}

/** `call_fallback_url` → `https://fallback.example.net/call` */
function exampleOf(name: string): string {
  if (name.includes("status")) return "https://example.com/status";
  const host = name.includes("fallback") ? "fallback.example.net" : "example.com";
  return `https://${host}/${name.split("_", 1)[0]}`;
}

/** Returns the type of the field that chooses one of these handlers. */
export function handlerIn(cases: HandlerTable["cases"]): ValueType {
  return oneOf(Object.keys(cases) as [string, ...string[]]);
}

/**
 * Returns the problems of a whole object (stored and new values together) under its handlers. `nameOf` turns a field into the name
 * for messages.
 */
export function validateHandlers(
  tables: readonly HandlerTable[],
  body: { readonly [field: string]: unknown },
  nameOf: (field: string) => string,
): Problem[] {
  const given = (field: string) => body[field] !== undefined && body[field] !== null;
  const problems: Problem[] = [];
  for (const table of tables) {
    const handler = body[table.field];
    if (typeof handler !== "string") continue;
    for (const need of own(table.cases, handler)?.requires ?? []) {
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

/** Returns a problem, by arguments, for each field of a handler that is set while no handler is set. */
export function fieldsWithoutHandler(tables: readonly HandlerTable[], isSet: (field: string) => boolean): Problem[] {
  return tables.flatMap(({ field: chooser, cases }) => {
    if (isSet(chooser)) return [];
    const readers = new Map<string, string[]>();
    for (const [handler, { uses }] of Object.entries(cases)) {
      for (const field of uses) readers.set(field, [...(readers.get(field) ?? []), handler]);
    }
    const name = toCamel(chooser);
    return [...readers]
      .filter(([wire]) => isSet(wire))
      .map(([wire, handlers]) => {
        const field = toCamel(wire);
        const detail = `is used only when ${name} is ${handlers.join(" or ")}: set ${name}, or remove ${field}`;
        return { field, code: "required", detail };
      });
  });
}

/** Returns the fields that other handlers read but the chosen one ignores. */
export function ignoredFields(table: HandlerTable, handler: string): string[] {
  const used = new Set(own(table.cases, handler)?.uses);
  const all = new Set(Object.values(table.cases).flatMap((each) => each.uses));
  return [...all].filter((field) => !used.has(field));
}

/** Returns the fields that name a handler's target; any one is enough. */
export function targetFields(table: HandlerTable, handler: string): string[] {
  return (own(table.cases, handler)?.uses ?? []).filter((field) => roleOf(field) === "target");
}

export function needs(...fields: readonly string[]): HandlerCase {
  return { uses: fields, requires: fields };
}

/** Returns a case that reads these fields and needs none of them. */
export function uses(...fields: readonly string[]): HandlerCase {
  return { uses: fields, requires: [] };
}
