// The due time of a token, by the test's own clock.

import { describe, expect, it } from "vitest";
import { clockWarning, isDue, rotateAt } from "../../../provider/lifecycle/renewal.ts";

const NOW = new Date("2026-05-08T19:00:00Z");

function issued(minutes: number) {
  return { issuedAt: NOW.toISOString(), expiresAt: new Date(NOW.getTime() + minutes * 60_000).toISOString() };
}

/** Returns the time in a form that ignores the number of digits. */
function moment(minutes: number, renewBefore: unknown, rotation?: string): string {
  return new Date(String(rotateAt({ renewBefore, rotation }, issued(minutes)))).toISOString().replace(".000Z", "Z");
}

describe("the moment of renewal", () => {
  it.each([
    [15, undefined, "2026-05-08T19:10:00Z"],
    [15, 5, "2026-05-08T19:10:00Z"],
    [15, 1, "2026-05-08T19:14:00Z"],
    [60, undefined, "2026-05-08T19:40:00Z"],
    [60, 0.5, "2026-05-08T19:59:30Z"],
    [1, undefined, "2026-05-08T19:00:40Z"],
    [43_200, 1_440, "2026-06-06T19:00:00Z"],
  ])("of %j minutes with a margin of %j is %s", (minutes, renewBefore, expected) => {
    expect(moment(minutes, renewBefore)).toBe(expected);
  });

  it("is the same for a token that every up renews, and none for one that is never renewed", () => {
    expect(moment(60, undefined, "always")).toBe("2026-05-08T19:40:00Z");
    expect(rotateAt({ rotation: "never" }, issued(60))).toBeUndefined();
  });
});

describe("the clock of this machine", () => {
  it.each([
    [0, undefined],
    [-2, undefined],
    [2, undefined],
    [-3, "3 minutes behind the service's"],
    [3, "3 minutes ahead of the service's"],
    [-300, "300 minutes behind the service's, so a token may expire before an `up` on this machine renews it"],
    [300, "300 minutes ahead of the service's, so an `up` on this machine renews it too early"],
  ])("that differs by %s minutes is reported as %s", (minutes, expected) => {
    const warning = clockWarning(issued(60), new Date(NOW.getTime() + minutes * 60_000));
    expect(warning).toEqual(expected && expect.stringContaining(expected));
  });
});

describe("a token is due", () => {
  const [BEFORE, AFTER] = ["2026-05-08T18:59:59.999Z", "2026-05-08T19:00:00.001Z"];

  it.each([
    ["not before its moment", AFTER, undefined, false],
    ["in the instant of its moment", "2026-05-08T19:00:00.000Z", undefined, true],
    ["after its moment", BEFORE, undefined, true],
    ["when the stored moment is none", "soon", undefined, true],
    ["in every up, when the program says so", AFTER, "always", true],
    ["never, when the program says so", BEFORE, "never", false],
  ])("%s", (_, at, rotation, expected) => {
    expect(isDue({ rotateAt: at }, { rotation }, NOW)).toBe(expected);
  });
});
