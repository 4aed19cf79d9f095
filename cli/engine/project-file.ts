import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseDocument } from "yaml";

interface ProjectFile {
  readonly path: string;
  readonly folder: string;
  readonly settings: { readonly [name: string]: unknown };
  readonly error?: string;
}

// A JSON file is valid YAML.
const NAMES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Finds and reads the project file in the folder or above it, like the CLI. */
export function findProjectFile(start: string): ProjectFile | undefined {
  const folder = resolve(start);
  const path = NAMES.map((name) => join(folder, name)).find((each) => existsSync(each));
  if (path === undefined) return dirname(folder) === folder ? undefined : findProjectFile(dirname(folder));
  const document = parseDocument(readFileSync(path, "utf8"));
  const [error] = document.errors;
  const settings: unknown = error ? undefined : document.toJS();
  if (typeof settings === "object" && settings !== null) return { path, folder, settings: { ...settings } };
  return { path, folder, settings: {}, error: error?.message.split("\n", 1)[0] ?? "it holds no settings" };
}

/** Returns the language of the program, for example `nodejs`. It stands alone, or beside its options. */
export function runtimeOf({ runtime }: ProjectFile["settings"]): string | undefined {
  const name: unknown = Object(runtime).name ?? runtime;
  return typeof name === "string" ? name : undefined;
}
