// An object that exists although a create failed: this run made it, or another person did.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ReferenceServer, startServer } from "../../../server/index.ts";
import { DirectHost } from "../direct-host.ts";
import { messageOf, puts } from "../managed.ts";

let server: ReferenceServer;
let host: DirectHost;
/** Milliseconds that have passed besides the real ones. */
let passed = 0;

beforeEach(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  server = await startServer();
  host = await DirectHost.start(server);
  // The run reads the list before its first create.
  await host.create("sipEndpoint", { username: "first", password: "canary-password" });
});

afterEach(async () => {
  vi.restoreAllMocks();
  passed = 0;
  await host.stop();
  await server.close();
});

const create = (args: object = {}) =>
  host.create("sipEndpoint", { username: "desk", password: "canary-password", ...args });

function createWithoutAnswer() {
  server.faults.add({ method: "POST", effect: "lose-answer" });
  return create();
}

it("is recognised by a list of a moment ago that lacked it, and gets the password again", async () => {
  expect((await createWithoutAnswer()).outputs).toMatchObject({ username: "desk" });
  expect(host.printed).toContain('recognised as ours after a lost answer: the SIP endpoint "desk"');
  expect(puts(server)).toEqual([{ password: "[hidden]" }]);
});

it("is not recognised by a list of six seconds ago: another person may have made it since", async () => {
  passed = 6_000;
  const message = await messageOf(createWithoutAnswer());
  expect(message).toContain("too old to prove that this `up` made it");
  expect(message).toContain("with `adopt: true` the resource takes it over");
  expect(server.journal.entries.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
});

it("is not adopted where this run made it for another resource", async () => {
  expect(await messageOf(create({ username: "first", adopt: true }))).toContain(
    "Another resource of this stack manages the SIP endpoint",
  );
});
