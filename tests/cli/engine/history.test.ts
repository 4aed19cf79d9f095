// Which records may hold values that a refresh took over, by the history of a stack.

import { expect, test } from "vitest";
import { type PastUpdate, refreshedSince } from "../../../cli/engine/history.ts";

const at = (minute: number, seconds = 0) => new Date(Date.UTC(2026, 10, 21, 3, minute, seconds)).toISOString();
const run = (minute: number, kind = "update", result = "succeeded", ...flags: string[]): PastUpdate => ({
  ...{ kind, result, startTime: at(minute), endTime: at(minute, 30) },
  environment: Object.fromEntries(flags.map((flag) => [`pulumi.flag.${flag}`, "set"])),
});
const UP = run(10);

test.each<[string, PastUpdate[], string, boolean]>([
  ["written by a whole up", [UP], at(10, 20), false],
  ["written before the history begins", [UP], at(1), false],
  ["written by a failed up", [run(20, "update", "failed"), UP], at(20, 5), true],
  ["written by a refresh", [run(20, "refresh"), UP], at(20, 5), true],
  ["older than the refresh", [run(20, "refresh"), UP], at(10, 20), false],
  ["written by a refresh, before a whole up", [run(30), run(20, "refresh"), UP], at(20, 5), false],
  [
    "written by a refresh, before an up of others",
    [run(30, "update", "succeeded", "target"), run(20, "refresh"), UP],
    at(20, 5),
    true,
  ],
  [
    "written by a refresh, before an up that excluded it",
    [run(30, "update", "succeeded", "exclude"), run(20, "refresh"), UP],
    at(20, 5),
    true,
  ],
  [
    "written by an up of this resource alone",
    [run(30, "update", "succeeded", "target"), run(20, "refresh"), UP],
    at(30, 5),
    false,
  ],
  [
    "written in the last second of such an up",
    [run(30, "update", "succeeded", "target"), run(20, "refresh"), UP],
    at(30, 31),
    false,
  ],
  ["written after it", [run(30, "update", "succeeded", "target"), run(20, "refresh"), UP], at(30, 32), true],
  ["written by a killed run, which leaves no entry", [UP], at(20), true],
  ["of an imported state, without a history", [], at(10), false],
  ["of a stack that had no whole up yet", [run(20, "update", "failed")], at(20, 5), true],
])("a record %s: %#", (_, history, modified, isRefreshed) => {
  const found = refreshedSince([{ urn: "a", created: at(0), modified }], history);
  expect(found.has("a")).toBe(isRefreshed);
});

test("a record that an up created holds what the program says, whatever became of the up", () => {
  const record = { urn: "a", created: at(20, 5), modified: at(20, 5) };
  expect(refreshedSince([record], [run(20, "update", "failed"), UP])).toEqual(new Set());
});
