// Decides where engines are cached on this machine. An entry is complete or does not exist.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { renameWhenFree } from "./rename.ts";

/** Returns the cache folder. Each user has one, so that a second clone and a fresh `npm ci` reuse the engine. */
export function engineCache(env: NodeJS.ProcessEnv): string {
  return join(env.PULUMI_SIGNALWIRE_CACHE || userCache(env), "engine");
}

/** Fills a new folder with `fill` and moves it into place in one step. A failure leaves no files. */
export async function publish(destination: string, fill: (draft: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(destination), { recursive: true });
  const draft = mkdtempSync(`${destination}.draft-`);
  const discard = (): void => rmSync(draft, { recursive: true, force: true });
  process.once("exit", discard);
  try {
    await fill(draft);
    rmSync(destination, { recursive: true, force: true });
    await renameWhenFree(draft, destination);
  } finally {
    process.off("exit", discard);
    discard();
  }
}

/** Returns a short hash of files and texts. Other content has another folder in the cache. */
export function fingerprint(files: readonly string[], texts: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 12);
}

function userCache(env: NodeJS.ProcessEnv): string {
  const home = env.HOME || homedir();
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "pulumi-signalwire");
  if (process.platform === "darwin") return join(home, "Library", "Caches", "pulumi-signalwire");
  if (process.platform === "win32") {
    return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "pulumi-signalwire", "Cache");
  }
  return join(home, ".cache", "pulumi-signalwire");
}
