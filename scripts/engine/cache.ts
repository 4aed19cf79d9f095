// Decides where obtained engines live on this machine, and that an entry is there whole or not at all.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { renameWhenFree } from "./rename.mjs";

/** One cache a user, not a checkout: a second clone and a fresh `npm ci` find the same engine. */
export function engineCache(env: NodeJS.ProcessEnv, platform = process.platform): string {
  return join(env.PULUMI_SIGNALWIRE_CACHE || userCache(env, platform), "engine");
}

/** Fills a fresh folder through `fill` and moves it into place in one step; a failure leaves nothing behind. */
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

/** A short name for the content of files and texts: an entry made from others gets another folder. */
export function fingerprint(files: readonly string[], texts: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 12);
}

function userCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = env.HOME || homedir();
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "pulumi-signalwire");
  if (platform === "darwin") return join(home, "Library", "Caches", "pulumi-signalwire");
  if (platform === "win32") {
    return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "pulumi-signalwire", "Cache");
  }
  return join(home, ".cache", "pulumi-signalwire");
}
