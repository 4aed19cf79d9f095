// Reads and writes the repository's files for the generators. With `--check`, nothing is written and a difference fails the run.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../..", import.meta.url);
const checkOnly = process.argv.includes("--check");

/** Returns a file's text, empty for a missing file. */
export function read(path: string): string {
  const url = new URL(path, root);
  return existsSync(url) ? readFileSync(url, "utf8") : "";
}

export function update(path: string, text: string): void {
  if (read(path) === text) return;
  console.log(`${checkOnly ? "stale" : "wrote"}: ${path}`);
  if (!checkOnly) {
    writeFileSync(new URL(path, root), text);
    return;
  }
  if (process.exitCode === undefined)
    console.error("Generated files do not match the contract. Run `npm run generate` and commit the result.");
  process.exitCode = 1;
}

/** Updates the text between the markers of that name. */
export function updatePart(path: string, name: string, text: string): void {
  const page = read(path);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end);
  if (from < begin.length || to < from) throw new Error(`${path} lacks the markers ${begin} and ${end}`);
  update(path, `${page.slice(0, from)}\n${text}\n${page.slice(to)}`);
}
