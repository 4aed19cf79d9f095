import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, runNode, temporaryFolder, writeFiles } from "../machine.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

const LOCK = JSON.stringify({ lockfileVersion: 3, packages: { "node_modules/typescript": { version: "6.0.0" } } });

/** Creates the smallest project that the real setup.mjs can set up, with this repository's packages. */
function project(): string {
  const root = join(temporaryFolder(), "a checkout");
  for (const file of ["setup.mjs", "build.ts", "build", "notices.ts", "engine/lock.mjs", "engine/rename.ts"])
    cpSync(join(repository, "scripts", file), join(root, "scripts", file), { recursive: true });
  const modules = join(root, "node_modules");
  mkdirSync(modules);
  for (const name of ["typescript", "esbuild", "@esbuild", "rollup", "rollup-plugin-dts"])
    symlinkSync(join(repository, "node_modules", name), join(modules, name), "junction");
  const entry = {
    import: { types: "./dist/sdk/index.d.ts", default: "./dist/sdk/index.js" },
    require: { types: "./dist/types/sdk.d.ts", default: "./dist/sdk/index.cjs" },
  };
  writeFiles(root, {
    "package.json": JSON.stringify({
      type: "module",
      main: "./dist/main.cjs",
      exports: { ".": entry },
      bin: { "pulumi-resource-signalwire": "dist/provider/main.js", tool: "dist/cli/main.js" },
    }),
    "package-lock.json": LOCK,
    "node_modules/.package-lock.json": LOCK,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...{ module: "NodeNext", target: "ES2022", lib: ["ES5"], types: [], skipLibCheck: true, strict: true },
        ...{ rewriteRelativeImportExtensions: true, declaration: true, rootDir: ".", outDir: "dist" },
      },
    }),
    "tsconfig.build.json": JSON.stringify({
      extends: "./tsconfig.json",
      include: ["cli", "provider", "sdk", "server"],
      exclude: ["server/inspector"],
    }),
    "cli/main.ts": "export const one = 1;\n",
    "provider/main.ts": 'import "./serve.ts";\n',
    "provider/serve.ts": 'import { two } from "./two.ts";\nexport const served = two;\n',
    "provider/two.ts": "export const two = 2;\n",
    "sdk/index.ts": 'export { three } from "./three.ts";\n',
    "sdk/three.ts": "export const three = 3;\n",
    "server/index.ts": "export {};\n",
    "server/inspector/inspector.tsx": 'import { one } from "ones";\nexport const page: number = one;\n',
    "server/inspector/inspector.css": "",
    "server/inspector/index.html": "<p>",
    "server/inspector/icon.svg": "<svg/>",
    "node_modules/ones/package.json": '{ "name": "ones", "version": "1.0.0", "license": "MIT", "type": "module" }',
    "node_modules/ones/index.js": "export const one = 1;\n",
    "node_modules/ones/LICENSE": "Copyright (c) Somebody\n",
  });
  return root;
}

/** Runs setup.mjs with the given script. Offline, so that no test waits for a registry. */
function setUp(root: string, env: NodeJS.ProcessEnv = {}, ...script: string[]): Promise<Ended> {
  const args = [join(root, "scripts", "setup.mjs"), ...script];
  return runNode(args, { ...process.env, npm_config_offline: "true", ...env }, { cwd: root });
}

/** Creates a project without node_modules and with a build that only says so. npm finds its dependencies in the project itself. */
function newClone(): string {
  const root = project();
  rmSync(join(root, "node_modules"), { recursive: true });
  const devDependencies = { node: "file:local/node" };
  writeFiles(root, {
    "package.json": JSON.stringify({ scripts: manifest.scripts, devDependencies }),
    "package-lock.json": JSON.stringify({
      lockfileVersion: 3,
      packages: {
        "": { devDependencies },
        "local/node": { version: "24.0.0", bin: { node: "bin/node" }, dev: true },
        "node_modules/node": { resolved: "local/node", link: true },
      },
    }),
    "local/node/package.json": JSON.stringify({ name: "node", version: "24.0.0", bin: { node: "bin/node" } }),
    "local/node/bin/node": `#!/bin/sh\nNODE_OF=package exec "${process.execPath}" "$@"\n`,
    "scripts/build.ts": 'console.error("· Building …");\n',
    "scripts/with-engine.ts":
      "console.log(process.argv.slice(2).join(), process.env.NODE_OF);\nprocess.exitCode = 7;\n",
  });
  return root;
}

