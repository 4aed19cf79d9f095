import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, runNode, temporaryFolder, writeFiles } from "./machine.ts";

const repository = join(import.meta.dirname, "..", "..");

/** A project as small as can be that the real setup.mjs can set up, with this repository's compiler and node. */
function project(): string {
  const root = temporaryFolder();
  const modules = join(root, "node_modules");
  for (const file of ["setup.mjs", "engine/lock.mjs", "engine/progress.mjs"]) {
    cpSync(join(repository, "scripts", file), join(root, "scripts", file));
  }
  mkdirSync(join(modules, ".bin"), { recursive: true });
  symlinkSync(join(repository, "node_modules", "typescript"), join(modules, "typescript"));
  symlinkSync(process.execPath, join(modules, ".bin", "node"));
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { "node_modules/typescript": { version: "6.0.0" } } });
  writeFiles(root, {
    "package.json": JSON.stringify({ type: "module", bin: { tool: "dist/cli/main.js" } }),
    "package-lock.json": lock,
    "node_modules/.package-lock.json": lock,
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        module: "NodeNext",
        target: "ES2022",
        lib: ["ES5"],
        types: [],
        skipLibCheck: true,
        strict: true,
      },
    }),
    "tsconfig.build.json": JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { rootDir: ".", outDir: "dist", incremental: true, tsBuildInfoFile: "dist/.tsbuildinfo" },
      include: ["cli", "contract"],
    }),
    "cli/main.ts": "export const one = 1;\n",
    "contract/two.ts": "export const two = 2;\n",
  });
  return root;
}

function setUp(root: string): Promise<Ended> {
  // Offline, so that no test waits for a registry.
  return runNode([join(root, "scripts", "setup.mjs")], { ...process.env, npm_config_offline: "true" });
}

describe("setup", () => {
  it("compiles dist/ once, then is silent and quick", async () => {
    const root = project();
    const first = await setUp(root);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toMatch(/^· Compiling dist\/ … [\d.]+ s\n$/);
    expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).toContain("one = 1");
    expect(statSync(join(root, "dist/cli/main.js")).mode & 0o111).toBe(0o111);

    const second = await setUp(root);
    expect(second).toMatchObject({ code: 0, stdout: "", stderr: "" });
    // The limit is for a loaded test machine; alone it takes a third of that.
    expect(second.ms).toBeLessThan(500);
  });

  it("compiles again when a source changed, and drops the output of a deleted one", async () => {
    const root = project();
    await setUp(root);
    writeFileSync(join(root, "cli/main.ts"), "export const one = 11;\n");
    rmSync(join(root, "contract/two.ts"));
    expect((await setUp(root)).code).toBe(0);
    expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).toContain("one = 11");
    expect(existsSync(join(root, "dist/contract"))).toBe(false);
  });

  it("leaves dist/ as it was when the sources do not compile, and shows why", async () => {
    const root = project();
    await setUp(root);
    writeFileSync(join(root, "cli/main.ts"), 'export const one: number = "one";\n');
    const { code, stderr } = await setUp(root);
    expect(code).toBe(1);
    expect(stderr).toContain("cli/main.ts(1,14): error TS2322");
    expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).toContain("one = 1;");
    expect(existsSync(join(root, ".dist-next"))).toBe(false);
  });

  it("lets one of two runs do the work while the other waits for it", async () => {
    const root = project();
    const both = await Promise.all([setUp(root), setUp(root)]);
    expect(both.map((one) => one.code)).toEqual([0, 0]);
    const said = both.map((one) => one.stderr).sort();
    expect(said[0]).toMatch(/^· Compiling/);
    expect(said[1]).toMatch(/^· Waiting for process \d+, which is setting this checkout up …\n$/);
  });

  it("installs when node_modules is missing, and only then or when other versions are locked", async () => {
    const root = project();
    rmSync(join(root, "node_modules"), { recursive: true });
    const compiler = join(repository, "node_modules", "typescript", "bin", "tsc");
    writeFiles(root, {
      "package.json": JSON.stringify({
        dependencies: { node: "file:local/node", typescript: "file:local/typescript" },
      }),
      "package-lock.json": JSON.stringify({
        lockfileVersion: 3,
        packages: {
          "": { dependencies: { node: "file:local/node", typescript: "file:local/typescript" } },
          "local/node": { version: "24.0.0", bin: { node: "bin/node" } },
          "local/typescript": { version: "6.0.0" },
          "node_modules/node": { resolved: "local/node", link: true },
          "node_modules/typescript": { resolved: "local/typescript", link: true },
        },
      }),
      "local/node/package.json": JSON.stringify({ name: "node", version: "24.0.0", bin: { node: "bin/node" } }),
      "local/node/bin/node": `#!/bin/sh\nexec "${process.execPath}" "$@"\n`,
      "local/typescript/package.json": JSON.stringify({ name: "typescript", version: "6.0.0" }),
      "local/typescript/bin/tsc": `require(${JSON.stringify(compiler)});\n`,
    });
    const first = await setUp(root);
    expect(first.stderr).toMatch(/^· Installing the locked dependencies … [\d.]+ s\n· Compiling dist/);
    expect(first.code).toBe(0);
    expect(await setUp(root)).toMatchObject({ code: 0, stderr: "" });

    // What `npm ci` by hand leaves behind: the same packages without our stamp.
    rmSync(join(root, "node_modules/.setup-stamp"));
    expect(await setUp(root)).toMatchObject({ code: 0, stderr: "" });
  });

  it("explains a failed installation without npm's page of options", async () => {
    const root = project();
    rmSync(join(root, "package-lock.json"));
    const { code, stderr } = await setUp(root);
    expect(code).toBe(1);
    expect(stderr).toContain("· Installing the locked dependencies … not possible: exit code 1");
    expect(stderr).toContain("`npm ci` failed (exit code 1). Check that");
    expect(stderr).not.toContain("--dangerously");
  });
});
