// Decides how a suite that others wrote is fetched: its pinned version, by its ordinary client, into a folder kept for each user. A suite
// that cannot be fetched is skipped with the reason; in CI that fails.

import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { patientNpm, succeed } from "../engine/commands.ts";

const env = { ...process.env, ...patientNpm };
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "pulumi-signalwire/suites");

/** Installs a package of PyPI with its dependencies. Returns the folder of its commands, or why it could not be fetched. */
export function fromPyPI(name: string, version: string): Promise<string | Error> {
  return fetchInto(`pypi-${name}-${version}`, "venv/bin", async (folder) => {
    await succeed("python3", ["-m", "venv", join(folder, "venv")], { env, timeoutMs: 60_000 });
    const install = ["install", "--quiet", "--disable-pip-version-check", `${name}==${version}`];
    await succeed(join(folder, "venv/bin/pip"), install, { env, timeoutMs: 300_000 });
  });
}

/** A suite whose parts are fetched; skipped with the reason where they cannot be. */
export function describeFetched(title: string, fetched: string | Error, suite: (folder: string) => void): void {
  if (typeof fetched === "string") describe(title, () => suite(fetched));
  else if (process.env.CI === "true") throw fetched;
  else describe.skip(`${title} (skipped: ${fetched.message.split("\n")[0]})`, () => suite(""));
}

async function fetchInto(
  key: string,
  result: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string | Error> {
  const folder = join(cache, key);
  const path = join(folder, result);
  const complete = join(folder, "complete");
  if (existsSync(complete)) return path;
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await install(folder);
    await mkdir(complete);
    return path;
  } catch (error) {
    return error as Error;
  }
}
