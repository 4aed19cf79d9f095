// Reads the links and headings of Markdown pages, and what npm packs.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export const textOf = (path: string) => readFileSync(join(root, path), "utf8");

/** Returns a page without its code blocks. */
export const proseOf = (page: string) => textOf(page).replace(/^ *```[\s\S]*?^ *```/gm, "");

/** Returns the links to files and headings of the repository. */
export function linksOf(page: string): { target: string; file: string; heading?: string }[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = "", heading] = target.split("#");
    const file = path === "" ? page : posix.join(dirname(page), path);
    return [{ target, file, ...(heading === undefined ? {} : { heading }) }];
  });
}

/** Returns the anchors that GitHub makes of a page's headings. */
export function headingsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

export interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: { readonly path: string; readonly size: number }[];
}

/** Returns what npm would publish of this repository. */
export function packed(): Promise<Packed> {
  packedHere ??= packedIn(root);
  return packedHere;
}

let packedHere: Promise<Packed> | undefined;

/** Returns what npm would publish of a folder. Runs no script of the package, which would rebuild dist/. */
export async function packedIn(cwd: string): Promise<Packed> {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd, maxBuffer: 16 * 1024 * 1024 });
  const [found] = Object.values(JSON.parse(stdout) as object) as Packed[];
  if (!found) throw new Error(`npm pack printed nothing: ${stdout}`);
  return found;
}
