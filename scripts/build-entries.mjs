// `node scripts/build-entries.mjs <dist>` completes a compiled dist/ for the entries of package.json's `exports` and for the plugin:
// one bundle of public declarations, for `require` a CommonJS file that loads the module (docs/decisions/0015), and one file with
// the plugin's code. Called by scripts/setup/build.mjs.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { writeNotices } from "./notices.mjs";

const [dist] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values(manifest.exports).filter((entry) => typeof entry === "object");
const inDist = (path) => join(dist, relative("dist", path));

const bundle = await rollup({
  input: Object.fromEntries(entries.map((entry) => [nameOf(entry.require.types), inDist(entry.import.types)])),
  external: (id) => !/^[./]/.test(id),
  treeshake: { moduleSideEffects: false },
  plugins: [dts()],
  onwarn: (warning) => {
    // An entry may use a type without exporting it. Such a type has no public name.
    if (!/private shared type exports/.test(warning.message)) throw new Error(warning.message);
  },
});
// tsc writes a declaration for every source file, but only an entry's exports are public.
for (const file of readdirSync(dist, { recursive: true })) if (file.endsWith(".d.ts")) rmSync(join(dist, file));
const types = inDist(dirname(entries[0].require.types));
await bundle.write({ dir: types, entryFileNames: "[name].d.ts", chunkFileNames: "shared/[name].ts" });
// Both module systems can import a CommonJS declaration. Before version 5.8, TypeScript refuses an ES module's declaration in a
// CommonJS program.
writeFileSync(join(types, "package.json"), '{ "type": "commonjs" }\n');

for (const entry of entries) {
  const module = entry.import.default;
  write(entry.import.types, `export * from "${relativeTo(module, entry.require.types).replace(/\.d\.ts$/, ".js")}";\n`);
  write(
    entry.require.default,
    `"use strict";\nmodule.exports = require("${relativeTo(entry.require.default, module)}");\n`,
  );
}

// The engine starts the plugin for each command, and Node takes most of that time to load a hundred modules, zod's among them.
// main.js stays apart: it turns on the cache of compiled code, which holds what is loaded after that.
const plugin = inDist(manifest.bin["pulumi-resource-signalwire"]);
const code = join(dirname(plugin), "serve.js");
const external = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
  (name) => name !== "zod",
);
const { metafile } = await build({
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  external,
  metafile: true,
  entryPoints: [code],
  outfile: code,
  allowOverwrite: true,
  legalComments: "none",
  logLevel: "error",
});
for (const file of readdirSync(dirname(plugin))) {
  const path = join(dirname(plugin), file);
  if (path !== plugin && path !== code) rmSync(path);
}
writeNotices(dirname(code), metafile);

// The package's folder is also a plugin (PulumiPlugin.yaml), and Pulumi's language host then loads `main`. Programs load an
// entry of `exports`. Only tools that do not know `exports` load `main`.
write(
  manifest.main,
  `"use strict";
if (/[\\\\/]run-plugin(?:[\\\\/]index(?:\\.js)?)?$/.test(process.argv[1])) import("${relativeTo(manifest.main, manifest.bin["pulumi-resource-signalwire"])}");
else module.exports = require("${relativeTo(manifest.main, manifest.exports["."].import.default)}");
`,
);

function nameOf(path) {
  return basename(path, ".d.ts");
}

function relativeTo(from, to) {
  const path = relative(dirname(from), to).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

function write(path, text) {
  mkdirSync(dirname(inDist(path)), { recursive: true });
  writeFileSync(inDist(path), text);
}
