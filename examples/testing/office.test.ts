// Deploys the whole program with the real engine to the reference server, then places calls.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation/index.js";
import { assertTaken, type ReferenceServer, startServer } from "pulumi-signalwire/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "./office.ts";

const NUMBER = "+12025550101";

let server: ReferenceServer;
let scripts: Server;
let backend: string;
let stack: Stack;

beforeAll(async () => {
  server = await startServer();
  // Serves the program's URLs. The server sends webhooks only to this machine.
  scripts = createServer((_, answer) =>
    answer.end("sections: { main: [answer, { play: 'say:We are out.' }, hangup] }"),
  );
  await once(scripts.listen(0, "127.0.0.1"), "listening");
  const scriptUrl = `http://127.0.0.1:${(scripts.address() as AddressInfo).port}/after-hours`;

  backend = await mkdtemp(join(tmpdir(), "office-"));
  const program = async () => office({ number: NUMBER, scriptUrl, password: "vivid-otter-lunar-canyon-brisk-maple" });
  stack = await LocalWorkspace.createStack(
    { projectName: "office", stackName: "test", program },
    {
      // The folder where the engine looks for the program's packages. Default: the folder of the test run.
      projectSettings: { name: "office", runtime: "nodejs", main: import.meta.dirname },
      envVars: {
        PULUMI_BACKEND_URL: pathToFileURL(backend).href,
        PULUMI_CONFIG_PASSPHRASE: "test",
        SIGNALWIRE_BASE_URL: server.url,
        SIGNALWIRE_PROJECT_ID: server.project.id,
        SIGNALWIRE_API_TOKEN: server.project.apiToken,
        SIGNALWIRE_CLOCK: "server",
      },
    },
  );
  await stack.up();
}, 120_000);

afterAll(async () => {
  await server?.close();
  scripts?.close();
  if (backend) await rm(backend, { recursive: true, force: true });
});

test("a call to the main line plays the desk's script", async () => {
  const trace = await server.call({ to: NUMBER, from: "+12025550177" });
  assertTaken(trace);
  expect(trace.steps.map(({ attempt }) => attempt?.status)).toContain(200);
});

test("the browser's token is renewed once it is due, without waiting for it", async () => {
  const before = (await stack.outputs()).jwt?.value;
  server.clock.advance({ minutes: 45 });
  const { summary, outputs } = await stack.up();
  expect(summary.resourceChanges).toMatchObject({ update: 1 });
  expect(outputs.jwt?.value).not.toBe(before);
}, 60_000);
