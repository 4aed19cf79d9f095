// Decides how a test gets what a release would publish: packed once and installed once for all files of a run. PACKED_FILE names the
// file that a release is about to publish.

import { existsSync } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../../scripts/engine/lock.mjs";
import { patientNpm, succeed } from "./commands.ts";
import { foundEngine } from "./stack.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** What the examples of the package need besides, each in the version of this repository. */
const OF_EXAMPLES = ["@signalwire/js", "vitest"];

/** Milliseconds. npm installs a whole project, which takes a quarter of a minute on a quiet machine. */
const LONGEST_INSTALLATION = 150_000;

/** Options of a test that installs a project. A stalled download is tried again. */
export const patiently = { timeout: LONGEST_INSTALLATION + 10_000, retry: 2 };

/** Runs a shell that ends at the first failing command. */
export function runShell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return succeed("bash", ["-ec", script], { cwd, env, timeoutMs: LONGEST_INSTALLATION });
}

/** The environment of a user who has the Pulumi CLI: without what this test run and the npm that started it have set. */
export function userEnvironment(folder: string): NodeJS.ProcessEnv {
  const engine = foundEngine();
  // A company's certificates remain, because npm needs them for a registry, and so does the cache of compiled code.
  const foreign = /^(PULUMI|SIGNALWIRE|VITEST|CI$|GITHUB|GITLAB|NODE_(?!EXTRA_CA_CERTS|COMPILE_CACHE|OPTIONS)|npm_)/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    ...engine.env,
    ...patientNpm,
    PULUMI_HOME: join(folder, "home"),
  };
}

/** Returns the path of the packed file. */
export async function packedFile(): Promise<string> {
  if (process.env.PACKED_FILE) return resolve(process.env.PACKED_FILE);
  const packed = await once("packed", async (draft) => {
    const args = ["pack", root, "--ignore-scripts", "--pack-destination", draft];
    await succeed("npm", args, { env: { ...process.env, ...patientNpm }, timeoutMs: 120_000 });
  });
  const [file = ""] = await readdir(packed);
  return join(packed, file);
}

/**
 * Returns a project in which npm installed the packed file. A test makes projects of its own in folders below, where Node finds
 * these packages, or links the packages into another folder.
 */
export function installedProject(): Promise<string> {
  return once("installed", async (draft) => {
    await writeProject(draft, OF_EXAMPLES);
    const args = ["ci", "--ignore-scripts"];
    await succeed("npm", args, { cwd: draft, env: userEnvironment(draft), timeoutMs: 250_000 });
  });
}

/**
 * Returns a new project with the installed packages as hard links: an installation or a removal there changes no other folder. The run
 * removes it at its end.
 */
export async function linkedProject(): Promise<string> {
  const folder = await mkdtemp(join(foundEngine().shared, "project-"));
  await writeProject(folder);
  await linkTree(join(await installedProject(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * Writes package.json, package-lock.json and the packed file of a project into an existing folder. The lock file has the versions of
 * this repository's: `npm ci` installs them from npm's cache, which this repository's own installation has filled.
 */
async function writeProject(folder: string, more: readonly string[] = []): Promise<void> {
  const packed = await packedFile();
  const own = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const tarball = `file:vendor/${basename(packed)}`;
  const devDependencies = Object.fromEntries(more.map((name) => [name, own.devDependencies[name]]));
  const manifest = {
    name: "phones",
    version: "1.0.0",
    private: true,
    type: "module",
    dependencies: { ...own.peerDependencies, [own.name]: tarball },
    devDependencies,
  };
  const { dependencies, peerDependencies, peerDependenciesMeta, bin, engines } = own;
  // npm leaves out the packages that the project does not need.
  const locked = Object.entries<{ link?: boolean }>(packages).filter(
    ([path, { link }]) => path.startsWith("node_modules/") && !link,
  );
  const lock = {
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": manifest,
      [`node_modules/${own.name}`]: {
        version: own.version,
        resolved: tarball,
        ...{ dependencies, peerDependencies, peerDependenciesMeta, bin, engines },
      },
      ...Object.fromEntries(locked),
    },
  };
  await mkdir(join(folder, "vendor"));
  await copyFile(packed, join(folder, "vendor", basename(packed)));
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
}

/** Returns the program of README. */
export async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, program = ""] = /<!-- program: begin -->\n```ts\n([^`]+)```/.exec(readme) ?? [];
  return program;
}

/** The version of Pulumi's SDK that this repository is tested with. */
export async function pulumiVersion(): Promise<string> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")).devDependencies["@pulumi/pulumi"];
}

/** Returns a folder that the first caller of a run fills. The run removes it at its end. */
async function once(name: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const engine = foundEngine();
  const folder = join(engine.shared, name);
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const draft = await mkdtemp(`${folder}-`);
    await fill(draft);
    await rename(draft, folder);
  });
  return folder;
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await linkTree(source, target);
      else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
      else await link(source, target);
    }),
  );
}
