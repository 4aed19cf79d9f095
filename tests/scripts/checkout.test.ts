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
    ":!docs/registry",
    ":!provider/doors/plugin/schema.json",
  ];
  expect(spawnSync("git", ["-C", repository, ...args], { encoding: "utf8" }).stdout).toBe("");
});
