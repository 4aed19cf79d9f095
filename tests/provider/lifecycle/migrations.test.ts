// The handling of outputs from earlier and later releases.

import { describe, expect, it } from "vitest";
import { withRecordsHidden } from "../../../contract/index.ts";
import { migrated, SCHEMA_VERSION, versioned } from "../../../provider/lifecycle/migrations.ts";

const OUTPUTS = { username: "front-desk", password: "canary", codecs: ["OPUS"] };

describe("stored outputs", () => {
  it("carry the version of their shape, and lose it when they are read", () => {
    const stored = withRecordsHidden(versioned(OUTPUTS));
    expect(stored).toEqual({ ...OUTPUTS, __state: { schemaVersion: SCHEMA_VERSION } });
    expect(migrated(stored)).toEqual(OUTPUTS);
    expect(migrated(versioned(OUTPUTS))).toEqual(OUTPUTS);
  });

  it("without a version are the first ones ever written", () => {
    expect(migrated(OUTPUTS)).toEqual(OUTPUTS);
  });

  it.each([SCHEMA_VERSION + 1, 99, "2", {}])(
    "of version %j are left alone, with advice and no value",
    (schemaVersion) => {
      const read = () => migrated({ ...OUTPUTS, schemaVersion });
      expect(read).toThrow(/written by a newer release .* Update the package/);
      expect(read).not.toThrow(/canary/);
    },
  );
});
