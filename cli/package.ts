// The package that the command is part of, wherever npm has put it: in a workspace, that is not the project's own folder.

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

/** Where the repository can be read. */
export function homepage(): string {
  return manifest().homepage.replace(/#.*$/, "");
}

/** What a program in the folder depends on. */
export async function dependenciesIn(folder: string): Promise<{ readonly [name: string]: string }> {
  const { "@pulumi/pulumi": pulumi } = manifest().peerDependencies;
  return { "@pulumi/pulumi": pulumi, "pulumi-signalwire": await ownSpecifier(folder) };
}

/** By which a project in the folder gets this very package: the file it was installed from, the folder it runs in, else its version. */
export async function ownSpecifier(folder: string): Promise<string> {
  const own = packageFolder();
  const file = (path: string) => `file:${relative(folder, path).replaceAll("\\", "/")}`;
  const modules = dirname(own);
  if (basename(modules) !== "node_modules") return file(own);
  // What npm notes of an installation, as `npx` makes one for a packed file.
  const lock = await readFile(join(modules, ".package-lock.json"), "utf8").catch(() => "{}");
  const resolved: unknown = JSON.parse(lock).packages?.["node_modules/pulumi-signalwire"]?.resolved;
  if (typeof resolved === "string" && resolved.startsWith("file:"))
    return file(resolve(dirname(modules), resolved.slice("file:".length)));
  return `^${version()}`;
}

interface Manifest {
  readonly version: string;
  readonly homepage: string;
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

function manifest(): Manifest {
  return require("pulumi-signalwire/package.json");
}
