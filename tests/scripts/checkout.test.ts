import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const repository = join(import.meta.dirname, "..", "..");

it("keeps its line ends in a clone of a git that converts them", () => {
  // A shell script, and a file that a test compares byte by byte.
  const files = [".ci/run", "docs/drift-report.schema.json"];
  const { stdout } = spawnSync("git", ["-C", repository, "check-attr", "eol", "--", ...files], { encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual(files.map((file) => `${file}: eol: lf`));
});
