// Decides where to write a program: as a new project in an empty folder, or as one more file of a project.

import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SignalWireError } from "../../contract/index.ts";
import { makeTemporary, removeTemporary } from "../../sdk/temporary.ts";
import { findProjectFile, runtimeOf } from "../engine/project-file.ts";

/** Thrown when the program cannot be written. The message is one paragraph with the remedy. */
export class CannotWrite extends SignalWireError {
  readonly code = "cannot_write";
}

export const languages = ["typescript", "yaml"] as const;
export type Language = (typeof languages)[number];

/** The file of a new project that holds the program. */
export const ENTRIES: { readonly [language in Language]: string } = { typescript: "index.ts", yaml: "Pulumi.yaml" };
const ENDS: { readonly [language in Language]: string } = { typescript: "ts", yaml: "yaml" };

/** Files that a folder may already hold before the export, for example after `npm install`. */
const BEGINNINGS = ["package.json", "package-lock.json", "node_modules", "tsconfig.json"];

export interface Target {
  readonly folder: string;
  readonly into: string | undefined;
  readonly force: boolean;
  readonly language: Language;
}

interface Manner {
  /** Default: the language of the existing project, or TypeScript. */
  readonly language?: Language | undefined;
  readonly force: boolean;
  readonly isLater: boolean;
}

/** The packages that a program needs → npm's version specifier. */
type Dependencies = { readonly [name: string]: string };

/** @throws CannotWrite when the folder holds something else. */
export async function targetIn(folder: string, { language: chosen, force, isLater }: Manner): Promise<Target> {
  const found = existsSync(folder) ? await readdir(folder).catch(() => undefined) : [];
  if (!found) throw new CannotWrite(`${folder} is no folder that can be read: name another one with --out.`);
  const isProject = found.includes("Pulumi.yaml");
  const language = chosen ?? (isProject ? languageOf(folder) : "typescript");
  const added = (at?: number) => `signalwire${at ? `-${at}` : ""}.${ENDS[language]}`;
  if (isProject) {
    if (force || !found.includes(added())) return { folder, into: added(), force, language };
    for (let at = 2; isLater; at++) if (!found.includes(added(at))) return { folder, into: added(at), force, language };
    throw new CannotWrite(
      `${join(folder, added())} is there already: --unmanaged adds what no stack manages in a file of its own, --force overwrites it, ` +
        "and --out names another folder.",
    );
  }
  const others = found.filter((name) => !name.startsWith(".") && !BEGINNINGS.includes(name));
  if (force || others.length === 0) return { folder, into: undefined, force, language };
  throw new CannotWrite(
    `The folder ${folder} is not empty and has no Pulumi.yaml: it has ${others.slice(0, 3).join(", ")}${others.length > 3 ? " and more" : ""}. ` +
      "Name another folder with --out, or write the project beside these files with --force.",
  );
}

const RUNTIMES: { readonly [runtime: string]: Language } = { nodejs: "typescript", yaml: "yaml" };

function languageOf(folder: string): Language {
  const { path, settings, error } = findProjectFile(folder) ?? { path: folder, settings: {} };
  if (error !== undefined) throw new CannotWrite(`${path} cannot be read: ${error}`);
  const name = runtimeOf(settings) ?? "nodejs";
  const language = Object.hasOwn(RUNTIMES, name) ? RUNTIMES[name] : undefined;
  if (language) return language;
  throw new CannotWrite(
    `The project in ${folder} has the runtime ${name}, and the export writes no program for it. ` +
      "Name another folder with --out, or choose the language of the file with --language.",
  );
}

/**
 * Writes all files to a draft, then moves them into place: a new folder as a whole, else file by file with Pulumi.yaml last. An
 * interrupted export therefore leaves no incomplete project. `addFiles` adds what a new package.json refers to. Returns the files
 * written.
 */
export async function writeProgram(
  { folder, into, force, language }: Target,
  program: ReadonlyMap<string, string>,
  dependencies: Dependencies,
  addFiles: (folder: string) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const beginnings = into === undefined ? projectFiles(folder, dependencies, language) : new Map<string, string>();
  // Never overwrites an existing package.json or tsconfig.json.
  const missing = [...beginnings].filter(([name]) => !BEGINNINGS.includes(name) || !existsSync(join(folder, name)));
  const files = new Map(missing);
  // In YAML, the project's file holds the program.
  for (const [name, text] of program) files.set(name, [files.get(name), text].filter(Boolean).join("\n"));
  const present = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  if (present.length > 0 && !force)
    throw new CannotWrite(`${folder} got ${present.join(", ")} in the meantime, so nothing was written.`);
  const isNew = !existsSync(folder);
  const near = isNew ? dirname(folder) : folder;
  await mkdir(near, { recursive: true });
  const draft = makeTemporary(".signalwire-export-", near);
  try {
    const written = join(draft, "program"); // Only this user may read the draft.
    await mkdir(written);
    for (const [name, text] of files) await writeFile(join(written, name), text);
    if (files.has("package.json")) await addFiles(isNew ? written : folder);
    if (isNew) await rename(written, folder);
    else for (const name of [...files.keys()].reverse()) await rename(join(written, name), join(folder, name));
  } finally {
    removeTemporary(draft);
  }
  return [...files.keys()];
}

function projectFiles(folder: string, dependencies: Dependencies, language: Language): Map<string, string> {
  const name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "phones";
  const isYaml = language === "yaml";
  const manifest = {
    name,
    private: true,
    ...(isYaml ? {} : { type: "module" }),
    dependencies,
    ...(isYaml ? {} : { devDependencies: { "@types/node": "^24.0.0", typescript: "^6.0.0" } }),
  };
  const head = `name: ${name}\ndescription: The phones of an account\n`;
  return new Map([
    ["Pulumi.yaml", head + (isYaml ? YAML_RUNTIME : RUNTIME)],
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ...(isYaml ? [] : [["tsconfig.json", TSCONFIG] as const]),
  ]);
}

const YAML_RUNTIME = `runtime: yaml
plugins:
  providers:
    # \`npm install\` puts it there.
    - name: signalwire
      path: node_modules/.bin
`;

const RUNTIME = `runtime:
  name: nodejs
  options:
    typescript: false # Node runs the program itself, types stripped
main: index.ts
`;

const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "types": ["node"]
  }
}
`;
