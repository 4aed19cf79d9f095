// The door of the classes, in Pulumi's own provider process. tests/provider/slow/doors.test.ts tests its objects.

import { expect, it, onTestFinished } from "vitest";
import { environmentOf, serve } from "../../engine/service.ts";
import { Host } from "../host.ts";

it("finds its configuration also when the first calls of a process come together", async () => {
  const server = await serve();
  onTestFinished(() => server.close());
  const host = await Host.start({ env: environmentOf(server) });
  onTestFinished(() => host.stop());
  const names = ["a", "b", "c", "d", "e", "f"];
  const made = await Promise.all(
    names.map((username) => host.create("sipEndpoint", { username, password: "canary-password" })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(names.length);
});
