// Finds the package that contains this command. In a workspace, that is not in the project's own folder.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";

const require = createRequire(import.meta.url);

export function packageFolder(): string {
  return dirname(require.resolve("pulumi-signalwire/package.json"));
}

export function version(): string {
  return manifest().version;
}

/** Returns the versions of Pulumi's SDK and CLI that the package works with. */
export function pulumiRange(): string {
  return manifest().peerDependencies["@pulumi/pulumi"];
}

/** Returns the address of the repository; undefined before the first release, when package.json names none. */
export function homepage(): string | undefined {
  return manifest().homepage?.replace(/#.*$/, "");
}

/** Returns the dependencies of a program in the folder. */
export async function dependenciesIn(folder: string): Promise<{ readonly [name: string]: string }> {
  return { "@pulumi/pulumi": pulumiRange(), "pulumi-signalwire": await ownSpecifier(folder) };
}

/**
 * Returns the specifier with which a project in the folder gets this package: the installed file, the linked folder, or the
 * version.
 */
export async function ownSpecifier(folder: string): Promise<string> {
  const own = packageFolder();
  const file = (path: string) => `file:${relative(folder, path).replaceAll("\\", "/")}`;
  const modules = dirname(own);
  if (basename(modules) !== "node_modules") return file(own);
  // npm records here how it installed a package, for example from a packed file with `npx`.
  const lock = await readFile(join(modules, ".package-lock.json"), "utf8").catch(() => "{}");
  const resolved: unknown = JSON.parse(lock).packages?.["node_modules/pulumi-signalwire"]?.resolved;
  if (typeof resolved === "string" && resolved.startsWith("file:"))
    return file(resolve(dirname(modules), resolved.slice("file:".length)));
  return `^${version()}`;
}

interface Manifest {
  readonly version: string;
  readonly homepage?: string;
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

function manifest(): Manifest {
  return require("pulumi-signalwire/package.json");
}
