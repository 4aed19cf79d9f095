// `npm install` locks other platforms' packages without a hash, and npm would install them there unverified. `npm run lock`
// gets the missing hashes from the registry. With `-- --check`, as in a release, it only lists them.

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";

interface Entry {
  readonly version: string;
  readonly link?: boolean;
  readonly name?: string;
  integrity?: string;
}

const file = new URL("../package-lock.json", import.meta.url);
const lock: { readonly packages: { [path: string]: Entry } } = JSON.parse(readFileSync(file, "utf8"));
const missing = Object.entries(lock.packages).filter(
  ([path, { link, integrity }]) => path.includes("node_modules/") && !link && !integrity,
);

const isCheck = process.argv.includes("--check");
let left = 0;
for (const [path, entry] of missing) {
  const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const found = isCheck ? undefined : await integrityOf(`${name}@${entry.version}`);
  if (found) entry.integrity = found;
  else
    console.error(
      `package-lock.json has no integrity hash for ${path}${isCheck ? "" : ", and the registry gave none"}`,
    );
  if (!found) left += 1;
}
if (left < missing.length) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => [path, inOrder(entry)] as const);
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, undefined, 2)}\n`);
  console.log(`${missing.length - left} hashes were added.`);
}
if (left > 0) {
  if (isCheck) console.error("Run `npm run lock` and commit package-lock.json.");
  process.exitCode = 1;
}

async function integrityOf(spec: string): Promise<string | undefined> {
  const args = ["view", spec, "dist.integrity"];
  const result = await promisify(execFile)("npm", args, { shell: process.platform === "win32" }).catch(() => undefined);
  return result?.stdout.startsWith("sha512-") ? result.stdout.trim() : undefined;
}

/** Puts the hash after the version, like npm. Otherwise the next `npm install` would move it. */
function inOrder({ version, integrity, ...others }: Entry): Entry {
  return { version, ...(integrity && { integrity }), ...others };
}
