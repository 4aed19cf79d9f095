// The due time of a token, by the test's own clock.

import { expect, it } from "vitest";
import { clockWarning, isDue, rotateAt } from "../../../provider/lifecycle/renewal.ts";

const NOW = new Date("2026-05-08T19:00:00Z");

function issued(minutes: number) {
  return { issuedAt: NOW.toISOString(), expiresAt: new Date(NOW.getTime() + minutes * 60_000).toISOString() };
}

it.each([
  [15, {}, "2026-05-08T19:10:00.000Z"],
  [15, { renewBefore: 1 }, "2026-05-08T19:14:00.000Z"],
  [60, { renewBefore: 0.5 }, "2026-05-08T19:59:30.000Z"],
  [1, {}, "2026-05-08T19:00:40.000Z"],
  [60, { rotation: "always" }, "2026-05-08T19:40:00.000Z"],
  [60, { rotation: "never" }, undefined],
])("a token of %j minutes with %j is renewed at %s", (minutes, args, expected) => {
  expect(rotateAt(args, issued(minutes))).toBe(expected);
});

it.each([
  [-2, undefined],
  [2, undefined],
  [-3, "3 minutes behind the service's, so a token may expire before an `up` on this machine renews it"],
  [300, "300 minutes ahead of the service's, so an `up` on this machine renews it too early"],
])("a clock of this machine that differs by %s minutes is reported as %s", (minutes, expected) => {
  const warning = clockWarning(issued(60), new Date(NOW.getTime() + minutes * 60_000));
  expect(warning).toEqual(expected && `Warning: the clock of this machine is ${expected}. Correct the clock.`);
});

const [BEFORE, AFTER] = ["2026-05-08T18:59:59.999Z", "2026-05-08T19:00:00.001Z"];

it.each([
  [AFTER, undefined, false],
  [NOW.toISOString(), undefined, true],
  [BEFORE, undefined, true],
  ["soon", undefined, true],
  [AFTER, "always", true],
  [BEFORE, "never", false],
])("a token that is renewed at %s, with the rotation %s, is due: %s", (rotateAt, rotation, expected) => {
  expect(isDue({ rotateAt }, { rotation }, NOW)).toBe(expected);
});
