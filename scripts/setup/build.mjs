// Compiles the TypeScript sources into dist/ and bundles the inspector's page and the declarations.
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renameWhenFree } from "../engine/rename.mjs";
import { node } from "./install.mjs";
import { modules, readJson, readText, root, run, SetupError, sha256 } from "./machine.mjs";

const dist = join(root, "dist");
const nextDist = join(root, ".dist-next");
const previousDist = join(root, ".dist-previous");

export function isBuilt() {
  return readText(join(dist, ".fingerprint")) === sourceFingerprint();
}

/**
 * Compiles everything into a folder beside dist/, then swaps them. Outputs of deleted sources disappear, a failed build changes
 * nothing, and relative paths stay right.
 */
export async function build() {
  rmSync(nextDist, { recursive: true, force: true });
  const fingerprint = sourceFingerprint();
  const compiler = join(modules, "typescript", "bin", "tsc");
  const options = ["--incremental", "false", "--tsBuildInfoFile", "null"];
  await step("Compiling dist/", compiler, "-p", "tsconfig.build.json", "--outDir", nextDist, ...options);
  if (existsSync(join(root, "server", "inspector"))) {
    await step("Bundling the inspector", join(root, "scripts/bundle-inspector.mjs"), join(nextDist, "inspector"));
  }
  const { exports, bin = {} } = readJson(join(root, "package.json")) ?? {};
  if (exports) await step("Bundling the declarations", join(root, "scripts/build-entries.mjs"), nextDist);
  for (const file of Object.values(bin)) {
    const compiled = join(nextDist, file.replace(/^(\.\/)?dist\//, ""));
    if (existsSync(compiled)) chmodSync(compiled, 0o755);
  }
  writeFileSync(join(nextDist, ".fingerprint"), fingerprint);

  rmSync(previousDist, { recursive: true, force: true });
  if (existsSync(dist)) await renameWhenFree(dist, previousDist);
  await renameWhenFree(nextDist, dist);
  rmSync(previousDist, { recursive: true, force: true });
}

async function step(title, ...command) {
  const outcome = await run(title, node(), command);
  if (outcome === 0) return;
  rmSync(nextDist, { recursive: true, force: true });
  throw new SetupError(`${title} failed (${outcome}) with the error above; dist/ was left as it was.`);
}

function sourceFingerprint() {
  const folders = readJson(join(root, "tsconfig.build.json"))?.include;
  if (!folders) throw new SetupError("tsconfig.build.json cannot be read as JSON with an `include` list of folders.");
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  const sources = [...folders, "server/inspector"].flatMap((folder) => listSources(folder));
  const files = [...new Set([...configs, "package-lock.json", ...sources])].sort();
  const entries = JSON.stringify(readJson(join(root, "package.json"))?.exports ?? null);
  return sha256(entries, ...files.flatMap((file) => [file, readText(join(root, file)) ?? ""]));
}

function listSources(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listSources(name);
    return /\.(tsx?|css|html|svg)$/.test(entry.name) ? [name] : [];
  });
}
