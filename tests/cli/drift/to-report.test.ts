import { expect, test } from "vitest";
import { office, report, resource } from "./reports.ts";

test("the share of the accounts is rounded down, and is missing where a list was not read", () => {
  const listed = (objects: number, managed: number) => report([], [{ ...office, listed: { objects, managed } }]).facts;
  expect(listed(500, 412)).toContain("412 of 500 objects managed, 82 %");
  expect(listed(1_000, 999)).toContain("999 of 1,000 objects managed, 99 %");
  expect(report([], [{ ...office, listed: { objects: 2, managed: 1 } }, office]).facts).toHaveLength(1);
});

test("up to five resources of an argument that cannot be verified are named", () => {
  const notes = (count: number) => {
    const resources = [..."abcdef"].slice(0, count).map((name) => resource(name, "in-sync", { unverifiable: ["pin"] }));
    return report([{ stack: "prod", resources }]).groups[0]?.notes;
  };
  const end = "cannot be verified, for the service never shows it";
  expect(notes(5)).toEqual([`the pin of a, b, c, d and e ${end}`]);
  expect(notes(6)).toEqual([`the pin of 6 resources ${end}`]);
});
