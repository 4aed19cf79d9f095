// The packed file under what programs use: Pulumi's templates old and new, JavaScript, TypeScript 5.0 to 7, Node
// 22.19 to 26, other package managers. Each row type-checks README's program without skipLibCheck, then previews it and brings it up.

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { succeed } from "../engine/commands.ts";
import { packedFile, pulumiVersion, readmeProgram, userEnvironment } from "../engine/packed-file.ts";
import { environmentOf, type Server, serve } from "../engine/service.ts";
import { describeWithEngine } from "../engine/stack.ts";

interface Row {
  readonly template: keyof typeof TEMPLATES;
  readonly node: "22.19.0" | "24" | "26";
  /** Undefined where the program is JavaScript. */
  readonly typescript?: (typeof COMPILERS)[number];
}

const COMPILERS = ["5.0", "5.4", "5.7", "5.9", "7"] as const;

const compiled = { strict: true, target: "es2020", outDir: "bin", types: ["node"] };
const TEMPLATES = {
  /** Pulumi's template until March 2026. */
  old: { type: undefined, compilerOptions: { ...compiled, module: "commonjs", moduleResolution: "node" } },
  /** Its successor: CommonJS still, for package.json has no `type`. */
  new: { type: undefined, compilerOptions: { ...compiled, module: "nodenext", moduleResolution: "nodenext" } },
  /** Node strips the types. */
  stripped: { type: "module", compilerOptions: { ...compiled, module: "nodenext", moduleResolution: "nodenext" } },
  import: { type: "module", compilerOptions: undefined },
} as const;

/**
 * Each template with its oldest and newest compiler, and with two Nodes. Pulumi's SDK runs TypeScript below 7 itself; 7 has no API for
 * that. Node 22.19 runs programs of 5.8 and later stripped.
 */
const ROWS: readonly Row[] = [
  { template: "old", typescript: "5.0", node: "22.19.0" },
  { template: "old", typescript: "5.4", node: "24" },
  { template: "new", typescript: "5.7", node: "26" },
  { template: "new", typescript: "5.9", node: "22.19.0" },
  { template: "stripped", typescript: "5.9", node: "24" },
  { template: "stripped", typescript: "7", node: "26" },
  { template: "import", node: "26" },
];

/** Package managers as npm packages. */
const TOOLS: { readonly [name: string]: string } = {
  pnpm: "10",
  "yarn-1": "npm:yarn@1",
  "yarn-4": "npm:@yarnpkg/cli-dist@4",
  bun: "1",
};
const yarn4 = "node ../node_modules/yarn-4/bin/yarn.js";
const MANAGERS: readonly Manager[] = [
  // Its layout shows only declared dependencies.
  { manager: "pnpm", install: "node ../node_modules/pnpm/bin/pnpm.cjs install" },
  { manager: "yarn 1", install: "node ../node_modules/yarn-1/bin/yarn.js install --non-interactive" },
  { manager: "yarn 4, node-modules", install: `${yarn4} install`, linker: "node-modules" },
  // The program is in no folder node_modules: `yarn exec` lets every Node process read where packages are.
  { manager: "yarn 4, Plug'n'Play", install: `${yarn4} install`, linker: "pnp", prefix: `${yarn4} exec ` },
  { manager: "bun", install: "../node_modules/@oven/bun-*/bin/bun install" },
];

const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
vi.setConfig({ testTimeout: 400_000, hookTimeout: 600_000 });

interface Manager {
  readonly manager: string;
  readonly install: string;
  readonly linker?: string;
  readonly prefix?: string;
}

