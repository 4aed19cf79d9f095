// Where the program declares a resource. Its text is searched for the resource's name: Pulumi's SDK takes positions from
// stack frames that have a function's name, so of a declaration at the top level the state has none, and the engine's events
// have none at all.

import { existsSync } from "node:fs";
import { glob, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { CheckedResource, SourceLine } from "./report.ts";

/** Larger files are bundles rather than programs. */
const LARGEST_FILE = 1_000_000;

/** Adds the line to each resource that a report speaks of, where one is found. */
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

/** Reads the program once, and tells where it declares a resource. */
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
    const found = await stat(path).catch(() => undefined); // A link that leads nowhere.
    if (!found?.isFile() || found.size > LARGEST_FILE) continue;
    program.push({ file: relative(base, path).split(sep).join("/"), text: await readFile(path, "utf8") });
  }
  return program.sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file));
}

/** Annotations name files from the repository's root. */
export function repository(folder: string): string {
  const start = resolve(folder);
  for (let each = start; ; each = dirname(each)) {
    if (existsSync(join(each, ".git"))) return each;
    if (dirname(each) === each) return start;
  }
}

/** `new SipEndpoint("name"` if it stands anywhere, else the first mention of the name, as from a table that a loop reads. */
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
