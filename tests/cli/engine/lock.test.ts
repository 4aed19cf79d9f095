import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
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
  const folder = join(temporaryFolder(), "a b");
  await mkdir(folder);
  await writeFile(join(folder, "Pulumi.yaml"), "name: phones\nruntime: nodejs\n");
  return { url: pathToFileURL(folder).href, folder, locks: join(folder, ".pulumi/locks/organization/phones/prod") };
}

const holder = async (project: Project, stack = "prod") => (await lockOf(project, stack)).holder();
const UNREADABLE = "who it is cannot be read";

test("a lock is seen that was taken after the first look, and one that is half written", async () => {
  const { url, folder, locks } = await backend();
  const lock = await lockOf(projectAt(url, folder), "organization/phones/prod");
  expect(await lock.holder()).toBeUndefined();
  await mkdir(locks, { recursive: true });
  await writeFile(join(locks, "held.json"), '{ "pid": 1, "usern');
  expect(await lock.holder()).toBe(UNREADABLE);
  const whole = { pid: 1, username: "ci", hostname: "runner", timestamp: "2026-11-21T03:00:00Z" };
  await writeFile(join(locks, "held.json"), JSON.stringify(whole));
  expect(await lock.holder()).toBe("pid 1 of ci@runner since 2026-11-21T03:00:00Z");
});

test("a backend with updates is queried, and one without visible locks is named", async () => {
  const named = ["prod", "acme/shop/test"].map((name) => ({ name, updateInProgress: true }));
  const cloud = projectAt("https://app.pulumi.com/acme", "/", [...named, { name: "dev" }]);
  const names = ["acme/phones/prod", "acme/shop/test", "dev"];
  const busy = "an update is in progress";
  expect(await Promise.all(names.map((name) => holder(cloud, name)))).toEqual([busy, busy, undefined]);
  const unseen = async (url: string) => {
    const lock = await lockOf(projectAt(url), "prod");
    return [lock.unseenAt, await lock.holder()];
  };
  expect(await unseen("s3://bucket?region=eu")).toEqual(["s3://bucket", undefined]);
  expect(await unseen("postgres://pulumi:hunter2@db.example.com:5432/state?sslmode=require")).toEqual([
    ...["postgres://[secret]@db.example.com:5432/state", undefined],
  ]);
});

test("a lock is seen from a folder of the project, whoever names the backend, and nothing without a project", async () => {
  const { url, folder, locks } = await backend();
  await mkdir(locks, { recursive: true });
  await writeFile(join(locks, "held.json"), "");
  const inside = join(folder, "desks/upstairs");
  await mkdir(inside, { recursive: true });
  expect(await holder(projectAt(url, inside))).toBe(UNREADABLE);
  // Without the CLI.
  const project = projectAt("https://app.pulumi.com/acme", folder);
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, dirname(folder));
  const at = (backendUrl: string) => {
    vi.stubEnv("PULUMI_BACKEND_URL", backendUrl);
    return holder(project);
  };
  expect([await at(url), await at("file://~/a b"), await at("")]).toEqual([UNREADABLE, UNREADABLE, undefined]);
  for (const name of ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]) {
    await writeFile(join(folder, name), '{ "name": "phones", "backend": { "url": "file://." } }');
    expect([await at("s3://bucket"), await at("")]).toEqual([undefined, UNREADABLE]);
    await rm(join(folder, name));
  }
  expect(await holder(projectAt(url, inside))).toBeUndefined();
});
