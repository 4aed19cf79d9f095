// The local socket on which a run's provider processes speak: its path, which only this user can open, and its messages, one JSON
// text a line.

import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { parsedJson } from "../../contract/index.ts";

/**
 * Returns the path for the run with this engine's address. Creates its folder, which only this user can open: what another user
 * serves would be no answer.
 *
 * @throws Error when there is no such folder.
 */
export function socketPath(engine: string): string {
  const user = process.platform === "win32" ? userInfo().username : String(process.getuid?.());
  const name = createHash("sha256").update(`${engine} ${user} ${network()}`).digest("hex").slice(0, 24);
  if (process.platform === "win32") return `\\\\.\\pipe\\signalwire-${name}`;
  const path = join(tmpdir(), `signalwire-${user}`, name);
  const folder = join(Buffer.byteLength(path) > LONGEST_PATH ? "/tmp" : tmpdir(), `signalwire-${user}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(
      `${folder} is not a folder that only this user can open: remove it, or set TMPDIR to a folder of this user`,
    );
  return join(folder, name);
}

/** Returns the inode of a socket's file; undefined when there is none, and for the pipes of Windows. */
export function inodeOf(path: string): number | undefined {
  return process.platform === "win32" ? undefined : lstatSync(path, { throwIfNoEntry: false })?.ino;
}

/**
 * Removes the files of earlier runs: the engine kills its providers, so each run leaves one. A run that takes longer than a day
 * serves under a new file.
 */
export function removeOld(path: string): void {
  if (process.platform === "win32") return;
  for (const name of readdirSync(dirname(path))) {
    const each = join(dirname(path), name);
    const found = lstatSync(each, { throwIfNoEntry: false });
    if (found?.isSocket() && Date.now() - found.mtimeMs > A_DAY) rmSync(each, { force: true });
  }
}

/**
 * Calls `receive` with each message. Closes the connection at a line that is no JSON or has no end, and when `receive` returns
 * false for a wrong message.
 */
export function onMessages(socket: Socket, receive: (message: unknown) => boolean): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const isRead = rest.length <= LONGEST_LINE && lines.every((line) => !socket.destroyed && receive(parsedJson(line)));
    if (!isRead) socket.destroy();
  });
}

/** Milliseconds. */
const A_DAY = 24 * 60 * 60 * 1_000;

/** The longest path of a socket in bytes, by the smallest limit of all systems: that of macOS. */
const LONGEST_PATH = 103;

/** Characters: more than any message, which holds the names of one resource. */
const LONGEST_LINE = 1024 ** 2;

/** Names the network that the engine's address belongs to: containers that share a folder may have the same address. */
function network(): string {
  try {
    return readlinkSync("/proc/self/ns/net") + readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
  } catch {
    return hostname(); // Only Linux has these files.
  }
}
