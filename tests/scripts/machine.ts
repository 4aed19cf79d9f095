// A machine for scripts under test: a PATH with few tools, and a cache of its own.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { findOnPath } from "../../scripts/engine/process.ts";

export type Ended = { code: number | null; stdout: string; stderr: string };

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scripts-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes executable shell scripts to a new folder. */
export function commands(scripts: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, body] of Object.entries(scripts)) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
  }
  return folder;
}

/** Returns a folder with every system's usual tools, but without pulumi, go and node. */
export function plainTools(): string {
  const folder = temporaryFolder();
  for (const name of ["sh", "cat", "chmod", "mkdir", "sleep"]) {
    const [tool] = findOnPath(name, process.env);
    if (tool) symlinkSync(tool, join(folder, name));
  }
  return folder;
}

export function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  options: { cwd?: string; uid?: number } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = { stdout: "", stderr: "" };
    child.stdout.on("data", (text) => (ended.stdout += text));
    child.stderr.on("data", (text) => (ended.stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...ended, code }));
  });
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
