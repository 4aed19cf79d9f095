import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockOf } from "../../../cli/engine/lock.ts";
import type { Project } from "../../../cli/engine/run.ts";
import { temporaryFolder } from "../../scripts/machine.ts";
import { standIn } from "../stand-in.ts";

/** Returns a project whose CLI on the PATH answers with this backend and these stacks. */
function projectAt(url: string, folder = "/", stacks: object[] = []): Project {
  vi.stubEnv("PATH", standIn({ whoami: { out: { url } }, "stack ls": stacks }).PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { folder, configFile: undefined };
}

/** Creates a backend in a folder, which is also the project's folder. */
async function backend(): Promise<{ url: string; folder: string; locks: string }> {
  const folder = temporaryFolder();
  await writeFile(join(folder, "Pulumi.yaml"), "name: phones\nruntime: nodejs\n");
  return { url: `file://${folder}`, folder, locks: join(folder, ".pulumi/locks/organization/phones/prod") };
}

test("a lock is seen that was taken after the first look, and one that is half written", async () => {
  const { url, folder, locks } = await backend();
  const lock = await lockOf(projectAt(url, folder), "organization/phones/prod");
  expect(await lock.holder()).toBeUndefined();
  await mkdir(locks, { recursive: true });
  await writeFile(join(locks, "held.json"), '{ "pid": 1, "usern');
  expect(await lock.holder()).toBe("who it is cannot be read");
  const whole = { pid: 1, username: "ci", hostname: "runner", timestamp: "2026-11-21T03:00:00Z" };
  await writeFile(join(locks, "held.json"), JSON.stringify(whole));
  expect(await lock.holder()).toBe("pid 1 of ci@runner since 2026-11-21T03:00:00Z");
});

test("a lock is seen from a folder inside the project, and where there is no project nothing is looked for", async () => {
  const { url, folder, locks } = await backend();
  await mkdir(locks, { recursive: true });
  await writeFile(join(locks, "held.json"), "");
  const inside = join(folder, "desks/upstairs");
  await mkdir(inside, { recursive: true });
  expect(await (await lockOf(projectAt(url, inside), "prod")).holder()).toBe("who it is cannot be read");
  await rm(join(folder, "Pulumi.yaml"));
  expect(await (await lockOf(projectAt(url, inside), "prod")).holder()).toBeUndefined();
});

test("a backend with updates is queried, and one without visible locks is named", async () => {
  const stacks = [
    { name: "prod", updateInProgress: true },
    { name: "acme/shop/test", updateInProgress: true },
    { name: "dev" },
  ];
  const cloud = projectAt("https://app.pulumi.com/acme", "/", stacks);
  for (const name of ["acme/phones/prod", "acme/shop/test"])
    expect(await (await lockOf(cloud, name)).holder()).toBe("an update is in progress");
  expect(await (await lockOf(cloud, "dev")).holder()).toBeUndefined();
  const bucket = await lockOf(projectAt("s3://bucket?region=eu"), "prod");
  expect(bucket.unseenAt).toBe("s3://bucket");
  expect(await bucket.holder()).toBeUndefined();
  const database = await lockOf(
    projectAt("postgres://pulumi:hunter2@db.example.com:5432/state?sslmode=require"),
    "prod",
  );
  expect(database.unseenAt).toBe("postgres://[secret]@db.example.com:5432/state");
});

test("a backend of the environment or of the project file is known without the CLI", async () => {
  const { url, folder, locks } = await backend();
  await mkdir(locks, { recursive: true });
  await writeFile(join(locks, "held.json"), "");
  const project = projectAt("https://app.pulumi.com/acme", folder);
  vi.stubEnv("PULUMI_BACKEND_URL", url);
  expect(await (await lockOf(project, "prod")).holder()).toBe("who it is cannot be read");
  vi.stubEnv("HOME", folder);
  vi.stubEnv("USERPROFILE", folder);
  vi.stubEnv("PULUMI_BACKEND_URL", "file://~");
  expect(await (await lockOf(project, "prod")).holder()).toBe("who it is cannot be read");
  vi.stubEnv("PULUMI_BACKEND_URL", "");
  expect(await (await lockOf(project, "prod")).holder()).toBeUndefined();
  await writeFile(join(folder, "Pulumi.yaml"), "name: phones\nruntime: nodejs\nbackend: { url: file://. }\n");
  expect(await (await lockOf(project, "prod")).holder()).toBe("who it is cannot be read");
});
