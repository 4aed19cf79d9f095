// What stored outputs record: the version of their form, the project, and no secret in clear. State of a later release is refused
// before any request.

import { expect, it } from "vitest";
import { PROJECT, sipEndpoint } from "../../../contract/index.ts";
import { asSecret } from "../../../provider/lifecycle/secrets.ts";
import { assertSameProject, fromState, SCHEMA_VERSION, toState } from "../../../provider/lifecycle/stored.ts";
import { messageOf } from "../managed.ts";
import { served } from "../served.ts";

const on = served();

it("stored outputs carry the version of their form and the project, mark what was found secret, and are read in clear", () => {
  const found = { caller_id: "Desk", call_relay_script_url: "https://user:canary@example.com/" };
  const stored = toState(
    sipEndpoint,
    { username: "front-desk", __found: found, [PROJECT]: "the one before" },
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
  // Without a configuration, the recorded project stays.
  expect(toState(sipEndpoint, fromState(stored), { project: undefined, secrets: [] })).toEqual(stored);
});

it("a resource that a newer release wrote is not read, changed or deleted, and no value is printed", async () => {
  for (const schemaVersion of [SCHEMA_VERSION + 1, "2"]) {
    const newer = { username: "front-desk", password: "canary", __state: { schemaVersion } };
    const known = ["sipEndpoint", "some-id", newer] as const;
    const update = () => on.host.update(...known, { ...newer, callerId: "B" });
    for (const attempt of [() => on.host.read(...known), update, () => on.host.delete(...known)])
      expect(await messageOf(attempt())).toBe(
        `The state was written by a newer release of pulumi-signalwire (schema version ${schemaVersion}; this one knows 1). ` +
          "Update the package in this project, then run the same command again. Nothing was changed.",
      );
  }
  expect(on.server.journal.entries).toEqual([]);
});

it("an object that the state records in another project is not created in this one, under a new name either", async () => {
  const desk = { username: "front-desk", password: "canary" };
  const __recorded = { username: "front-desk", __state: { schemaVersion: SCHEMA_VERSION, project: "another" } };
  const { inputs } = await on.host.check("sipEndpoint", {}, { ...desk, __declaredAs: "new", __recorded });
  const message = await messageOf(on.host.create("sipEndpoint", inputs));
  expect(message).toContain("belong to the project another");
  const { findings } = await on.host.preview("sipEndpoint", inputs);
  expect(findings).toEqual([{ severity: "error", message }]);
  expect(on.server.journal.entries).toEqual([]);
});

it("credentials of another project are refused with the way to the recorded one, and the case of an id has no meaning", () => {
  const told = (config: object) => {
    const settings = { get: (key: string) => (key.endsWith("projectId") ? "TWO" : undefined), ...config };
    return messageOf((async () => assertSameProject({ [PROJECT]: "one" }, settings))());
  };
  const forgetting = "`pulumi state delete` forgets a resource without touching its object.";
  return expect(Promise.all([told({}), told({ isDeclared: true, providerName: "eu" })])).resolves.toEqual([
    "This stack's resources belong to the project one, and the credentials in use belong to the project two. Nothing was changed. " +
      "Use the credentials of one (SIGNALWIRE_PROJECT_ID with SIGNALWIRE_API_TOKEN in the environment, which win over signalwire:projectId with signalwire:apiToken). " +
      `To build the stack in two instead, run \`pulumi destroy\` with the credentials of one first, or begin a new stack; ${forgetting}`,
    'This resource belongs to the project one, and its provider "eu" has credentials of the project two. Nothing was changed. ' +
      'Give the provider the credentials of one (projectId and apiToken of the provider "eu"), or give the resource a provider of that project. ' +
      `To build it in two instead, declare it under a new name; ${forgetting}`,
  ]);
});