describe("setup", () => {
  it("builds dist/ once, then is silent and quick", async () => {
    const root = project();
    const first = await setUp(root);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toBe(
      "· Compiling dist/ …\n· Bundling the inspector …\n· Bundling the declarations and the plugin …\n",
    );
    const built = (path: string) => readFileSync(join(root, "dist", path), "utf8");
    expect(built("cli/main.js")).toContain("one = 1");
    expect(statSync(join(root, "dist/cli/main.js")).mode & 0o111).toBe(0o111);
    expect(built("types/sdk.d.ts")).toContain("declare const three");
    expect(built("provider/serve.js")).toContain("two = 2");
    expect(built("inspector/index.html")).toBe("<p>");
    expect(built("inspector/inspector.js")).toMatch(/=1[,;]/);
    expect(built("inspector/THIRD-PARTY-NOTICES.md")).toContain(
      "## ones 1.0.0\n\nMIT\n\n```text\nCopyright (c) Somebody\n```\n",
    );

    const second = await setUp(root);
    expect(second).toMatchObject({ code: 0, stdout: "", stderr: "" });
    // On a quiet machine, a tenth of the first time.
    expect(second.ms).toBeLessThan(first.ms / 2);
  });

  it.each([
    ["compile", "cli/main.ts", 'export const one: number = "one";\n', "cli/main.ts(1,14): error TS2322"],
    ["bundle", "server/inspector/inspector.tsx", "export const page = ;\n", "Bundling the inspector failed"],
  ])("leaves dist/ as it was when the sources do not %s, and shows why", async (_, file, text, why) => {
    const root = project();
    await setUp(root);
    writeFiles(root, { [file]: text });
    const { code, stderr } = await setUp(root);
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).toContain("one = 1;");
    expect(existsSync(join(root, ".dist-next"))).toBe(false);
  });

  it("installs when node_modules is missing, and only then or when other versions are locked", async () => {
    const root = newClone();
    const first = await setUp(root);
    expect(first.stderr).toMatch(/· Installing the locked dependencies …\n[\s\S]*· Building …/);
    expect(first.code).toBe(0);
    expect(await setUp(root)).toMatchObject({ code: 0, stderr: "· Building …\n" });

    const other = project();
    writeFileSync(join(other, "package-lock.json"), LOCK.replace('"6.0.0"', '"6.0.1"'));
    expect((await setUp(other)).stderr).toContain("· Installing the locked dependencies …");
  });

  it("runs the script it is given, with its arguments, and hands the exit code back", async () => {
    const root = newClone();
    const first = await setUp(root, {}, "scripts/with-engine.ts", "up", "--stack");
    expect(first).toMatchObject({ code: 7, stdout: "up,--stack undefined\n" });
    expect(first.stderr).toMatch(/^· The first run takes some minutes: .*\n· Installing/);
    expect(await setUp(root, {}, "scripts/with-engine.ts", "up")).toMatchObject({ code: 7, stderr: "· Building …\n" });
  });

  it("runs it under the Node of the package `node` where this machine's is too old", async () => {
    const root = newClone();
    const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" });';
    const args = [
      `--import=data:text/javascript,${encodeURIComponent(old)}`,
      "scripts/setup.mjs",
      "scripts/with-engine.ts",
    ];
    const { code, stdout } = await runNode(args, { ...process.env, npm_config_offline: "true" }, { cwd: root });
    expect({ code, stdout }).toEqual({ code: 7, stdout: " package\n" });
  });
});
