import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const repository = join(import.meta.dirname, "..", "..");
const git = (...args: readonly string[]) => {
  const { status, stdout } = spawnSync("git", ["-C", repository, ...args], { encoding: "utf8" });
  return { status, stdout };
};
/** Returns the lines of the repository that match, without those of some files. Git ends with 1 when there is none. */
const linesWith = (pattern: string, ...without: readonly string[]) =>
  git("grep", "--line-number", "-I", "--perl-regexp", pattern, "--", ...without.map((path) => `:!${path}`));
const NONE = { status: 1, stdout: "" };

it("keeps its line ends in a clone of a git that converts them", () => {
  // A shell script, and a file that a test compares byte by byte.
  const files = [".ci/run", "docs/report.schema.json"];
  expect(git("check-attr", "eol", "--", ...files).stdout).toBe(files.map((file) => `${file}: eol: lf\n`).join(""));
});

// Whoever owns a free name would get the credentials of the shell. `npx --no` runs what is installed; `npx pulumi` is the CLI in
// Pulumi's own package.
it.each([
  "\\b(?:npx|bunx|npm (?:exec|x|create)|(?:pnpm|yarn) dlx)\\s+(?!--no -- |--yes \\.\\.?/\\S*\\.tgz |pulumi\\b(?!-))[\\w@./$-]",
  '(?<![\\w.])"npx",\\s*\\[(?!"--no", "--")',
  '\\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\\b[^`"]*\\s(?<![./\\w-])pulumi-signalwire\\b(?!-\\*|/)',
])("asks no registry for a package that only this project has, or that is not installed: %s", (pattern) => {
  expect(linesWith(pattern, "CHANGELOG.md", ".changeset", "tests/scripts/checkout.test.ts")).toEqual(NONE);
});

it("names the repository's owner in one place", () => {
  const { repository: own, homepage, bugs } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  // Until the repository's address is known, the manifest names none.
  const page = own && /^git\+(https:\/\/github\.com\/[\w-]+\/pulumi-signalwire)\.git$/.exec(own.url)?.[1];
  expect([homepage, bugs?.url]).toEqual(own ? [`${page}#readme`, `${page}/issues`] : [undefined, undefined]);
  const generated = ["docs/resources", "provider/doors/plugin/schema.json"];
  expect(linesWith("github\\.com/[^/]+/pulumi-signalwire", "package.json", "tests", ...generated)).toEqual(NONE);
});
