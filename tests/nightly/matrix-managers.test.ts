// The packed file installed by other package managers: README's program is type-checked, previewed and brought up. pnpm
// runs, whose layout shows only declared dependencies; MATRIX=all runs every one, as each night.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { succeed } from "../engine/commands.ts";
import { packedFile, pulumiVersion, readmeProgram, userEnvironment } from "../engine/packed-file.ts";
import { environmentOf, serve } from "../engine/service.ts";
import { describeWithEngine } from "../engine/stack.ts";

/** Package managers as npm packages, and what each needs besides `install`. */
const TOOLS: { readonly [name: string]: string } = {
  pnpm: "10",
  "yarn-1": "npm:yarn@1",
  "yarn-4": "npm:@yarnpkg/cli-dist@4",
  bun: "1",
};
const yarn4 = "node ../node_modules/yarn-4/bin/yarn.js";
const EVERY = [
  { manager: "pnpm", install: "node ../node_modules/pnpm/bin/pnpm.cjs install" },
  { manager: "yarn 1", install: "node ../node_modules/yarn-1/bin/yarn.js install --non-interactive" },
  { manager: "yarn 4, node-modules", install: `${yarn4} install`, linker: "node-modules" },
  // The program is in no folder node_modules: `yarn exec` lets every Node process read where packages are.
  { manager: "yarn 4, Plug'n'Play", install: `${yarn4} install`, linker: "pnp", prefix: `${yarn4} exec ` },
  { manager: "bun", install: "../node_modules/@oven/bun-*/bin/bun install" },
];
const isEvery = process.env.MATRIX === "all";
const MANAGERS = isEvery ? EVERY : EVERY.filter(({ manager }) => manager === "pnpm");

vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 });

describeWithEngine("the packed file, installed by another package manager", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let packed: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-managers-"));
    env = { ...userEnvironment(folder), PULUMI_CONFIG_PASSPHRASE: "managers", PULUMI_BACKEND_URL: "file://./state" };
    packed = await packedFile();
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ name: "tools", private: true, dependencies: isEvery ? TOOLS : { pnpm: TOOLS.pnpm } }),
    );
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
    await succeed("npm", args, { cwd: folder, env, timeoutMs: 250_000 });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(MANAGERS)("runs README's program: $manager", async ({ install, linker, prefix = "" }) => {
    const project = await mkdtemp(join(folder, "project-"));
    await makeProject(project, packed, linker);
    const server = await serve("+12025550101");
    try {
      const run = (script: string) =>
        succeed("bash", ["-ec", script], {
          cwd: project,
          env: { ...env, ...environmentOf(server) },
          timeoutMs: 250_000,
        });
      await run(install);
      await run(`${prefix || "node node_modules/typescript/bin/"}tsc --noEmit -p .
        mkdir state
        pulumi stack init test
        pulumi config set-all --plaintext number=+12025550101 --secret deskPassword=vivid-otter-lunar-canyon-brisk-maple`);
      expect(await run(`${prefix}pulumi up --yes --non-interactive`)).toMatch(/3 to create.*3 created/s);
    } finally {
      await server.close();
    }
  });
});

async function makeProject(project: string, packed: string, linker: string | undefined): Promise<void> {
  const manifest = {
    name: "phones",
    private: true,
    type: "module",
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": await pulumiVersion(), "pulumi-signalwire": `file:${packed}` },
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
  await mkdir(project, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
}
