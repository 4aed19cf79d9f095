// Completes a compiled dist/: the inspector's page, one bundle of public declarations and a CommonJS file for each entry of package.json's
// `exports`, and one file with the plugin's code.
//
// Most Pulumi programs are CommonJS. TypeScript refuses an ES module's declaration there (TS1479), and finds none where
// `moduleResolution: node` reads no `exports` (TS2307). The CommonJS file loads the module, so a process holds the provider's state
// once. So no entry may use top-level `await`: Node then refuses `require`.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { writeNotices } from "../notices.ts";

interface Entry {
  readonly import: { readonly types: string; readonly default: string };
  readonly require: { readonly types: string; readonly default: string };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values<Entry | string>(manifest.exports).filter((entry) => typeof entry === "object");
const pluginMain: string = manifest.bin["pulumi-resource-signalwire"];

/** Writes the reference server's page: one script, one style sheet, and the static files. */
export async function bundleInspector(dist: string): Promise<void> {
  const outdir = join(dist, "inspector");
  const { metafile } = await build({
    entryPoints: ["inspector.tsx", "inspector.css", "index.html", "icon.svg"].map((file) => `server/inspector/${file}`),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    loader: { ".html": "copy", ".svg": "copy" },
    outdir,
    metafile: true,
  });
  writeNotices(outdir, metafile);
}

export async function bundleDeclarations(dist: string): Promise<void> {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((entry) => [nameOf(entry.require.types), inside(dist, entry.import.types)])),
    external: (id) => !/^[./]/.test(id),
    treeshake: { moduleSideEffects: false },
    plugins: [dts()],
    onwarn: (warning) => {
      // An entry may use a type without exporting it. Such a type has no public name.
      if (!/private shared type exports/.test(warning.message)) throw new Error(warning.message);
    },
  });
  // tsc writes a declaration for every source file, but only an entry's exports are public.
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".d.ts")) rmSync(join(dist, file));
  const types = join(dist, "types");
  await bundle.write({ dir: types, entryFileNames: "[name].d.ts", chunkFileNames: "shared/[name].ts" });
  // Both module systems can import a CommonJS declaration. Before version 5.8, TypeScript refuses an ES module's declaration in a
  // CommonJS program.
  writeFileSync(join(types, "package.json"), '{ "type": "commonjs" }\n');

  for (const { import: module, require: commonJs } of entries) {
    const declarations = relativeTo(module.default, commonJs.types).replace(/\.d\.ts$/, ".js");
    write(dist, module.types, `export * from "${declarations}";\n`);
    const required = relativeTo(commonJs.default, module.default);
    write(dist, commonJs.default, `"use strict";\nmodule.exports = require("${required}");\n`);
  }
}

/**
 * Writes the plugin into one file, because the engine starts it for each command, and Node takes most of that time to load a hundred
 * modules, zod's among them. main.js stays apart: it turns on the cache of compiled code, which holds what is loaded after that.
 */
export async function bundlePlugin(dist: string): Promise<void> {
  const main = inside(dist, pluginMain);
  const folder = dirname(main);
  const code = join(folder, "serve.js");
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const { metafile } = await build({
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    external: dependencies.filter((name) => name !== "zod"),
    metafile: true,
    entryPoints: [code],
    outfile: code,
    allowOverwrite: true,
    legalComments: "none",
    logLevel: "error",
  });
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    if (path !== main && path !== code) rmSync(path);
  }
  writeNotices(folder, metafile);
  // The package's folder is also a plugin (PulumiPlugin.yaml), and Pulumi's language host then loads `main`. Programs load an
  // entry of `exports`. Only tools that do not know `exports` load `main`.
  write(
    dist,
    manifest.main,
    `"use strict";
if (/[\\\\/]run-plugin(?:[\\\\/]index(?:\\.js)?)?$/.test(process.argv[1])) import("${relativeTo(manifest.main, pluginMain)}");
else module.exports = require("${relativeTo(manifest.main, manifest.exports["."].import.default)}");
`,
  );
}

function inside(dist: string, path: string): string {
  return join(dist, relative("dist", path));
}

function nameOf(path: string): string {
  return basename(path, ".d.ts");
}

function relativeTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

function write(dist: string, path: string, text: string): void {
  const file = inside(dist, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
