// The version in stored outputs: state of a later release is refused before any request.

import { expect, it, onTestFinished } from "vitest";
import { sipEndpoint } from "../../../contract/index.ts";
import { fromState, SCHEMA_VERSION, toState } from "../../../provider/lifecycle/stored.ts";
import { serve } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";

it("stored outputs carry the version of their form, and lose it when they are read", () => {
  const stored = toState(sipEndpoint, { username: "front-desk" }, { project: undefined, secrets: [] });
  expect(stored).toEqual({ username: "front-desk", __state: { schemaVersion: SCHEMA_VERSION } });
  expect(fromState(stored)).toEqual({ username: "front-desk" });
});

it.each([SCHEMA_VERSION + 1, 99, "2", {}])(
  "a resource with the version %j in the state is not read, changed or deleted, and no value is printed",
  async (schemaVersion) => {
    const server = await serve();
    onTestFinished(() => server.close());
    const host = await DirectHost.start(server);
    onTestFinished(() => host.stop());
    const newer = { username: "front-desk", password: "canary", __state: { schemaVersion } };
    for (const attempt of [
      () => host.read("sipEndpoint", "some-id", newer),
      () => host.update("sipEndpoint", "some-id", newer, { ...newer, callerId: "B" }),
      () => host.delete("sipEndpoint", "some-id", newer),
    ]) {
      const failure = await attempt().then(String, ({ message }: Error) => message);
      expect(failure).toMatch(/written by a newer release of pulumi-signalwire .* Update the package/);
      expect(failure).not.toContain("canary");
    }
    expect(server.journal.entries).toEqual([]);
  },
);
