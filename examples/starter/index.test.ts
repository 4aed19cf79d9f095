// Deploys the whole program to a reference server, then places calls.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Stack } from "@pulumi/pulumi/automation/index.js";
import { assertTaken, type ReferenceServer, startServer } from "pulumi-signalwire/server";
import { deploy, openStack } from "./dev/stack.ts";

let server: ReferenceServer;
let state: string;
let stack: Stack;

before(async () => {
  server = await startServer();
  state = await mkdtemp(join(tmpdir(), "phones-"));
  stack = await openStack("test", server, state);
  await deploy(stack);
});

after(async () => {
  await stack?.workspace.removeStack("test", { force: true });
  await server?.close();
  await rm(state, { recursive: true, force: true });
});

test("a call to the main line rings the front desk", async () => {
  const trace = await server.call({ to: server.project.numbers[0] ?? "", from: "+12025550177" });
  // Fails with the reason why the call did not ring.
  assertTaken(trace, { rings: "front-desk" });
});
