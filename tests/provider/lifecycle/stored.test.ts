// What stored outputs record: the version of their form, the project, and no secret in clear. State of a later release is refused
// before any request.

import { expect, it, onTestFinished } from "vitest";
import { sipEndpoint } from "../../../contract/index.ts";
import { asSecret } from "../../../provider/lifecycle/secrets.ts";
import { fromState, SCHEMA_VERSION, toState } from "../../../provider/lifecycle/stored.ts";
import { serve } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";

it("stored outputs carry the version of their form and the project, mark what was found secret, and are read in clear", () => {
  const found = { caller_id: "Desk", call_relay_script_url: "https://user:canary@example.com/" };
  const stored = toState(
    sipEndpoint,
    { username: "front-desk", __found: found },
    { project: "the-project", secrets: [] },
  );
  expect(stored).toEqual({
    username: "front-desk",
    __state: {
      schemaVersion: SCHEMA_VERSION,
      project: "the-project",
      found: { ...found, call_relay_script_url: asSecret(found.call_relay_script_url) },
    },
  });
  expect(fromState(stored)).toEqual({ username: "front-desk", __project: "the-project", __found: found });
});

it.each([SCHEMA_VERSION + 1, 99, "2", {}])(
  "a resource with the version %j in the state is not read, changed or deleted, and no value is printed",
  async (schemaVersion) => {
    const server = await serve();
    onTestFinished(() => server.close());
    const host = await DirectHost.start(server);
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

it("an object that the state records in another project is not created in this one, under a new name either", async () => {
  const server = await serve();
  onTestFinished(() => server.close());
  const host = await DirectHost.start(server);
  const desk = { username: "front-desk", password: "canary" };
  const __recorded = { username: "front-desk", __state: { schemaVersion: SCHEMA_VERSION, project: "another" } };
  const { inputs } = await host.check("sipEndpoint", {}, { ...desk, __declaredAs: "new", __recorded });
  await expect(host.create("sipEndpoint", inputs)).rejects.toThrow("belong to the project another");
  expect(server.journal.entries).toEqual([]);
});
