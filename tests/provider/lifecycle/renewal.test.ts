// The due time of a token, by the test's own clock.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rotateAt } from "../../../provider/lifecycle/renewal.ts";
import { type Props, UNKNOWN } from "../host.ts";

const NOW = new Date("2026-05-08T19:00:00Z");

/** Returns the time in a form that ignores the number of digits. */
function moment(olds: Props, now: Date, expiresIn: unknown, renewBefore: unknown, isSameToken: boolean): string {
  const lifetime = { expiresIn, renewBefore, rotation: undefined };
  return new Date(String(rotateAt(olds, now, lifetime, isSameToken))).toISOString().replace(".000Z", "Z");
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
  ])("of %j minutes with a margin of %j is %s", (expiresIn, renewBefore, expected) => {
    expect(moment({}, NOW, expiresIn, renewBefore, false)).toBe(expected);
  });

  it("stays until it has passed", () => {
    const olds = { rotateAt: "2026-05-08T19:00:01Z" };
    expect(moment(olds, NOW, 15, undefined, true)).toBe("2026-05-08T19:00:01Z");
  });

  it("moves in the instant it is reached", () => {
    const olds = { rotateAt: "2026-05-08T19:00:00Z" };
    expect(moment(olds, NOW, 15, undefined, true)).toBe("2026-05-08T19:10:00Z");
  });

  it("moves when lifetime or margin are others now", () => {
    const olds = { rotateAt: "2999-01-01T00:00:00Z" };
    expect(moment(olds, NOW, 15, undefined, false)).toBe("2026-05-08T19:10:00Z");
  });

  it.each([undefined, null, "", "soon", 5, UNKNOWN])("moves from the stored %j, which is no moment", (stored) => {
    expect(moment({ rotateAt: stored }, NOW, 15, undefined, true)).toBe("2026-05-08T19:10:00Z");
  });

  it.each([
    { expiresIn: UNKNOWN, renewBefore: undefined },
    { expiresIn: 15, renewBefore: UNKNOWN },
  ])("is unknown with %j", (lifetime) => {
    expect(rotateAt({}, NOW, { ...lifetime, rotation: undefined }, false)).toBe(UNKNOWN);
  });

  it("lies between now and the end of the token, whatever the lifetime and the margin below it", () => {
    const lifetime = fc.integer({ min: 1, max: 43_200 });
    const margin = fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined });
    fc.assert(
      fc.property(lifetime, margin, (expiresIn, share) => {
        const renewBefore = share === undefined ? undefined : (expiresIn * share) / 1_000;
        const at = Date.parse(moment({}, NOW, expiresIn, renewBefore, false));
        expect(at).toBeGreaterThanOrEqual(NOW.getTime());
        expect(at).toBeLessThanOrEqual(NOW.getTime() + expiresIn * 60_000);
      }),
    );
  });

  it("is always the present for a token that every up renews", () => {
    const olds = { rotateAt: "2999-01-01T00:00:00Z" };
    const lifetime = { expiresIn: UNKNOWN, renewBefore: undefined, rotation: "always" };
    expect(Date.parse(String(rotateAt(olds, NOW, lifetime, true)))).toBe(NOW.getTime());
  });

  it("is none for a token that is never renewed", () => {
    const lifetime = { expiresIn: 15, renewBefore: undefined, rotation: "never" };
    expect(rotateAt({ rotateAt: "2020-01-01T00:00:00Z" }, NOW, lifetime, false)).toBeUndefined();
  });
});
