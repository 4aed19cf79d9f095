// Detects whether another operation holds the stack's lock. A preview ignores locks, so this file reads them.

import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { masked } from "../../contract/index.ts";
import { listStacks } from "./engine.ts";
import { findProjectFile } from "./project-file.ts";
import { type Project, runPulumi } from "./run.ts";

interface Lock {
  /** Returns the current holder, for example `pid 4711 of ci@runner since 2026-11-21T03:00:00Z`; `undefined` without one. */
  holder(): Promise<string | undefined>;
  /** The URL of a backend that does not expose its locks. */
  readonly unseenAt?: string;
}

const NOBODY = async () => undefined;

export async function lockOf(project: Project, stack: string): Promise<Lock> {
  const { name: projectName, backend } = findProjectFile(project.folder)?.settings ?? {};
  const url = process.env.PULUMI_BACKEND_URL || Object(backend).url || (await loggedInTo(project, stack));
  if (typeof url !== "string") return { holder: NOBODY };
  const name = stack.slice(stack.lastIndexOf("/") + 1);
  if (/^https?:/.test(url)) {
    return {
      async holder() {
        const stacks = await listStacks(project, "--all").catch(() => []);
        const summary = stacks.find((each) => each.name === stack || each.name === name);
        return summary?.updateInProgress ? "an update is in progress" : undefined;
      },
    };
  }
  if (!url.startsWith("file:")) return { holder: NOBODY, unseenAt: masked(url.replace(/[?#].*$/, "")) };
  // Without a readable project file, the engine's own run reports the problem.
  if (typeof projectName !== "string") return { holder: NOBODY };
  const locks = join(folderOf(url, project.folder), ".pulumi", "locks");
  return {
    holder: () => holderIn(join(locks, "organization", projectName, name)),
  };
}

/** Returns the URL of the backend that the CLI is logged in to; `undefined` after a failure, which the engine's own run reports. */
async function loggedInTo(project: Project, stack: string): Promise<unknown> {
  const options = { stack, failed: "The backend is unknown" };
  return JSON.parse(await runPulumi(project, ["whoami", "--json"], options).catch(() => "{}")).url;
}

function folderOf(url: string, base: string): string {
  if (url.startsWith("file:///")) return fileURLToPath(url);
  const path = url.slice("file://".length);
  return path.startsWith("~") ? join(homedir(), path.slice(1)) : resolve(base, path);
}

async function holderIn(folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  const lock = files.find((file) => file.endsWith(".json"));
  if (!lock) return undefined;
  try {
    const { pid, username, hostname, timestamp } = JSON.parse(await readFile(join(folder, lock), "utf8"));
    return `pid ${pid} of ${username}@${hostname} since ${timestamp}`;
  } catch {
    // The lock file is incomplete or was just removed: the stack was locked a moment ago.
    return "who it is cannot be read";
  }
}
