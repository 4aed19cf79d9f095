// The error codes in docs/errors.md equal those in the source.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

function documented(): string[] {
  const page = readFileSync(new URL("docs/errors.md", root), "utf8");
  return [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => String(code));
}

/** Finds codes in the source: a type of string literals, a `code` of a class, or the first argument of a failure. */
function written(): Set<string> {
  const source = sourceOf("provider");
  const union = /export type FailureCode =([^;]*);/.exec(source)?.[1] ?? "";
  return new Set(
    [
      ...union.matchAll(/"(\w+)"/g),
      ...source.matchAll(/readonly code = "(\w+)"/g),
      ...source.matchAll(/new OperationFailure\(\s*"(\w+)"/g),
    ].map(([, code]) => String(code)),
  );
}

it("documents every code that an error of the provider, the command line or the server can have, and no other", () => {
  expect(documented().toSorted()).toEqual([...new Set([...written(), ...outside()])].toSorted());
});

/** The codes of classes in cli/ and server/: one value, a union of several, or the names of a table. */
function outside(): Set<string> {
  const source = ["cli", "server"].map(sourceOf).join("\n");
  const classes = [...source.matchAll(/extends (?:SignalWireError|InputError) \{[\s\S]*?readonly code\b([^;]*);/g)];
  const named = (codes: string) => {
    const [, table] = /keyof typeof (\w+)/.exec(codes) ?? [];
    if (table === undefined) return [...codes.matchAll(/"([a-z_]+)"/g)];
    const [, rows = ""] = new RegExp(`const ${table} = \\{([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
    return [...rows.matchAll(/^ {2}([a-z_]+):/gm)];
  };
  return new Set(classes.flatMap(([, codes = ""]) => named(codes).map(([, code]) => String(code))));
}

function sourceOf(room: string): string {
  const files = readdirSync(new URL(`${room}/`, root), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(new URL(`${room}/${file}`, root), "utf8"))
    .join("\n");
}
