// Every assumption about a gap in the specification is used, and every citation names an existing gap.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Gap, gaps } from "../../contract/index.ts";

const sources = ["contract", "provider", "server"]
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => join(room, file)))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(join("contract", "gaps.ts")))
  .map((file) => readFileSync(file, "utf8"));

/** `gap: "x"`, `source: "gap x"`, and in a comment "gap `x`" or "gaps `x`, `y`", also over a line break. */
const cited = sources.flatMap((text) => {
  const flat = text.replace(/\n *(?:\*|\/\/) /g, " ");
  const single = [...flat.matchAll(/\bgap(?:: "| )([a-z0-9]+(?:-[a-z0-9]+)+)/g)].map(([, id]) => String(id));
  const quoted = [...flat.matchAll(/\bgaps? ((?:`[a-z0-9-]+`(?:, | and )?)+)/g)];
  const listed = quoted.flatMap(([, list = ""]) => [...list.matchAll(/`([a-z0-9-]+)`/g)].map(([, id]) => String(id)));
  return [...single, ...listed];
});

it("the answers to what the specification leaves open are those that the code cites", () => {
  expect([...new Set(cited)].sort()).toEqual(Object.keys(gaps).sort());
});

it("the evidence of each assumption names a day in the past and a source", () => {
  const wrong = Object.values<Gap>(gaps).filter(({ evidence: { date, source } }) => {
    const day = new Date(`${date}T00:00:00Z`);
    return day.toISOString().slice(0, 10) !== date || day.getTime() > Date.now() || source.trim() === "";
  });
  expect(wrong).toEqual([]);
});

it("docs/specification.md has every section that the code cites", () => {
  const page = readFileSync("docs/specification.md", "utf8");
  const sections = [...page.matchAll(/^(?:#+|\|) §(\d(?:\.\d)?)/gm)].map(([, at]) => at);
  const tests = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join("tests", file), "utf8"));
  const cites = [...sources, ...tests, JSON.stringify(gaps)].flatMap((text) => [
    ...text.matchAll(/\bspec (§\d(?:\.\d)?(?:(?:, | and )§\d(?:\.\d)?)*)/g),
  ]);
  const wanted = cites.flatMap(([, list = ""]) => [...list.matchAll(/§(\d(?:\.\d)?)/g)].map(([, at]) => at));
  expect(wanted.length).toBeGreaterThan(50);
  expect([...new Set(wanted)].filter((section) => !sections.includes(section))).toEqual([]);
});
