// The packed file under what programs use: Pulumi's templates old and new, JavaScript of both module systems, TypeScript 5.0 to 7, Node
// 22.19 to 26. Each row type-checks README's program without skipLibCheck, then previews it and brings it up. Two rows run; MATRIX=all
// runs every one, as each night.

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { succeed } from "../engine/commands.ts";
import { packedFile, pulumiVersion, readmeProgram, userEnvironment } from "../engine/packed-file.ts";
import { environmentOf, type Server, serve } from "../engine/service.ts";
import { describeWithEngine } from "../engine/stack.ts";

interface Row {
  readonly template: keyof typeof TEMPLATES;
  readonly node: (typeof NODES)[number];
  /** Undefined where the program is JavaScript. */
  readonly typescript?: (typeof COMPILERS)[number];
}

const NODES = ["22.19.0", "24", "26"] as const;
const COMPILERS = ["5.0", "5.4", "5.7", "5.9", "7"] as const;

const compiled = { strict: true, target: "es2020", outDir: "bin", types: ["node"] };
const TEMPLATES = {
  /** Pulumi's template until March 2026. */
  old: { type: undefined, compilerOptions: { ...compiled, module: "commonjs", moduleResolution: "node" } },
  /** Its successor: CommonJS still, for package.json has no `type`. */
  new: { type: undefined, compilerOptions: { ...compiled, module: "nodenext", moduleResolution: "nodenext" } },
  /** Node strips the types. */
  stripped: { type: "module", compilerOptions: { ...compiled, module: "nodenext", moduleResolution: "nodenext" } },
  require: { type: "commonjs", compilerOptions: undefined },
  import: { type: "module", compilerOptions: undefined },
} as const;

/** The oldest and the newest of everything: CommonJS that Pulumi compiles, and ECMAScript modules that Node strips. */
const TWO: readonly Row[] = [
  { template: "old", typescript: "5.0", node: "22.19.0" },
  { template: "stripped", typescript: "7", node: "26" },
];

const EVERY: readonly Row[] = (Object.keys(TEMPLATES) as Row["template"][]).flatMap((template) =>
  NODES.flatMap((node): readonly Row[] => {
    if (!TEMPLATES[template].compilerOptions) return [{ template, node }];
    const typed = COMPILERS.map((typescript) => ({ template, node, typescript }));
    // Pulumi's SDK runs TypeScript below 7 itself; 7 has no API for that. 22.19 runs programs of 5.8 and later stripped.
    return typed.filter(({ typescript }) => (template === "stripped" ? typescript >= "5.9" : typescript !== "7"));
  }),
);

const rows = process.env.MATRIX === "all" ? EVERY : TWO;
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

describeWithEngine("the packed file", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let server: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-matrix-"));
    env = { ...userEnvironment(folder), PULUMI_CONFIG_PASSPHRASE: "matrix" };
    const dependencies = {
      "@pulumi/pulumi": await pulumiVersion(),
      "@types/node": "18",
      "pulumi-signalwire": `file:${await packedFile()}`,
      ...Object.fromEntries(
        COMPILERS.filter((version) => rows.some(({ typescript }) => typescript === version)).map((version) => [
          `typescript-${version}`,
          `npm:typescript@~${version}${version === "7" ? ".0" : ""}`,
        ]),
      ),
      ...Object.fromEntries(rows.map(({ node }) => [`node-${node}`, `npm:${nodePackage}@${node}`])),
    };
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "matrix", private: true, dependencies }));
    await succeed("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, env, timeoutMs: 500_000 });
  });

  beforeEach(async () => {
    server = await serve("+12025550101");
  });

  afterEach(() => server?.close());

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(rows)(
    "runs README's program: $template, TypeScript $typescript, Node $node",
    async ({ template, node, typescript }) => {
      const project = await makeProject(folder, template, typescript);
      const run = (script: string) =>
        succeed("bash", ["-ec", script], {
          cwd: project,
          env: {
            ...env,
            ...environmentOf(server),
            PULUMI_BACKEND_URL: "file://./state",
            PATH: [join(folder, `node_modules/node-${node}/bin`), env.PATH].join(delimiter),
          },
          timeoutMs: 200_000,
        });
      expect(await run("node --version")).toMatch(new RegExp(`^v${node}\\b`));
      if (typescript) await run("node node_modules/typescript/bin/tsc --noEmit -p .");
      await run(`mkdir state
        pulumi stack init test
        pulumi config set-all --plaintext number=+12025550101 --secret deskPassword=vivid-otter-lunar-canyon-brisk-maple`);
      expect(await run("pulumi up --yes --non-interactive")).toMatch(/3 to create.*3 created/s);
      expect(await run("pulumi preview --non-interactive --expect-no-changes")).toMatch(/3 unchanged/);
    },
  );
});

/** A project with README's program; what it imports is installed in the folder above. */
async function makeProject(folder: string, template: Row["template"], typescript: Row["typescript"]): Promise<string> {
  const { type, compilerOptions } = TEMPLATES[template];
  const project = await mkdtemp(join(folder, `${template}-`));
  const program = await readmeProgram();
  const main = typescript ? "index.ts" : "index.js";
  await writeFile(join(project, main), template === "require" ? asCommonJs(program) : program);
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

function asCommonJs(program: string): string {
  return program
    .replace(/^import \* as (\w+) from "([^"]+)";/gm, 'const $1 = require("$2");')
    .replace(/^import (\{[^}]+\}) from "([^"]+)";/gm, 'const $1 = require("$2");')
    .replace(/^export const (\w+) =/gm, "exports.$1 =");
}
