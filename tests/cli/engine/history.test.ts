// Which records may hold values that a refresh took over, by the history of a stack.

import { expect, test } from "vitest";
import { type PastUpdate, refreshedSince } from "../../../cli/engine/history.ts";

const at = (minute: number, seconds = 0) => new Date(Date.UTC(2026, 10, 21, 3, minute, seconds)).toISOString();
const run = (minute: number, kind = "update", result = "succeeded", ...flags: string[]): PastUpdate => ({
  ...{ kind, result, startTime: at(minute), endTime: at(minute, 30) },
  environment: Object.fromEntries(flags.map((flag) => [`pulumi.flag.${flag}`, "set"])),
});
const UP = run(10);

/** A refresh, and a later up with these flags. */
const later = (...flags: string[]) => [run(30, "update", "succeeded", ...flags), run(20, "refresh"), UP];

test.each<[what: string, history: PastUpdate[], modified: string, isRefreshed: boolean, created?: string]>([
  ["written by a whole up", [UP], at(10, 20), false],
  ["written before the history begins", [UP], at(1), false],
  ["written by a failed up", [run(20, "update", "failed"), UP], at(20, 5), true],
  [
    "created by a failed up, with what the program says",
    [run(20, "update", "failed"), UP],
    at(20, 5),
    false,
    at(20, 5),
  ],
  ["written by a refresh", [run(20, "refresh"), UP], at(20, 5), true],
  ["older than the refresh", [run(20, "refresh"), UP], at(10, 20), false],
  ["written by a refresh, before a whole up", later(), at(20, 5), false],
  ["written by a refresh, before a destruction", [run(30, "destroy"), run(20, "refresh"), UP], at(20, 5), true],
  ["written by a refresh, before an up of others", later("target"), at(20, 5), true],
  ["written by a refresh, before an up that excluded it", later("exclude"), at(20, 5), true],
  ["written by an up of this resource alone", later("target"), at(30, 5), false],
  ["written in the last second of such an up", later("target"), at(30, 31), false],
  ["written after it", later("target"), at(30, 32), true],
  ["written by a killed run, which leaves no entry", [UP], at(20), true],
  ["of an imported state, without a history", [], at(10), false],
  ["of a stack that had no whole up yet", [run(20, "update", "failed")], at(20, 5), true],
])("a record %s: %#", (_, history, modified, isRefreshed, created = at(0)) => {
  expect([...refreshedSince([{ urn: "a", created, modified }], history)]).toEqual(isRefreshed ? ["a"] : []);
});
