// Whether another operation holds a stack. A preview does not look at locks, so they are looked at here.

import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { masked } from "../../contract/index.ts";
import type { Project } from "./engine.ts";

export interface Lock {
  /** Who holds it now, for example `pid 4711 of ci@runner since 2026-11-21T03:00:00Z`; `undefined` when nobody does. */
  holder(): Promise<string | undefined>;
  /** The backend, where it does not show its locks. */
  readonly unseenAt?: string;
}

const NOBODY = async () => undefined;

export async function lockOf({ workspace }: Project, stack: string): Promise<Lock> {
  const { url } = await workspace.whoAmI().catch(() => ({ url: undefined })); // The engine's own run says what is wrong.
  if (url === undefined) return { holder: NOBODY };
  const name = stack.slice(stack.lastIndexOf("/") + 1);
  if (/^https?:/.test(url)) {
    return {
      async holder() {
        const stacks = await workspace.listStacks({ all: true }).catch(() => []);
        const summary = stacks.find((each) => each.name === stack || each.name === name);
        return summary?.updateInProgress ? "an update is in progress" : undefined;
      },
    };
  }
  if (!url.startsWith("file:")) return { holder: NOBODY, unseenAt: masked(url.replace(/[?#].*$/, "")) };
  const project = await projectNameFrom(workspace.workDir);
  if (project === undefined) return { holder: NOBODY };
  const locks = join(folderOf(url, workspace.workDir), ".pulumi", "locks");
  return {
    // The second form is that of backends from before stacks belonged to projects.
    holder: async () =>
      (await holderIn(join(locks, "organization", project, name))) ?? (await holderIn(join(locks, name))),
  };
}

/** As the CLI does, it is looked for in the folder and above. Where there is none, or none that can be read, the engine's own run says so. */
async function projectNameFrom(folder: string): Promise<string | undefined> {
  const texts = await Promise.all(PROJECT_FILES.map((name) => readFile(join(folder, name), "utf8").catch(() => "")));
  const text = texts.find((each) => each !== "");
  if (text !== undefined) return Object(parseDocument(text).toJS()).name;
  const above = dirname(folder);
  return above === folder ? undefined : projectNameFrom(above);
}

// JSON is YAML as well.
const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

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
    // Half written, or gone since: it was held a moment ago all the same.
    return "who it is cannot be read";
  }
}
