// The door of the classes, in Pulumi's own provider process. tests/provider/slow/doors.test.ts tests its objects.

import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { environmentOf, type Server, serve } from "../../engine/service.ts";
import { ID } from "../bodies.ts";
import { configurationOf } from "../direct-host.ts";
import { Host } from "../host.ts";
import { messageOf } from "../managed.ts";
import { Stub } from "../stub.ts";

const DESK = { username: "front-desk", password: "canary-password" };

let server: Server;
let host: Host;

beforeAll(async () => {
  server = await serve();
  host = await Host.start({ env: environmentOf(server) });
});

afterAll(async () => {
  await host?.stop();
  await server?.close();
});

/** Starts a process for a service with these answers. */
async function startFor(answer: Stub["answer"]) {
  const stub = await Stub.start();
  onTestFinished(() => stub.stop());
  stub.answer = answer;
  const project = { id: "project", apiToken: "canary-token" };
  const started = await Host.start({ config: configurationOf({ url: stub.url, project }) });
  onTestFinished(() => started.stop());
  return { stub, started };
}

it("finds its configuration also when the first calls of a process come together", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const made = await Promise.all(names.map((username) => host.create("sipEndpoint", { ...DESK, username })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(names.length);
});

it("answers a check with the inputs, or with each problem and no property, whose value the engine would print", async () => {
  expect(await host.check("sipEndpoint", {}, DESK)).toEqual({ inputs: DESK, failures: [] });
  const { failures } = await host.check("sipEndpoint", {}, { username: "front desk", password: "" });
  expect(failures).toEqual([
    { property: "", reason: "username must not contain white space or the character @" },
    { property: "", reason: "password must not be empty" },
  ]);
});

it("prints nothing", () => {
  expect(host.printed).toBe("");
});

it("ends at its next output when the engine is gone, instead of reporting the broken pipe forever", async () => {
  const { started } = await startFor(() => ({ status: 503, headers: { "retry-after": "3" }, body: {} }));
  const creating = messageOf(started.create("sipEndpoint", DESK));
  expect(await started.killEngine()).toEqual({ code: 1 });
  await creating;
});

it("names the remedy to a user who cancels a request that waits for its retry, and one that waits for its answer", async () => {
  const { stub, started } = await startFor(({ method, path }) => {
    if (method !== "GET") return { status: 503, headers: { "retry-after": "60" }, body: {} };
    return path.includes("?") ? { status: 200, body: { links: {}, data: [] } } : { status: 200, hangs: true };
  });
  const reading = messageOf(started.read("sipEndpoint", ID, DESK));
  await vi.waitFor(() => expect(stub.requests).toEqual([`GET /api/relay/rest/endpoints/sip/${ID}`]), {
    timeout: 20_000,
  });
  const creating = messageOf(started.create("sipEndpoint", DESK));
  await vi.waitFor(() => expect(started.printed).toContain("Waiting"), { timeout: 20_000 });
  await started.cancel();
  const again = ".*cancel.* Run the same command again";
  expect(await creating).toMatch(new RegExp(`^Could not create the SIP endpoint "front-desk": ${again}`));
  expect(await reading).toMatch(new RegExp(`^Could not read the SIP endpoint "front-desk" ${again}`));
  expect(started.printed).not.toMatch(/^ +at /m);
  expect(started.printed).not.toContain("canary");
}, 60_000);
