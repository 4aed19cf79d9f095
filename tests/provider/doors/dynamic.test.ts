// The door of the classes, in Pulumi's own provider process. tests/provider/slow/doors.test.ts tests its objects.

import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentOf, type Server, serve } from "../../engine/service.ts";
import { Host } from "../host.ts";

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
