// Compiles the sources into dist/ and bundles the inspector's page, the declarations and the plugin, unless dist/ is up to date.
// `npm run build` and scripts/setup.mjs run it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "./engine/lock.mjs";
import { renameWhenFree } from "./engine/rename.ts";

const NEXT = ".dist-next";
const PREVIOUS = ".dist-previous";
const FINGERPRINT = ".fingerprint";

if (!isBuilt())
  await withLock(`build of ${process.cwd()}`, build, {
    onWait: (pid) => console.error(`· Waiting for process ${pid}, which is building dist/ …`),
  });

function isBuilt(): boolean {
  const path = join("dist", FINGERPRINT);
  return existsSync(path) && readFileSync(path, "utf8") === sourceFingerprint();
}

/**
 * Builds into a folder beside dist/, then swaps them. Outputs of deleted sources disappear, a failed build changes nothing, and
 * relative paths stay right.
 */
async function build(): Promise<void> {
  // The previous holder of the lock may have built it.
  if (isBuilt()) return;
  rmSync(NEXT, { recursive: true, force: true });
  const fingerprint = sourceFingerprint();
  let step = "";
  const begin = (title: string) => {
    step = title;
    console.error(`· ${title} …`);
  };
  try {
    begin("Compiling dist/");
    await compile();
    const { bundleDeclarations, bundleInspector, bundlePlugin } = await import("./build/bundles.ts");
    begin("Bundling the inspector");
    await bundleInspector(NEXT);
    begin("Bundling the declarations and the plugin");
    await bundleDeclarations(NEXT);
    await bundlePlugin(NEXT);
  } catch (error) {
    rmSync(NEXT, { recursive: true, force: true });
    console.error(`${step} failed: ${(error as Error).message}\ndist/ was left as it was.`);
    process.exitCode = 1;
    return;
  }
  const { bin } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const file of Object.values<string>(bin)) chmodSync(file.replace("dist", NEXT), 0o755);
  writeFileSync(join(NEXT, ".npmignore"), onlyFilesOf(NEXT));
  writeFileSync(join(NEXT, FINGERPRINT), fingerprint);

  rmSync(PREVIOUS, { recursive: true, force: true });
  if (existsSync("dist")) await renameWhenFree("dist", PREVIOUS);
  await renameWhenFree(NEXT, "dist");
  rmSync(PREVIOUS, { recursive: true, force: true });
}

/** Returns npm's list of exceptions for a built folder: npm publishes what this build wrote, and no file that came later. */
function onlyFilesOf(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const built = entries.map((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/");
    return `!/${path}${entry.isDirectory() ? "/" : ""}`;
  });
  return `${["*", ...built.sort()].join("\n")}\n`;
}

async function compile(): Promise<void> {
  const args = ["node_modules/@typescript/native/bin/tsc", "-p", "tsconfig.build.json", "--outDir", NEXT];
  // stdout belongs to the script that follows.
  const [code] = await once(spawn(process.execPath, args, { stdio: ["ignore", 2, 2] }), "close");
  if (code !== 0) throw new Error("see the errors above.");
}

function sourceFingerprint(): string {
  const folders: string[] = JSON.parse(readFileSync("tsconfig.build.json", "utf8")).include;
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|css|html|svg)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const file of ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json", ...sources.sort()])
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
