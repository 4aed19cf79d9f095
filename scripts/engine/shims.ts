// Puts our files beside a compiled CLI: the engine looks for its Node language host and its dynamic provider in its executable's
// folder. Official downloads contain both.
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

const sources = {
  "pulumi-language-nodejs": "language-host.sh",
  "language-host.mjs": "language-host.mjs",
  "pulumi-resource-pulumi-nodejs": "dynamic-provider.sh",
} as const;

/** Writes the files that are missing or of an earlier version: they change more often than the CLI. */
export function putShims(bin: string): void {
  for (const [name, source] of Object.entries(sources)) {
    const [from, to] = [join(import.meta.dirname, source), join(bin, name)];
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    // Renamed into place, because the engine may be starting one.
    const draft = `${to}.${process.pid}`;
    copyFileSync(from, draft);
    chmodSync(draft, 0o755);
    renameSync(draft, to);
  }
}
