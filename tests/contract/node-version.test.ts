import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { satisfiesMinimum, tooOld } from "../../contract/node-version.ts";

test.each(["22.19.0", "22.20.1", "24.0.0", "100.1.0"])("Node %s is new enough", (version) => {
  expect(satisfiesMinimum(version)).toBe(true);
});

test.each(["22.18.9", "20.20.2", "18.0.0", "9.99.0"])("Node %s is too old", (version) => {
  expect(satisfiesMinimum(version)).toBe(false);
});

test("the refusal says which Node there is, which is needed and how to get it", () => {
  expect(tooOld("20.20.2")).toMatch(/needs Node 22\.19 or newer; this is 20\.20\.2\. .*https:\/\/nodejs\.org\//);
});

test("the entry imports by name only what an old Node can load", () => {
  const source = readFileSync(new URL("../../cli/main.ts", import.meta.url), "utf8");
  const imports = [...source.matchAll(/^import (.+) from "(.+)";$/gm)].map(([, names, from]) => `${names} ${from}`);
  expect(imports).toStrictEqual(["module node:module", "{ satisfiesMinimum, tooOld } ../contract/node-version.ts"]);
});
