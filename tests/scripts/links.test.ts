// Every link of a page leads to an existing file and heading; those of the published package to its own files, because a reader may have
// only its folder. Each page shows all of its text.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { headingsOf, linksOf, packed, proseOf, root, textOf } from "./pages.ts";

const files: ReadonlySet<string> = new Set((await packed()).files.map(({ path }) => path));
const packedPages = [...files].filter((path) => /^(?!dist\/).*\.md$/.test(path) || path === "llms.txt");

it("the package has README, SKILL, pages of docs and llms.txt", () => {
  expect(packedPages).toEqual(expect.arrayContaining(["README.md", "SKILL.md", "llms.txt", "docs/upgrading.md"]));
});

it.each(packedPages)("the links of %s lead somewhere", (page) => {
  const broken = linksOf(page).filter(
    ({ file, heading }) =>
      !isPacked(file) || (heading !== undefined && file.endsWith(".md") && !headingsOf(file).includes(heading)),
  );
  expect(broken).toEqual([]);
});

it.each(packedPages)("%s has no tag that Markdown hides, such as a verb of LaML outside code", (page) => {
  const text = proseOf(page)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/`[^`]*`/g, "");
  expect(text.match(/<(?!\/?(?:details|summary)\b)\/?[a-z][^>]*>/gi) ?? []).toEqual([]);
});

it("each page of docs is within two clicks of README", () => {
  const first = linksOf("README.md").map(({ file }) => file);
  const second = first.filter((file) => file.endsWith(".md")).flatMap((file) => linksOf(file).map((each) => each.file));
  const found = new Set([...first, ...second]);
  const expected = packedPages.filter((page) => /^(?:docs\/(?!decisions\/)|examples\/|CONTRIBUTING)/.test(page));
  expect(expected.filter((page) => !found.has(page))).toEqual([]);
});

it("each example has a page, and a row in the table of examples", () => {
  const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const listed = linksOf("examples/README.md").map(({ file }) => file);
  expect(folders.map(({ name }) => `examples/${name}/README.md`).filter((page) => !listed.includes(page))).toEqual([]);
});

it("llms.txt leads to every page of docs, every example and the folder of decisions", () => {
  const linked = new Set(linksOf("llms.txt").map(({ file }) => file));
  const expected = packedPages.filter((page) => /^(docs\/|examples\/[^/]+\/README)/.test(page));
  const isLinked = (page: string) =>
    linked.has(page) || (linked.has("docs/decisions") && dirname(page) === "docs/decisions");
  expect(expected.filter((page) => !isLinked(page))).toEqual([]);
});

it("each path below node_modules/pulumi-signalwire that a page names is in the package", () => {
  const named = packedPages.flatMap((page) =>
    [...textOf(page).matchAll(/node_modules\/pulumi-signalwire\/([\w./-]*[\w-])/g)].map(([, path = ""]) => ({
      page,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ path }) => !isPacked(path))).toEqual([]);
});

/** True for a file of the package, and for a folder with one. */
function isPacked(path: string): boolean {
  const folder = path.replace(/\/$/, "");
  return files.has(folder) || [...files].some((file) => file.startsWith(`${folder}/`));
}
