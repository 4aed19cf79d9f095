import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the entry imports by name only what an old Node can load", () => {
  const source = readFileSync(new URL("../../cli/main.ts", import.meta.url), "utf8");
  const imports = [...source.matchAll(/^import (.+) from "(.+)";$/gm)].map(([, names, from]) => `${names} ${from}`);
  expect(imports).toStrictEqual(["module node:module", "{ satisfiesMinimum, tooOld } ../contract/node-version.ts"]);
});
