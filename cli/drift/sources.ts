// Finds the line that declares a resource by searching the program's text. Pulumi's SDK records positions only for declarations
// inside a named function, and the engine's events have no positions.

import { existsSync } from "node:fs";
import { glob, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { CheckedResource, SourceLine } from "./report.ts";

/** A larger file is probably a bundle. */
const LARGEST_FILE = 1_000_000;

/** Adds the source line to each reported resource, when one is found. */
export async function findSources(folder: string, resources: readonly CheckedResource[]): Promise<CheckedResource[]> {
  if (resources.every(isQuiet)) return [...resources];
  const sourceOf = await sourceFinder(folder);
  return resources.map((each) => {
    const source = isQuiet(each) ? undefined : sourceOf(each);
    return source ? { ...each, source } : each;
  });
}

interface Declared {
  readonly type: string;
  readonly name: string;
}

/** Reads the program once. Returns a function that finds the declaration of a resource. */
export async function sourceFinder(folder: string): Promise<(resource: Declared) => SourceLine | undefined> {
  const program = await readProgram(folder);
  return (resource) => find(program, resource);
}

function isQuiet({ verdict }: CheckedResource): boolean {
  return verdict === "in-sync" || verdict === "unreadable";
}

type Program = readonly { readonly file: string; readonly text: string }[];

async function readProgram(folder: string): Promise<Program> {
  const base = repository(folder);
  const program: { file: string; text: string }[] = [];
  const exclude = (name: string) => /(?:^|[\\/])(?:node_modules|\.[^\\/]+|dist|coverage)$/.test(name);
  for await (const name of glob("**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}", { cwd: folder, exclude })) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined); // A dangling symbolic link.
    if (!found?.isFile() || found.size > LARGEST_FILE) continue;
    program.push({ file: relative(base, path).split(sep).join("/"), text: await readFile(path, "utf8") });
  }
  return program.sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file));
}

/** Returns the root of the repository: annotations name files relative to it. */
export function repository(folder: string): string {
  const start = resolve(folder);
  for (let each = start; ; each = dirname(each)) {
    if (existsSync(join(each, ".git"))) return each;
    if (dirname(each) === each) return start;
  }
}

/** Returns the line with `new SipEndpoint("name"`, else the first mention of the name, for example in a table for a loop. */
function find(program: Program, { type, name }: Declared): SourceLine | undefined {
  const quoted = `(["'\`])${name.replace(/[.*+?^$()[\]{}|\\/-]/g, "\\$&")}`;
  const declaration = new RegExp(`\\bnew\\s+(?:[\\w$]+\\.)*${type}\\s*\\(\\s*${quoted}\\1`);
  return search(program, declaration) ?? search(program, new RegExp(`${quoted}\\1`));
}

function search(program: Program, pattern: RegExp): SourceLine | undefined {
  for (const { file, text } of program) {
    const at = text.search(pattern);
    if (at >= 0) return { file, line: text.slice(0, at).split("\n").length };
  }
  return undefined;
}
