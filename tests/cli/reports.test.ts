import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requireOnePrinted, save } from "../../cli/reports.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalwire-reports-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("a report is written into a new folder", async () => {
  const file = join(folder, "reports/ci/preview.json");
  await save(file, "{}\n");
  expect(await readFile(file, "utf8")).toBe("{}\n");
});

it("a report that cannot be written is named in a sentence", async () => {
  await writeFile(join(folder, "taken"), "");
  const file = join(folder, "taken/preview.json");
  await expect(save(file, "{}")).rejects.toMatchObject({
    code: "check_impossible",
    message: expect.stringContaining(`The report ${file} could not be written: `),
  });
});

it("two reports on standard output are refused", () => {
  expect(() => requireOnePrinted([true, "drift.xml", undefined], "--junit drift.xml")).not.toThrow();
  expect(() => requireOnePrinted([true, "-"], "--junit drift.xml")).toThrow(
    "Standard output takes one report: name a file for the others, for example --junit drift.xml.",
  );
});
