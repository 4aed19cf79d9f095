// How a new project gets this package, by the way in which npm installed it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownPackage, vendor, version } from "../../cli/package.ts";
import { temporaryFolder, writeFiles } from "../scripts/machine.ts";

test.each<[lock: string | undefined, specifier: string, packedFile?: string]>([
  [undefined, "^VERSION"],
  ["https://registry.npmjs.org/pulumi-signalwire.tgz", "^VERSION"],
  ["file:../packed/pulumi-signalwire-1.tgz", "file:vendor/pulumi-signalwire-1.tgz", "packed/pulumi-signalwire-1.tgz"],
])("installed from %s, a project depends on %s", async (resolved, specifier, packedFile) => {
  const folder = temporaryFolder();
  const lock = { packages: { "node_modules/pulumi-signalwire": { resolved } } };
  writeFiles(folder, {
    "npm/node_modules/.package-lock.json": JSON.stringify(lock),
    "packed/pulumi-signalwire-1.tgz": "",
  });
  const found = await ownPackage("/phones", join(folder, "npm/node_modules/pulumi-signalwire"));
  expect(found).toEqual({
    specifier: specifier.replace("VERSION", version()),
    ...(packedFile && { packedFile: join(folder, packedFile) }),
  });
  await vendor(found, join(folder, "phones"));
  expect(existsSync(join(folder, "phones/vendor/pulumi-signalwire-1.tgz"))).toBe(packedFile !== undefined);
});
