// Temporary folders that may hold secrets in clear. This process removes its own folders at its end, also at an end by a signal.
// The next process removes those of a process that was killed.

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

export const ENDING_SIGNALS: readonly NodeJS.Signals[] = [
  ...(["SIGINT", "SIGTERM", "SIGHUP"] as const),
  ...(process.platform === "win32" ? (["SIGBREAK"] as const) : []),
];

const folders = new Set<string>();

/** Thrown when no folder can be made where the system has temporary ones. */
export class NoTemporaryFolder extends Error {
  constructor(parent: string, { message }: Error) {
    const variable = process.platform === "win32" ? "TEMP" : "TMPDIR";
    super(
      `No temporary folder can be made in ${parent} (${message.split(",", 1)[0]}): set ${variable} to a folder in which this user can write.`,
    );
    this.name = "NoTemporaryFolder";
  }
}

/**
 * Makes a folder that only this user can open. `prefix` names its purpose.
 *
 * @param parent Default: the system's folder, which a variable names.
 * @throws NoTemporaryFolder when the system's folder does not exist, or this user cannot write in it.
 */
export function makeTemporary(prefix: string, parent = tmpdir()): string {
  const own = `${prefix}${machine()}-`;
  const folder = made(parent, own);
  if (folders.size === 0) watch();
  folders.add(folder);
  return folder;
}

function made(parent: string, own: string): string {
  try {
    removeLeft(parent, own);
    return mkdtempSync(join(parent, `${own}${process.pid}-`));
  } catch (error) {
    throw parent === tmpdir() ? new NoTemporaryFolder(parent, error as Error) : error;
  }
}

export function removeTemporary(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
  if (folders.size === 0) unwatch();
}

/** Removes the folders of processes that have ended. */
function removeLeft(parent: string, own: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = name.startsWith(own) ? (/^(\d+)-/.exec(name.slice(own.length)) ?? []) : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, who removes it.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Returns a name for what shares process ids: containers that share a temporary folder do not. */
function machine(): string {
  return createHash("sha256").update(`${hostname()} ${processIds()}`).digest("hex").slice(0, 8);
}

function processIds(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // Only Linux has namespaces.
  }
}

function watch(): void {
  process.on("exit", removeAll);
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
}

function unwatch(): void {
  process.off("exit", removeAll);
  for (const signal of ENDING_SIGNALS) process.off(signal, end);
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** Ends the process by the signal, unless the program handles it: then the folders are removed at the exit. */
function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  unwatch();
  process.kill(process.pid, signal);
}
