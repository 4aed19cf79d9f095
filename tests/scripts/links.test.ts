// Every link in README and docs/ leads to an existing file and heading, and each page shows all of its text.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { headingsOf, linksOf, proseOf, root } from "./pages.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "examples/README.md",
  // Except the starter's links, which are right in the project that it becomes.
  ...readdirSync(join(root, "examples"))
    .map((name) => `examples/${name}/README.md`)
    .filter((page) => existsSync(join(root, page)) && !page.includes("/starter/")),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

it.each(pages)("the links of %s lead somewhere", (page) => {
  const broken = linksOf(page).filter(({ file, heading }) => {
    if (!existsSync(join(root, file))) return true;
    return heading !== undefined && file.endsWith(".md") && !headingsOf(file).includes(heading);
  });
  expect(broken).toEqual([]);
});

it.each(pages)("%s has no tag that Markdown hides, such as a verb of LaML outside code", (page) => {
  const text = proseOf(page)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/`[^`]*`/g, "");
  expect(text.match(/<(?!\/?(?:details|summary)\b)\/?[a-z][^>]*>/gi) ?? []).toEqual([]);
});

it("each page of docs is within two clicks of README", () => {
  const first = linksOf("README.md").map(({ file }) => file);
  const second = first.filter((file) => file.endsWith(".md")).flatMap((file) => linksOf(file).map((each) => each.file));
  const found = new Set([...first, ...second]);
  // Pulumi's Registry shows the pages of docs/registry.
  const others = pages.filter((page) => /^docs\/(?:decisions|registry)\//.test(page));
  expect(pages.filter((page) => page !== "README.md" && !others.includes(page) && !found.has(page))).toEqual([]);
});

it("each example has a page, and a row in the table of examples", () => {
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const listed = linksOf("examples/README.md").map(({ file }) => file);
  expect(folders.map(({ name }) => `examples/${name}/README.md`).filter((page) => !listed.includes(page))).toEqual([]);
});