describeWithEngine("the packed file", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let server: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-matrix-"));
    env = { ...userEnvironment(folder), PULUMI_CONFIG_PASSPHRASE: "matrix", PULUMI_BACKEND_URL: "file://./state" };
  });

  beforeEach(async () => {
    server = await serve("+12025550101");
  });

  afterEach(() => server?.close());

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns a folder of packages that npm installed. */
  async function installed(name: string, dependencies: object): Promise<string> {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "package.json"), JSON.stringify({ name, private: true, dependencies }));
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
    await succeed("npm", args, { cwd: join(folder, name), env, timeoutMs: 500_000 });
    return join(folder, name);
  }

  const run = (script: string, cwd: string, more: NodeJS.ProcessEnv = {}) =>
    succeed("bash", ["-ec", script], { cwd, env: { ...env, ...environmentOf(server), ...more }, timeoutMs: 250_000 });

  async function bringsUp(project: string, more: NodeJS.ProcessEnv = {}, prefix = ""): Promise<void> {
    const script = `mkdir state
      pulumi stack init test
      pulumi config set-all --plaintext number=+12025550101 --secret deskPassword=vivid-otter-lunar-canyon-brisk-maple
      ${prefix}pulumi up --yes --non-interactive
      ${prefix}pulumi preview --non-interactive --expect-no-changes`;
    expect(await run(script, project, more)).toMatch(/3 to create.*3 created.*3 unchanged/s);
  }

  describe("installed by npm", () => {
    let packages: string;

    beforeAll(async () => {
      packages = await installed("npm", {
        "@pulumi/pulumi": await pulumiVersion(),
        "@types/node": "18",
        "pulumi-signalwire": `file:${await packedFile()}`,
        ...Object.fromEntries(
          COMPILERS.map((version) => [
            `typescript-${version}`,
            `npm:typescript@~${version}${version === "7" ? ".0" : ""}`,
          ]),
        ),
        ...Object.fromEntries(ROWS.map(({ node }) => [`node-${node}`, `npm:${nodePackage}@${node}`])),
      });
    });

    it.each(ROWS)("runs README's program: $template, TypeScript $typescript, Node $node", async (row) => {
      const { template, node, typescript } = row;
      const project = await makeProject(packages, template, typescript);
      const more = { PATH: [join(packages, `node_modules/node-${node}/bin`), env.PATH].join(delimiter) };
      expect(await run("node --version", project, more)).toMatch(new RegExp(`^v${node}\\b`));
      if (typescript) await run("node node_modules/typescript/bin/tsc --noEmit -p .", project, more);
      await bringsUp(project, more);
    });
  });

  describe("installed by another package manager", () => {
    let tools: string;

    beforeAll(async () => {
      tools = await installed("tools", TOOLS);
    });

    it.each(MANAGERS)("runs README's program: $manager", async ({ install, linker, prefix = "" }) => {
      const project = await mkdtemp(join(tools, "projects-"));
      await writeManaged(project, linker);
      await run(install, project);
      await run(`${prefix || "node node_modules/typescript/bin/"}tsc --noEmit -p .`, project);
      await bringsUp(project, {}, prefix);
    });
  });
});

/** A project with README's program; what it imports is installed in the folder above. */
async function makeProject(folder: string, template: Row["template"], typescript: Row["typescript"]): Promise<string> {
  const { type, compilerOptions } = TEMPLATES[template];
  const project = await mkdtemp(join(folder, `${template}-`));
  const main = typescript ? "index.ts" : "index.js";
  await writeFile(join(project, main), await readmeProgram());
  const manifest = {
    name: "phones",
    main,
    ...(type && { type }),
    ...(typescript && { devDependencies: { typescript } }),
  };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  const runtime = template === "stripped" ? "{ name: nodejs, options: { typescript: false } }" : "nodejs";
  await writeFile(join(project, "Pulumi.yaml"), `name: phones\nruntime: ${runtime}\n`);
  // Pulumi's SDK looks for the compiler from its own folder, where the row before may have left one.
  const beside = join(folder, "node_modules/typescript");
  await rm(beside, { recursive: true, force: true });
  if (!typescript) return project;
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [main] }));
  await mkdir(join(project, "node_modules"));
  await symlink(
    join(folder, `node_modules/typescript-${typescript}`),
    join(project, "node_modules/typescript"),
    "junction",
  );
  await symlink(join(folder, `node_modules/typescript-${typescript}`), beside, "junction");
  return project;
}

async function writeManaged(project: string, linker: string | undefined): Promise<void> {
  const manifest = {
    name: "phones",
    private: true,
    type: "module",
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": await pulumiVersion(), "pulumi-signalwire": `file:${await packedFile()}` },
    devDependencies: { "@types/node": "24", typescript: "~5.9.0" },
  };
  const compilerOptions = {
    strict: true,
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    types: ["node"],
  };
  const files = {
    "package.json": JSON.stringify(manifest),
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
    "index.ts": await readmeProgram(),
    "Pulumi.yaml": "name: phones\nruntime: { name: nodejs, options: { typescript: false } }\n",
    ...(linker && {
      ".yarnrc.yml": `nodeLinker: ${linker}\nenableTelemetry: false\nenableImmutableInstalls: false\n`,
      "yarn.lock": "",
    }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
}
