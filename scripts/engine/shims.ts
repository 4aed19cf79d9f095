// Adds our files to a compiled CLI: the engine looks for its Node language host and its dynamic provider in its executable's
// folder. Official downloads contain both.
import { chmodSync, constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, publish } from "./cache.ts";
import { isExecutable } from "./process.ts";

const sources = {
  "pulumi-language-nodejs": "language-host.sh",
  "language-host.mjs": "language-host.mjs",
  "pulumi-resource-pulumi-nodejs": "dynamic-provider.sh",
} as const;

/** Writes the CLI and our files to `<folder>/<fingerprint of our files>/bin`. Returns that folder. */
export async function assembleBin(cli: string, folder: string): Promise<string> {
  const here = import.meta.dirname;
  const home = join(folder, fingerprint(Object.values(sources).map((file) => join(here, file))));
  const bin = join(home, "bin");
  if (!isExecutable(join(bin, "pulumi"))) {
    await publish(home, async (draft) => {
      mkdirSync(join(draft, "bin"));
      // Copied instead of linked, because the engine resolves links before it looks in its folder.
      copyFileSync(cli, join(draft, "bin", "pulumi"), constants.COPYFILE_FICLONE);
      for (const [name, source] of Object.entries(sources)) {
        copyFileSync(join(here, source), join(draft, "bin", name));
        chmodSync(join(draft, "bin", name), 0o755);
      }
    });
  }
  return bin;
}
