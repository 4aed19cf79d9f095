// Lists the modules that code loads, by running it in a new Node process that records every resolution.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Hooks of both module systems; they print the list to stdout at the end.
const RECORD = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context); } });
process.on("exit", () => process.stdout.write(JSON.stringify([...loaded])));
`;

/** Returns the URLs of all files that this code loads in the repository's folder. */
export async function loadedBy(code: string, env: { readonly [name: string]: string } = {}): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", RECORD + code],
    {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as string[]).filter((url) => url.startsWith("file:"));
}

/** Returns the npm packages among the URLs. */
export function packagesIn(urls: readonly string[]): string[] {
  const names = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}
