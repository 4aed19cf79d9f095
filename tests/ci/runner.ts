// A runner for the action's scripts as written, with a fake `gh` and a fake of this package's command.

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Hub } from "../engine/ci/gh.ts";
import { type Result, runAction } from "../engine/ci/workflow.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const TITLE = "SignalWire differs from its Pulumi stacks";
export const ACTION = "./node_modules/pulumi-signalwire";

export let folder: string;
export let workspace: string;
export const tool = (name: string) => join(folder, "tools", name);
const hubFile = () => join(folder, "hub.json");
export const hub = (): Hub => JSON.parse(readFileSync(hubFile(), "utf8"));
export const writeHub = (hub: Hub) => writeFileSync(hubFile(), JSON.stringify(hub));
/** Returns the open issues of this title. */
export const ours = (title = TITLE) => hub().issues.filter((issue) => issue.title === title && issue.state === "open");

/** Declares the hooks of a file that uses the runner. Each test begins with an empty hub. */
export function useRunner(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "signalwire-action-"));
    workspace = join(folder, "repository");
    for (const name of ["tools", "repository/node_modules/pulumi-signalwire", "repository/office"])
      mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(root, "action.yml"), join(workspace, ACTION, "action.yml"));
    // A runner with only the tools that the scripts need.
    for (const name of ["bash", "sh", "mktemp", "rm"])
      symlinkSync(execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim(), tool(name));
    symlinkSync(process.execPath, tool("node"));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeEach(() => {
    writeHub({ labels: [], issues: [], comments: [] });
    writeFileSync(tool("gh"), `#!/bin/sh\nexec node "${join(root, "tests/engine/ci/gh.ts")}" "$@"\n`);
    chmodSync(tool("gh"), 0o755);
    rmSync(tool("pulumi"), { force: true });
  });
}

/** Installs a fake of the package's command: a program with these lines, which can write the reports' files. */
export function standIn(lines: string): void {
  const file = `import { writeFileSync } from "node:fs";
const [json, markdown] = ["--report=json=", "--report=markdown="].map((option) => process.argv.find((each) => each.startsWith(option))?.slice(option.length));
${lines}\n`;
  writeFileSync(join(workspace, ACTION, "check.mjs"), file);
  installCommand("check.mjs");
}

/** Installs this file as the package's command. */
export function installCommand(path: string): void {
  const manifest = { name: "pulumi-signalwire", bin: { "pulumi-signalwire": path } };
  writeFileSync(join(workspace, ACTION, "package.json"), JSON.stringify(manifest));
}

/** Installs a command that writes these reports. */
export function standInReport(json: string, { code = 0, markdown = "The findings.\n" } = {}): void {
  const [first, second] = [JSON.stringify(json), JSON.stringify(markdown)];
  standIn(`writeFileSync(json, ${first}); writeFileSync(markdown, ${second}); process.exitCode = ${code};`);
}

export function run(inputs: { [name: string]: string } = {}, github: object = {}, more: object = {}): Promise<Result> {
  const env = { PATH: join(folder, "tools"), HOME: folder, TMPDIR: folder, GH_STATE: hubFile(), ...more };
  return runAction({ workspace, env }, ACTION, { issue: TITLE, ...inputs }, {}, github);
}
