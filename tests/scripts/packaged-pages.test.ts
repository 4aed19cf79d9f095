// Everything that a page of the published package links to is in the package too: a reader may have only its folder.

import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { headingsOf, linksOf, root, textOf } from "./pages.ts";

let files: ReadonlySet<string>;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  const printed = JSON.parse(stdout) as object;
  const [packed] = Object.values(printed) as { files: { path: string }[] }[];
  files = new Set(packed?.files.map(({ path }) => path));
});

const pages = () => [...files].filter((path) => path.endsWith(".md") || path === "llms.txt");

it("the package has README, SKILL, each page of docs and llms.txt", () => {
  expect([...files]).toEqual(
    expect.arrayContaining(["README.md", "SKILL.md", "llms.txt", "docs/tasks.md", "docs/upgrading.md"]),
  );
});

it("each link of each page leads to a file of the package, and to a heading that it has", () => {
  const broken = pages().flatMap((page) =>
    linksOf(page)
      .filter(({ file, heading }) => !isThere(file) || (heading !== undefined && !headingsOf(file).includes(heading)))
      .map(({ target }) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it("llms.txt leads to every page of docs, every example and the folder of decisions", () => {
  const linked = new Set(linksOf("llms.txt").map(({ file }) => file));
  const expected = pages().filter((page) => /^(docs\/|examples\/[^/]+\/README)/.test(page));
  const isLinked = (page: string) =>
    linked.has(page) || (linked.has("docs/decisions") && dirname(page) === "docs/decisions");
  expect(expected.filter((page) => !isLinked(page))).toEqual([]);
});

it("each path below node_modules/pulumi-signalwire that a page names is in the package", () => {
  const named = pages().flatMap((page) =>
    [...textOf(page).matchAll(/node_modules\/pulumi-signalwire\/([\w./-]*[\w-])/g)].map(([, path = ""]) => ({
      page,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ path }) => !isThere(path))).toEqual([]);
});

it("no text of the package names the placeholder of an owner", () => {
  const texts = [...files].filter((path) => /\.(md|txt|json|ya?ml|ts|js|cjs|mjs)$/.test(path));
  expect(texts.filter((path) => /github\.com\/OWNER\b/.test(textOf(path)))).toEqual([]);
});

/** True for a file of the package, and for a folder with one. */
function isThere(path: string): boolean {
  const folder = path.replace(/\/$/, "");
  return files.has(folder) || [...files].some((file) => file.startsWith(`${folder}/`));
}
