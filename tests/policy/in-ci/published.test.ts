// The published pack: the package contains everything that the engine needs to start it.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { rules } from "../../../policy/index.ts";
import { Analyzer } from "../analyzer.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const execute = promisify(execFile);

let archive: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-packed-"));
  const { stdout } = await execute("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
  });
  archive = join(folder, stdout.trim());
  return () => rm(folder, { recursive: true });
}, 180_000);

/** Creates a project with the package and its dependencies, without Pulumi's package for policies. Returns the pack's folder. */
async function install(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-published-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@pulumi"), { recursive: true });
  const installed = await readdir(join(root, "node_modules"));
  for (const name of [...installed, "@pulumi/pulumi"])
    if (!["pulumi-signalwire", "@pulumi"].includes(name))
      await symlink(join(root, "node_modules", name), join(modules, name), "junction");
  await execute("tar", ["-xzf", archive], { cwd: folder });
  await rename(join(folder, "package"), join(modules, "pulumi-signalwire"));
  return join(modules, "pulumi-signalwire", "policy");
}

it.each(["", "strict"])(
  "starts from an installed copy of the package: policy/%s",
  async (folder) => {
    const pack = await Analyzer.start(join(await install(), folder));
    expect((await pack.info()).policiesList.map((policy) => policy.name)).toEqual([...rules.map((rule) => rule.name)]);
    await pack.stop();
  },
  60_000,
);
