// Finds the package that contains this command. In a workspace, that is not in the project's own folder.

import { copyFile, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";

const require = createRequire(import.meta.url);

export function packageFolder(): string {
  return dirname(require.resolve("pulumi-signalwire/package.json"));
}

export function version(): string {
  return manifest().version;
}

export function pulumiRange(): string {
  return manifest().peerDependencies["@pulumi/pulumi"];
}

/** Returns the address of the repository; undefined before the first release, when package.json names none. */
export function homepage(): string | undefined {
  return manifest().homepage?.replace(/#.*$/, "");
}

/** Returns the published files below a folder of the package, relative to it. package.json lists them one by one. */
export function publishedFiles(folder: string): string[] {
  return manifest().files.flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : []));
}

interface OwnPackage {
  readonly specifier: string;
  /** The packed file that was installed. The project gets a copy, so that `npm ci` works in every clone of it. */
  readonly packedFile?: string;
}

/** Returns how a project in the folder gets this package: a copy of the packed file, the linked folder, or the version. */
export async function ownPackage(folder: string, own = packageFolder()): Promise<OwnPackage> {
  const modules = dirname(own);
  if (basename(modules) !== "node_modules") return { specifier: `file:${relative(folder, own).replaceAll("\\", "/")}` };
  // npm records here how it installed a package, for example from a packed file with `npx`.
  const lock = await readFile(join(modules, ".package-lock.json"), "utf8").catch(() => "{}");
  const resolved: unknown = JSON.parse(lock).packages?.["node_modules/pulumi-signalwire"]?.resolved;
  if (typeof resolved !== "string" || !resolved.startsWith("file:")) return { specifier: `^${version()}` };
  const packedFile = resolve(dirname(modules), resolved.slice("file:".length));
  return { specifier: `file:${VENDORED}/${basename(packedFile)}`, packedFile };
}

const VENDORED = "vendor";

export function dependenciesOn({ specifier }: OwnPackage): { readonly [name: string]: string } {
  return { "@pulumi/pulumi": pulumiRange(), "pulumi-signalwire": specifier };
}

/** Copies the packed file into the project's folder, unless the project has it. */
export async function vendor({ packedFile }: OwnPackage, folder: string): Promise<void> {
  if (packedFile === undefined) return;
  const copy = join(folder, VENDORED, basename(packedFile));
  if (copy === packedFile) return;
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(packedFile, copy);
}

interface Manifest {
  readonly version: string;
  readonly homepage?: string;
  readonly files: readonly string[];
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

function manifest(): Manifest {
  return require("pulumi-signalwire/package.json");
}
