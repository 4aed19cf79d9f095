// Decides whether another operation holds the stack. A preview does not look at locks, so on a backend of files they are
// looked at here; other backends tell by themselves where they can.

import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "./engine.ts";

/** Who holds the lock, for example `pid 4711 of ci@runner since 2026-11-21T03:00:00Z`; `undefined` when nobody does. */
export async function lockHolder({ workspace }: Project, stack: string): Promise<string | undefined> {
  const folder = await backendFolder(workspace).catch(() => undefined); // The engine's own run says what is wrong with a backend.
  if (folder === undefined) return undefined;
  const { name: project } = await workspace.projectSettings();
  const locks = join(folder, ".pulumi", "locks");
  const name = stack.slice(stack.lastIndexOf("/") + 1);
  // The second form is that of backends from before stacks belonged to projects.
  for (const place of [join(locks, "organization", project, name), join(locks, name)]) {
    const holder = await holderIn(place);
    if (holder) return holder;
  }
  return undefined;
}

async function backendFolder(workspace: Project["workspace"]): Promise<string | undefined> {
  const { url } = await workspace.whoAmI();
  if (!url?.startsWith("file:")) return undefined;
  if (url.startsWith("file:///")) return fileURLToPath(url);
  const path = url.slice("file://".length);
  return path.startsWith("~") ? join(homedir(), path.slice(1)) : resolve(workspace.workDir, path);
}

async function holderIn(folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  const lock = files.find((file) => file.endsWith(".json"));
  if (!lock) return undefined;
  const text = await readFile(join(folder, lock), "utf8").catch(() => "{}"); // Gone since: it was held a moment ago all the same.
  const { pid, username, hostname, timestamp } = JSON.parse(text);
  return `pid ${pid} of ${username}@${hostname} since ${timestamp}`;
}
