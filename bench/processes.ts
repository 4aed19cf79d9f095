// Removes everything that a benchmark started or wrote when it ends, also after Ctrl-C.

import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

export interface Server {
  readonly url: string;
  readonly projectId: string;
  readonly apiToken: string;
  stop(): Promise<void>;
}

export const root = fileURLToPath(new URL("..", import.meta.url));
export const commandLine = join(root, "dist/cli/main.js");

const cleanups = new Set<() => void>();
process.once("exit", () => {
  // The last one first: a process must end before its folder is removed.
  for (const end of [...cleanups].reverse()) end();
});
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-bench-"));
  cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Starts a process in a group of its own, so that its children end with it. */
export function start(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; stdio?: StdioOptions } = {},
): ChildProcess {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], ...options, detached: true });
  const end = () => void stop(child);
  cleanups.add(end);
  child.once("exit", () => cleanups.delete(end));
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid);
  await once(child, "exit");
}

export async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout as Readable)) return line;
  throw new Error(`${child.spawnargs.join(" ")} ended before it was ready.`);
}

export async function startReferenceServer(): Promise<Server> {
  const child = start(process.execPath, [commandLine, "serve", "--json"]);
  return { ...JSON.parse(await firstLine(child)), stop: () => stop(child) };
}
