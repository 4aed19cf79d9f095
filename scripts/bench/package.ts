// Decides which `pulumi-signalwire` a benchmarked program or provider process finds.

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** This package, where an installed one would lie in the folder. */
export async function placePackage(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await symlink(root, join(folder, "node_modules", "pulumi-signalwire"));
}

/**
 * A package of the same name whose classes are ours and whose provider has no HTTP behind it, so that programs and states are the
 * same to the byte.
 */
export async function placePackageWithoutHttp(folder: string): Promise<void> {
  const home = join(folder, "node_modules", "pulumi-signalwire");
  await mkdir(home, { recursive: true });
  const exported = { ".": "./index.js", "./provider": "./provider.js" };
  await writeFile(join(home, "package.json"), JSON.stringify({ type: "module", exports: exported }));
  const reexport = (path: string) => `export * from ${JSON.stringify(pathToFileURL(join(root, path)).href)};\n`;
  await writeFile(join(home, "index.js"), reexport("dist/sdk/index.js"));
  await writeFile(join(home, "provider.js"), reexport("scripts/bench/engine/programs/no-http-provider.mjs"));
}
