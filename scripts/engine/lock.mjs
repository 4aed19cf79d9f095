// A lock file for work that must happen once (install, compile, build the engine) and whose holder may be killed.
// Plain JavaScript, because setup.mjs runs it under Node 20, before anything is installed.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export async function withLock(path, work, options = {}) {
  const { onWait, pollMs = 200, silentMs = 120_000 } = options;
  mkdirSync(dirname(path), { recursive: true });
  const mine = { pid: process.pid, host: hostname(), nonce: randomUUID() };
  let announced = false;
  while (!create(path, mine)) {
    const owner = readOwner(path);
    if (isDead(path, owner, silentMs)) {
      removeDead(path, owner, mine, silentMs);
    } else {
      if (owner && !announced) onWait?.(owner.pid);
      announced ||= owner !== undefined;
      await sleep(pollMs);
    }
  }

  const heartbeat = setInterval(() => touch(path), silentMs / 10);
  heartbeat.unref();
  const release = () => {
    if (readOwner(path)?.nonce === mine.nonce) rmSync(path, { force: true });
  };
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.removeListener("exit", release);
    release();
  }
}

/**
 * Removes the lock of a dead process. Only one waiter may do that: the one that creates the file `removal`. It checks again that the
 * lock still names the dead process; otherwise a slow second waiter would remove the lock of a living owner.
 */
function removeDead(path, dead, mine, silentMs) {
  const removal = `${path}.removal-of-${dead?.nonce ?? "unknown"}`;
  if (create(removal, mine)) {
    if (readOwner(path)?.nonce === dead?.nonce) rmSync(path, { force: true });
    rmSync(removal, { force: true });
  } else if (isDead(removal, readOwner(removal), silentMs)) {
    rmSync(removal, { force: true });
  }
}

/** A lock file without an owner is still being written, or its writer was killed: then its age decides. */
function isDead(path, owner, silentMs) {
  if (owner?.host === hostname() && !isRunning(owner.pid)) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > silentMs;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Returns false when the file exists already. */
function create(path, owner) {
  try {
    writeFileSync(path, JSON.stringify(owner), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // A user removed the lock. The work continues without its protection.
  }
}
