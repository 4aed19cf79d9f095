// Writes into `files` of package.json each file that git tracks below the published folders. npm would also publish what a run
// left there: states, keys, logs.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { read, update } from "./files.ts";

const root = new URL("../..", import.meta.url);
const FOLDERS = ["docs", "examples", "policy/presets", "policy/strict"];

export function updatePacked(): void {
  const tracked = trackedFiles();
  // An archive of the repository has no git: its list is the one that was committed.
  if (tracked === undefined) return;
  const manifest = JSON.parse(read("package.json"));
  const others = manifest.files.filter((file: string) => !FOLDERS.some((folder) => file.startsWith(`${folder}/`)));
  const files = tracked.filter((file) => existsSync(new URL(file, root)));
  update("package.json", `${JSON.stringify({ ...manifest, files: [...others, ...files] }, undefined, 2)}\n`);
}

function trackedFiles(): string[] | undefined {
  const args = ["-C", fileURLToPath(root), "ls-files", "-z", "--", ...FOLDERS];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 && stdout !== "" ? stdout.split("\0").filter(Boolean).sort() : undefined;
}
