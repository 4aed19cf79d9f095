// Finds the line that declares a resource by searching the program's text. Pulumi's SDK records positions only for declarations
// inside a named function, and the engine's events have no positions.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isNode, LineCounter, parseDocument } from "yaml";
import { literalPattern, toSnake } from "../../contract/index.ts";
import { findProjectFile, runtimeOf } from "../engine/project-file.ts";
import type { SourceLine } from "./model.ts";

/** A larger file is probably a bundle. */
const LARGEST_FILE = 1_000_000;

interface Declared {
  readonly type: string;
  readonly name: string;
  /** The place of an entry in the list `expects`. Default: the whole resource. */
  readonly entry?: number;
}

export type SourceOf = (resource: Declared) => SourceLine | undefined;

/** Reads the program once. Returns a function that finds the declaration of a resource. */
export function sourceFinder(folder: string): SourceOf {
  let program: readonly File[] | undefined;
  return ({ type, name, entry }) => {
    program ??= readProgram(folder);
    const [first] = program;
    if (first?.language === "yaml") return lineInYaml(first, name, entry);
    if (first?.language === "hcl") return lineInHcl(program, { type, name, entry: entry ?? -1 });
    const quoted = `(["'\`])${literalPattern(name)}`;
    // `new PhoneNumber("line"` of TypeScript, `PhoneNumber("line"` of Python, `NewPhoneNumber(ctx, "line"` of Go.
    const declaration = new RegExp(`\\b(?:New)?${type}\\s*\\(\\s*(?:\\w+,\\s*)?${quoted}\\1`);
    // Without a declaration, the name may be in a table that a loop reads.
    return search(program, declaration, entry) ?? search(program, new RegExp(`${quoted}\\1`));
  };
}

export function projectFileIn(folder: string): string {
  return shownPath(repository(folder), findProjectFile(folder)?.path ?? join(folder, "Pulumi.yaml"));
}

interface File {
  readonly file: string;
  readonly text: string;
  /** Set for languages that declare resources by their structure, without a call. */
  readonly language?: "yaml" | "hcl";
}

