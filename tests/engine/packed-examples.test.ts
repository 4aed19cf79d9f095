// Every example, started from the packed file in an empty folder, as in examples/README.md.

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { describeWithEngine } from "./stack.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const examples = readdirSync(join(root, "examples")).filter((name) =>
  existsSync(join(root, "examples", name, "package.json")),
);

describeWithEngine("examples of the packed file", () => {
  let folder: string;
  let packed: string;
  const env: NodeJS.ProcessEnv = { ...process.env, npm_config_fetch_timeout: "20000", npm_config_fetch_retries: "4" };

  beforeAll(async () => {
    const engine = inject("engine");
    if (!("missing" in engine)) env.PATH = `${dirname(engine.command)}:${dirname(process.execPath)}:${env.PATH}`;
    folder = await mkdtemp(join(tmpdir(), "signalwire-examples-"));
    packed = join(folder, "packed");
    await mkdir(packed);
    await execute("npm", ["pack", root, "--ignore-scripts", "--pack-destination", packed]);
    const [file = ""] = await readdir(packed);
    await execute("npm", ["install", "--no-audit", "--no-fund", `./packed/${file}`], { cwd: folder, env });
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(examples)("%s is copied with the packed file as its dependency", async (example) => {
    const init = ["pulumi-signalwire", "init", `my-${example}`, "--example", example, "--no-install"];
    await execute("npx", ["--no", "--", ...init], { cwd: folder, env });
    const project = join(folder, `my-${example}`);
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: `my-${example}`,
      dependencies: { "pulumi-signalwire": expect.stringMatching(/^file:.*\.tgz$/) },
    });
    // No package of the same name from a registry may be used.
    await execute("npm", ["install", "--package-lock-only", "--no-audit", "--no-fund"], { cwd: project, env });
    const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
    expect(lock.packages["node_modules/pulumi-signalwire"].resolved).toMatch(/^file:.*\.tgz$/);
  });
});
