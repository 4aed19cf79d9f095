// The page about the server says what is so.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseSeed } from "../../server/seed.ts";
import { given } from "./support.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = readFileSync(join(here, "../../docs/reference-server.md"), "utf8");

test("every test file that it names is there", () => {
  const named = new Set([...page.matchAll(/`([a-z-]+\.test\.ts)`/g)].map(([, file]) => String(file)));
  expect(named.size).toBeGreaterThan(10);
  for (const file of named) expect(existsSync(join(here, file)), file).toBe(true);
});

test("the seed that it shows is one", () => {
  const [, seed] = /```json\n(\{\n {2}"projects"[\s\S]*?\n\})\n```/.exec(page) ?? [];
  expect(() => parseSeed(JSON.parse(seed ?? ""))).not.toThrow();
});

test("the faults that it lists are those there are", async () => {
  const { server } = await given();
  const listed = [...page.matchAll(/^\| `([a-z][a-z-]+)`(?: with (.*?))? \|/gm)]
    .map(([, effect]) => effect)
    .filter((effect) => effect !== "effect");
  expect(listed).toHaveLength(8);
  for (const effect of listed) {
    const options = { effect, milliseconds: 1, status: 500 };
    const problems = () => server.faults.add(options as never);
    // What it does not take is named; that the effect itself is unknown is not among it.
    expect(problems).not.toThrow(/effect:/);
  }
});

test("the links within it lead somewhere", () => {
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, text]) =>
    text?.toLowerCase().replaceAll(" ", "-").replaceAll(",", ""),
  );
  for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor);
});

test("no test of the server prints or waits for the clock of the machine without need", () => {
  for (const file of readdirSync(here)) {
    if (file === "documentation.test.ts" || !file.endsWith(".ts")) continue;
    expect(readFileSync(join(here, file), "utf8"), file).not.toMatch(/console\.|setTimeout/);
  }
});
