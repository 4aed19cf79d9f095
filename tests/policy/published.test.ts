// The pack as it is published: everything the engine needs to start it is in the package.

import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { rules } from "../../policy/index.ts";
import { Analyzer } from "./analyzer.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("starts from an installed copy of the package", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-published-"));
  const modules = join(folder, "node_modules");
  try {
    await mkdir(modules);
    for (const name of await readdir(join(root, "node_modules")))
      if (name !== "pulumi-signalwire") await symlink(join(root, "node_modules", name), join(modules, name));
    const packed = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
    const archive = execFileSync("npm", packed, { cwd: root, encoding: "utf8" }).trim();
    execFileSync("tar", ["-xzf", archive], { cwd: folder });
    await rename(join(folder, "package"), join(modules, "pulumi-signalwire"));
    const pack = await Analyzer.start(join(modules, "pulumi-signalwire", "policy"));
    try {
      expect((await pack.info()).policiesList).toHaveLength(rules.length);
    } finally {
      await pack.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);
