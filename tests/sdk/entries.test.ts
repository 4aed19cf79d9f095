// The entries of package.json's `exports`, loaded from dist/ by programs of both module systems.

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json")
  .map((path) => path.replace(/^\./, manifest.name));

describe("an entry", () => {
  it("is the same module by require and by import, so that its state exists once", async () => {
    const code = `
      import { createRequire } from "node:module";
      const isSame = async (entry) => {
        const required = createRequire(process.cwd() + "/_")(entry);
        const imported = await import(entry);
        const names = Object.keys(imported);
        return names.length > 0 && names.every((name) => required[name] === imported[name]);
      };
      for (const entry of ${JSON.stringify(entries)}) console.log(entry, await isSame(entry));
      process.exit();`;
    const args = ["--input-type=module", "--eval", code];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout).toBe(entries.map((entry) => `${entry} true\n`).join(""));
  });

  it("has its types by a path of its own for compilers that do not read `exports`", () => {
    const byPath = { ...manifest.typesVersions["*"], ".": [manifest.types] };
    for (const [path, { require: required }] of Object.entries<{ require: { types: string } }>(manifest.exports)) {
      if (required) expect(byPath[path.replace(/^\.\//, "")]).toEqual([required.types]);
    }
  });
});

describe("the public declarations", () => {
  const folder = join(root, "dist/types");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
  const textOf = (file: string) => readFileSync(join(folder, file), "utf8");

  it("name no package but Pulumi's, neither validator nor database", () => {
    const named = files.flatMap((file) =>
      [...textOf(file).matchAll(/^(?:import|export)\b[^;]*?["']([^."'][^"']*)["'];$/gm)].map(([, name]) => name),
    );
    expect([...new Set(named)].sort()).toEqual(["@pulumi/policy", "@pulumi/pulumi"]);
    for (const file of files) expect(textOf(file)).not.toMatch(/import\(["'](?:zod|node:sqlite)/);
  });
});
