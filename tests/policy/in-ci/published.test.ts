// The published pack: the package contains everything that the engine needs to start it.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { rules } from "../../../policy/index.ts";
import { packedFile } from "../../engine/packed-file.ts";
import { describeWithEngine } from "../../engine/stack.ts";
import { Analyzer } from "../analyzer.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const execute = promisify(execFile);

/** Creates a project with the package and all installed dependencies except one. Returns the pack's folder. */
async function install({ without }: { without?: string } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-published-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@pulumi"), { recursive: true });
  const installed = await readdir(join(root, "node_modules"));
  const own = await readdir(join(root, "node_modules/@pulumi"));
  for (const name of [...installed, ...own.map((each) => `@pulumi/${each}`)])
    if (!["pulumi-signalwire", "@pulumi", without].includes(name))
      await symlink(join(root, "node_modules", name), join(modules, name), "junction");
  await execute("tar", ["-xzf", await packedFile()], { cwd: folder });
  await rename(join(folder, "package"), join(modules, "pulumi-signalwire"));
  return join(modules, "pulumi-signalwire", "policy");
}

describeWithEngine("the published pack", () => {
  // docs/policies.md starts the pack itself from there (tests/engine/in-ci/documented-commands.test.ts).
  it("starts the preset strict from an installed copy of the package", async () => {
    const pack = await Analyzer.start(join(await install(), "strict"));
    expect((await pack.info()).policiesList.map((policy) => policy.name)).toEqual([...rules.map((rule) => rule.name)]);
    await pack.stop();
  }, 60_000);

  it("says what to install where Pulumi's package for policies is missing", async () => {
    const folder = await install({ without: "@pulumi/policy" });
    const runner = join(root, "node_modules/@pulumi/pulumi/cmd/run-policy-pack");
    const started = execute(process.execPath, [runner, "127.0.0.1:1", folder], { cwd: folder });
    const { code, stdout, stderr } = await started.then(
      () => ({ code: 0, stdout: "", stderr: "" }),
      (error) => error,
    );
    expect(code).toBe(32);
    expect(`${stdout}${stderr}`).toContain(
      "The policy pack needs Pulumi's package for policies. Install it: npm install --save-dev @pulumi/policy",
    );
    expect(`${stdout}${stderr}`).not.toContain("    at ");
  }, 60_000);
});
