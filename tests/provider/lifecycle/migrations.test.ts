// State from other releases: every form ever stored is supported, and a later one is refused before any request.

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCHEMA_VERSION_NAME, withRecords, withRecordsHidden } from "../../../contract/index.ts";
import { migrated, SCHEMA_VERSION, versioned } from "../../../provider/lifecycle/migrations.ts";
import { type Server, serve } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";

type Outputs = Record<string, unknown>;

const fixtures = new URL("../fixtures/", import.meta.url);
const shipped = readdirSync(fixtures).map((file) => ({
  version: Number(/^outputs-v(\d+)\.json$/.exec(file)?.[1]),
  outputs: JSON.parse(readFileSync(new URL(file, fixtures), "utf8")) as Record<string, Outputs>,
}));

describe("stored outputs", () => {
  it("have a fixture for every version there ever was", () => {
    const versions = shipped.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: SCHEMA_VERSION }, (_, at) => at + 1));
  });

  it.each(shipped)("of version $version are turned into today's shape, losing nothing", ({ outputs }) => {
    for (const each of Object.values(outputs)) {
      const { resourceName: resource, ...others } = withRecords(each);
      const expected = {
        ...others,
        ...(resource === undefined ? {} : { resource }),
        [SCHEMA_VERSION_NAME]: SCHEMA_VERSION,
      };
      expect(withRecords(withRecordsHidden(versioned(migrated(each))))).toEqual(expected);
    }
  });

  it("without a version have the shape of the first", () => {
    expect(migrated({ username: "front-desk" })).toEqual({ username: "front-desk" });
  });

  it("carry the version of their shape, and lose it when they are read", () => {
    const stored = withRecordsHidden(versioned({ username: "front-desk" }));
    expect(stored).toEqual({ username: "front-desk", __state: { schemaVersion: SCHEMA_VERSION } });
    expect(migrated(stored)).toEqual({ username: "front-desk" });
  });

  it.each([SCHEMA_VERSION + 1, 99, "2", {}])("of version %j are refused, with advice and no value", (schemaVersion) => {
    const read = () => migrated({ password: "canary", schemaVersion });
    expect(read).toThrow(/written by a newer release of pulumi-signalwire .* Update the package/);
    expect(read).not.toThrow(/canary/);
  });
});

describe("a resource whose state a newer release wrote", () => {
  let server: Server;
  let host: DirectHost;

  beforeAll(async () => {
    server = await serve();
    host = await DirectHost.start(server);
  });

  afterAll(async () => {
    await host?.stop();
    await server?.close();
  });

  const newer = { username: "front-desk", password: "canary", schemaVersion: SCHEMA_VERSION + 1 };

  it("is not read, changed or deleted, and nothing is sent", async () => {
    await expect(host.read("sipEndpoint", "some-id", newer)).rejects.toThrow("newer release");
    await expect(host.update("sipEndpoint", "some-id", newer, { ...newer, callerId: "B" })).rejects.toThrow(
      "newer release",
    );
    await expect(host.delete("sipEndpoint", "some-id", newer)).rejects.toThrow("newer release");
    expect(server.journal.entries).toEqual([]);
  });
});
