import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const repository = join(import.meta.dirname, "..", "..");

it("keeps its line ends in a clone of a git that converts them", () => {
  // A shell script, and a file that a test compares byte by byte.
  const files = [".ci/run", "docs/report.schema.json"];
  const { stdout } = spawnSync("git", ["-C", repository, "check-attr", "eol", "--", ...files], { encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual(files.map((file) => `${file}: eol: lf`));
});

it("asks no registry for a package that only this project has, or that is not installed", () => {
  // Whoever owns a free name would get the credentials of the shell.
  const files = ["--", ":!CHANGELOG.md", ":!.changeset", ":!tests/scripts/checkout.test.ts"];
  const expectNone = (pattern: string) => {
    const args = ["-C", repository, "grep", "--line-number", "-I", "--perl-regexp", pattern, ...files];
    const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  };
  // `npx --no` runs what is installed; `npx pulumi` is the CLI in Pulumi's own package.
  const isSafe = "(?!--no -- |--yes \\.\\.?/\\S*\\.tgz |pulumi\\b(?!-))";
  expectNone(`\\b(?:npx|bunx|npm (?:exec|x|create)|(?:pnpm|yarn) dlx)\\s+${isSafe}[\\w@./$-]`);
  expectNone('(?<![\\w.])"npx",\\s*\\[(?!"--no", "--")');
  expectNone('\\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\\b[^`"]*\\s(?<![./\\w-])pulumi-signalwire\\b(?!-\\*|/)');
});

it("names the repository's owner in one place", () => {
  const { repository: own, homepage, bugs } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  // Until the repository's address is known, the manifest names none.
  const page = own && /^git\+(https:\/\/github\.com\/[\w-]+\/pulumi-signalwire)\.git$/.exec(own.url)?.[1];
  expect([homepage, bugs?.url]).toEqual(own ? [`${page}#readme`, `${page}/issues`] : [undefined, undefined]);
  const address = "github\\.com/[^/]+/pulumi-signalwire";
  const args = [
    "grep",
    "--line-number",
    "--extended-regexp",
    address,
    "--",
    ":!package.json",
    ":!tests",
    ":!docs/resources",
    ":!provider/doors/plugin/schema.json",
  ];
  expect(spawnSync("git", ["-C", repository, ...args], { encoding: "utf8" }).stdout).toBe("");
});