/** The entries of programs in Python and Go. What they import is not searched. */
const OTHER_ENTRIES = ["__main__.py", "main.go"];
const EXTENSIONS = [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"];
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}(?:\/[^"']*)?)["']/g;

/** Returns the program's entry and the files that it imports, in this order. A copy beside them is no part of the program. */
function readProgram(folder: string): File[] {
  const base = repository(folder);
  const project = findProjectFile(folder);
  const runtime = project && runtimeOf(project.settings);
  const fileOf = (path: string) => ({ file: shownPath(base, path), text: readFileSync(path, "utf8") });
  if (project && runtime === "yaml") return [{ ...fileOf(project.path), language: "yaml" }];
  if (project && runtime === "hcl") {
    const home = resolve(project.folder, String(project.settings.main ?? "."));
    const names = existsSync(home) ? readdirSync(home).filter((name) => name.endsWith(".tf")) : [];
    return names.map((name) => ({ ...fileOf(join(home, name)), language: "hcl" }));
  }
  const files = new Map<string, string>();
  const waiting = [entryOf(folder)];
  for (const path of waiting) {
    if (path === undefined || files.has(path) || statSync(path).size > LARGEST_FILE) continue;
    const text = readFileSync(path, "utf8");
    files.set(path, text);
    for (const [, named = ""] of text.matchAll(IMPORT)) waiting.push(fileAt(resolve(dirname(path), named)));
  }
  return [...files].map(([path, text]) => ({ file: shownPath(base, path), text }));
}

/** Returns the file that Pulumi runs: `main` of the project file or of package.json, else the index of the folder. */
function entryOf(folder: string): string | undefined {
  const { folder: home = folder, settings } = findProjectFile(folder) ?? {};
  const named = [settings?.main, mainOf(join(home, "package.json")), "."].filter((name) => typeof name === "string");
  return named.map((name) => fileAt(resolve(home, name))).find((path) => path !== undefined);
}

/** Returns `main`. A file that is missing or broken names none: the engine's own run reports it. */
function mainOf(manifest: string): unknown {
  try {
    return Object(JSON.parse(readFileSync(manifest, "utf8"))).main;
  } catch {
    return undefined;
  }
}

function fileAt(path: string): string | undefined {
  const source = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const isFile = (each: string) => existsSync(each) && statSync(each).isFile();
  const candidates = [
    ...[source, path, ...EXTENSIONS.flatMap((end) => [path + end, join(path, `index${end}`)])],
    ...OTHER_ENTRIES.map((name) => join(path, name)),
  ];
  return candidates.find(isFile);
}

/** Returns the root of the repository: annotations name files relative to it. */
function repository(folder: string): string {
  const start = resolve(folder);
  for (let each = start; ; each = dirname(each)) {
    if (existsSync(join(each, ".git"))) return each;
    if (dirname(each) === each) return start;
  }
}

function shownPath(base: string, path: string): string {
  return relative(base, path).split(sep).join("/");
}

function search(program: readonly File[], pattern: RegExp, entry?: number): SourceLine | undefined {
  for (const { file, text } of program) {
    const found = text.search(pattern);
    const at = found < 0 || entry === undefined ? found : entryAt(text, found, entry);
    if (at >= 0) return { file, line: text.slice(0, at).split("\n").length };
  }
  return undefined;
}

/** Finds a block such as `resource "signalwire_phone_number" "line" {`, and in it the block of an entry. */
function lineInHcl(program: readonly File[], { type, name, entry }: Required<Declared>): SourceLine | undefined {
  const declaration = new RegExp(`^resource +"?\\w+${toSnake(type)}"? +"?${literalPattern(name)}"? *\\{`, "m");
  for (const { file, text } of program) {
    const start = text.search(declaration);
    if (start < 0) continue;
    const [block = ""] = text.slice(start).split(/^\}/m, 1);
    const at = start + ([...block.matchAll(/(?<=^[ \t]*)expects\s*\{/gm)][entry]?.index ?? 0);
    return { file, line: text.slice(0, at).split("\n").length };
  }
  return undefined;
}

function lineInYaml({ file, text }: File, name: string, entry: number | undefined): SourceLine | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const declared = ["resources", name];
  const places =
    entry === undefined
      ? []
      : [
          ["properties", "expects", entry],
          ["properties", "expects"],
        ];
  const found = [...places, []].map((place) => document.getIn([...declared, ...place], true)).find(isNode);
  const [start] = found?.range ?? [];
  return start === undefined ? undefined : { file, line: lines.linePos(start).line };
}

/** Returns where an entry of the list `expects` begins in a declaration; of a list that is written elsewhere, where it is named. */
function entryAt(text: string, declaration: number, entry: number): number {
  let [depth, inside, count] = [0, -1, -1];
  let named = declaration;
  for (const { 0: token, index } of text.slice(declaration).matchAll(TOKENS)) {
    const at = declaration + index;
    // Among the arguments: in the parentheses of the constructor, or in the braces within them.
    if (/^expects/i.test(token) && depth > 0 && depth < 3 && named === declaration) named = at;
    else if (/^[[({]$/.test(token)) {
      depth += 1;
      if (inside < 0 && named > declaration) {
        // A list that a function returns is written elsewhere.
        if (token === "(") return named;
        inside = depth;
      } else if (depth === inside + 1) {
        count += 1;
        if (count === entry) return at;
      }
    } else if (/^[\])}]$/.test(token)) {
      depth -= 1;
      if (depth <= 0 || depth < inside) return named;
    }
  }
  return named;
}

/** Texts and comments, which are passed over, and what the structure of a declaration consists of. */
const TOKENS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|# .*|\/\*[\s\S]*?\*\/|\bexpects\b|[[\](){}]/gi;
