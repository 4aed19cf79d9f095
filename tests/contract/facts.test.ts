// Each fact of each kind, with every mark, as golden/facts.txt has it. The files that are generated from the contract have the texts
// for programs, and the types of values in each language.

import { expect, it } from "vitest";
import * as z from "zod";
import { type Field, type Operation, type Resource, resources } from "../../contract/index.ts";

/** Parts with a line for each of their members. */
const LISTED = new Set(["fields", "settings", "operations", "handlers", "0", "1", "cases", "addedOutputs"]);

function linesOf([name, fact]: [name: string, fact: unknown], indent = "  "): string[] {
  if (!LISTED.has(name)) return [`${indent}${name}: ${JSON.stringify(fact, shown)}`];
  return [`${indent}${name}`, ...Object.entries(Object(fact)).flatMap((each) => linesOf(each, `${indent}  `))];
}

function shown(this: Partial<Field & Operation>, name: string, value: unknown): unknown {
  const isForServer = this.method !== undefined || this.responseOnly || this.suppliedOnly;
  if (name === "ts" || (name === "doc" && !isForServer)) return undefined;
  if (typeof value === "function") return "a function";
  if (!(value instanceof z.ZodType)) return value;
  const { $schema: _, ...schema } = z.toJSONSchema(value, {
    io: "input",
    unrepresentable: "any",
    override: withoutPattern,
  });
  return schema;
}

/** The pattern of a format is the validator's own. */
function withoutPattern({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

it("the facts of each kind are those that were checked in", async () => {
  const lines = Object.entries<Resource>(resources).flatMap(([name, { doc, usage, gaps, example, ...facts }]) => [
    ...["", name],
    ...Object.entries(facts).flatMap((each) => linesOf(each)),
  ]);
  await expect(lines.join("\n")).toMatchFileSnapshot("golden/facts.txt");
});
