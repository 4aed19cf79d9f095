// Deploys the program with the real engine to the reference server, then calls it at all hours.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { expectEveryCallerReached, type ReferenceServer, startServer } from "pulumi-signalwire/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expects, officeHours } from "./office-hours.ts";

const NUMBER = "+12025550101";

let server: ReferenceServer;
let backend: string;

beforeAll(async () => {
  server = await startServer({ seed: { projects: [{ numbers: [{ number: NUMBER }] }] } });
  server.clock.freeze("2026-11-23T12:00:00Z");
  backend = await mkdtemp(join(tmpdir(), "office-hours-"));
  const stack = await LocalWorkspace.createStack(
    {
      projectName: "office-hours",
      stackName: "test",
      program: async () =>
        officeHours({
          number: NUMBER,
          mobile: "+12025550142",
          holidays: ["12-25"],
          password: "vivid-otter-lunar-canyon-brisk-maple",
        }),
    },
    {
      projectSettings: { name: "office-hours", runtime: "nodejs", main: import.meta.dirname },
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
  if (backend) await rm(backend, { recursive: true, force: true });
});

test("every caller reaches somebody at each hour, and gets what the program expects", async () => {
  await expectEveryCallerReached(server, { expects: { [NUMBER]: expects } });
});

test("a holiday is closed, whatever day it is", async () => {
  const holidays = [
    { keys: "1", at: "2026-12-24 10:00", rings: "sales" },
    { at: "2026-12-25 10:00", answeredBy: "Office" },
  ];
  await expectEveryCallerReached(server, { expects: { [NUMBER]: holidays } });
});

test("a busy desk fails over to the mobile phone, and support to voicemail", async () => {
  const [line] = (await server.explore()).callers;
  const endOf = (key: string) =>
    line?.paths.find(({ choices }) => choices[0] === `key ${key}` && choices[1]?.endsWith(": no answer"))?.end.text;
  expect(endOf("1")).toBe("Leaves the project for +12025550142");
  expect(endOf("2")).toContain("a recording (voicemail)");
});
