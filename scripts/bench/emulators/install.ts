// Decides where the emulators that we are measured against come from: npm, once for each user and version, into the cache that the
// engine lies in too. They bring hundreds of packages, which nobody who works on this repository needs.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { engineCache, publish } from "../../engine/cache.ts";
import { run } from "../../engine/process.ts";

export interface Emulator {
  readonly package: string;
  readonly version: string;
  /** Its program, below the folder it is installed in. */
  readonly program: string;
}

/**
 * The path of its program.
 *
 * @throws when npm cannot install it; the message says why.
 */
export async function install({ package: name, version, program }: Emulator): Promise<string> {
  const folder = join(dirname(engineCache(process.env)), "emulators", `${name.replace(/\W+/g, "-")}-${version}`);
  const installed = join(folder, "node_modules", program);
  if (existsSync(installed)) return installed;
  mkdirSync(dirname(folder), { recursive: true });
  await publish(folder, async (draft) => {
    writeFileSync(join(draft, "package.json"), '{ "private": true }');
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`];
    const { code, stderr, problem } = await run("npm", args, { env: process.env, cwd: draft, timeoutMs: 300_000 });
    if (code !== 0)
      throw new Error(problem ?? `npm install ended with ${code}: ${stderr.trim().split("\n").slice(-3).join(" ")}`);
  });
  return installed;
}
