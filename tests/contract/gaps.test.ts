// Every assumption about a gap in the specification is used, and every citation names an existing gap.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Gap, gaps } from "../../contract/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const sources = ["contract", "provider", "server"]
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((file) => join(room, file)),
  )
  .filter((file) => file.endsWith(".ts") && !file.endsWith(join("contract", "gaps.ts")))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** `gap: "x"`, `source: "gap x"`, and in a comment "gap `x`" or "gaps `x`, `y`", also over a line break. */
const cited = sources.flatMap(({ file, text }) => {
  const flat = text.replace(/\n *(?:\*|\/\/) /g, " ");
  const single = [...flat.matchAll(/\bgap(?:: "| )([a-z0-9]+(?:-[a-z0-9]+)+)/g)].map(([, id]) => String(id));
  const quoted = [...flat.matchAll(/\bgaps? ((?:`[a-z0-9-]+`(?:, | and )?)+)/g)];
  const listed = quoted.flatMap(([, list = ""]) => [...list.matchAll(/`([a-z0-9-]+)`/g)].map(([, id]) => String(id)));
  return [...single, ...listed].map((id) => ({ file, id }));
});

describe("the answers to what the specification leaves open", () => {
  it.each(Object.keys(gaps))("%s is used where its answer is put into practice", (id) => {
    expect(cited.map((each) => each.id)).toContain(id);
  });

  it("that are cited all exist", () => {
    expect(cited.filter(({ id }) => !Object.hasOwn(gaps, id))).toEqual([]);
  });
});

describe("the evidence of an assumption", () => {
  it("is a type error where it is missing", () => {
    // @ts-expect-error
    const ungraded: Gap = { question: "Which?", answer: "This.", because: "It is so." };
    expect(ungraded).not.toHaveProperty("evidence");
  });

  it.each(Object.entries(gaps))("of %s names a day in the past and a source", (_, { evidence }) => {
    const day = new Date(`${evidence.date}T00:00:00Z`);
    expect(day.toISOString().slice(0, 10)).toBe(evidence.date);
    expect(day.getTime()).toBeLessThan(Date.now());
    expect(evidence.source).toMatch(/\w/);
  });
});

describe("docs/specification.md", () => {
  const page = readFileSync(join(root, "docs/specification.md"), "utf8");
  const sections = [...page.matchAll(/^(?:#+|\|) §(\d(?:\.\d)?)/gm)].map(([, at]) => at);
  const tests = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(root, "tests", file), "utf8"));
  const texts = [...sources.map(({ text }) => text), ...tests, JSON.stringify(gaps)];

  it("has every section that the code cites", () => {
    const cites = texts.flatMap((text) => [...text.matchAll(/\bspec (§\d(?:\.\d)?(?:(?:, | and )§\d(?:\.\d)?)*)/g)]);
    const wanted = cites.flatMap(([, list = ""]) => [...list.matchAll(/§(\d(?:\.\d)?)/g)].map(([, at]) => at));
    expect(wanted.length).toBeGreaterThan(50);
    expect([...new Set(wanted)].filter((section) => !sections.includes(section))).toEqual([]);
  });
});
