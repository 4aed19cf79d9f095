// Decides what a piece of code loads, by asking a fresh Node that writes down every module it resolves.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Hooks of both module systems; the list goes to stdout at the end.
const RECORD = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context); } });
process.on("exit", () => process.stdout.write(JSON.stringify([...loaded])));
`;

/** The URLs of all files that running this code in the repository's folder loads. */
export async function loadedBy(code: string, env: { readonly [name: string]: string } = {}): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", RECORD + code], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  return (JSON.parse(stdout) as string[]).filter((url) => url.startsWith("file:"));
}

/** The npm packages among them. */
export function packagesIn(urls: readonly string[]): string[] {
  const names = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}
