// The error codes in docs/errors.md equal those in the source.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

it("documents every code that an error of the provider, the command line or the server can have, and no other", () => {
  const page = readFileSync(new URL("docs/errors.md", root), "utf8");
  const documented = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(documented.toSorted()).toEqual([...new Set(written())].toSorted());
});

/** Finds codes in the source: the union of the client's failures, those of a class or its table, and the first argument of a failure. */
function written(): (string | undefined)[] {
  const source = ["provider", "cli", "server"].map(sourceOf).join("\n");
  const unions = [
    ...source.matchAll(/export type FailureCode =([^;]*);/g),
    ...source.matchAll(/extends (?:SignalWireError|InputError) \{[\s\S]*?readonly code\b([^;]*);/g),
  ].map(([, codes = ""]) => codes);
  const tables = unions.flatMap((codes) => /keyof typeof (\w+)/.exec(codes)?.[1] ?? []);
  const rows = tables.map((table) => new RegExp(`const ${table} = \\{([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? "");
  return [
    ...unions.flatMap((codes) => [...codes.matchAll(/"([a-z_]+)"/g)]),
    ...rows.flatMap((codes) => [...codes.matchAll(/^ {2}([a-z_]+):/gm)]),
    ...source.matchAll(/new OperationFailure\(\s*"(\w+)"/g),
  ].map(([, code]) => code);
}

function sourceOf(room: string): string {
  const files = readdirSync(new URL(`${room}/`, root), { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith(".ts"));
  return modules.map((file) => readFileSync(new URL(`${room}/${file}`, root), "utf8")).join("\n");
}
