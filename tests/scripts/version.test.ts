import { describe, expect, it } from "vitest";
import { compareVersions, minimumPulumi, parseVersion } from "../../scripts/engine/version.ts";

function isNewEnough(text: string): boolean {
  const version = parseVersion(text);
  return version !== undefined && compareVersions(version, minimumPulumi) >= 0;
}

describe("the version of a tool", () => {
  it.each(["v3.227.0", "3.227.1", "v3.259.0\n", "v3.1000.0", "v4.0.0", "v3.260.0-alpha.1700000000"])(
    "%j is new enough for a Pulumi CLI",
    (text) => {
      expect(isNewEnough(text)).toBe(true);
    },
  );

  it.each(["v3.226.9", "v3.22.7", "v2.999.0", "3.99.0", "", "unknown"])("%j is not new enough", (text) => {
    expect(isNewEnough(text)).toBe(false);
  });

  it("is read from the sentence that go prints", () => {
    expect(parseVersion("go version go1.26.8 linux/amd64")).toEqual({ major: 1, minor: 26, patch: 8 });
  });

  it("may lack a patch number, as in go.mod", () => {
    expect(parseVersion("1.26")).toEqual({ major: 1, minor: 26, patch: 0 });
  });
});
