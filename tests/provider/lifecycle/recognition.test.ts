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

it.each(["create", "update"])(
  "whose user name is given up by now: a %s that is too early advises the same command",
  async (operation) => {
    const [mine, theirs] = [{ username: "mine" }, { username: "theirs" }];
    const declare = (name: string, olds: object, args: object) =>
      host.check("sipEndpoint", { ...olds }, { password: "canary-password", ...args, __declaredAs: name });
    const { id, outputs } = await create(mine);
    const other = await create(theirs);
    await host.newRun();
    const { inputs } = await declare("mine", operation === "create" ? {} : mine, { username: "theirs" });
    const given = await declare("giver", theirs, { username: "free" });
    await host.update("sipEndpoint", other.id, other.outputs, given.inputs);
    const detail = "username is already taken by another SIP endpoint of the project";
    server.faults.add({
      method: operation === "create" ? "POST" : "PUT",
      effect: "status",
      status: 422,
      body: { errors: [{ detail, status: "422", title: detail, code: "taken" }] },
    });
    const writes = () => (operation === "create" ? create(inputs) : host.update("sipEndpoint", id, outputs, inputs));
    const message = await messageOf(writes());
    expect(message).toContain(
      'The SipEndpoint "giver" had this username and has given it up by now: run the same command again.',
    );
    expect(message).toContain("dependsOn: [giver]");
    await writes();
  },
);
