// Decides which of several processes may do a piece of work that must happen once (install, compile, build the engine).
// Plain JavaScript, because setup.mjs runs it under Node 20, before anything is installed.
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export async function withLock(path, work, options = {}) {
  const { onWait, pollMs = 200, silentMs = 120_000 } = options;
  mkdirSync(dirname(path), { recursive: true });
  const mine = { pid: process.pid, host: hostname(), nonce: randomUUID() };
  const draft = `${path}.${mine.nonce}`;
  writeFileSync(draft, JSON.stringify(mine));
  let announced = false;
  try {
    // A hard link appears with its content or not at all, so no one ever reads a lock without an owner.
    while (!(link(draft, path) || inherit(path, draft, silentMs))) {
      if (!announced) {
        const owner = readOwner(path);
        if (owner) onWait?.(owner.pid);
        announced = owner !== undefined;
      }
      await sleep(pollMs);
    }
  } finally {
    rmSync(draft, { force: true });
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
 * Takes the lock of a dead process over. Of all that notice the death only one can create the heir file, and it replaces the
 * lock only while that still names the dead process: without this a slow second heir would throw a living owner out.
 */
function inherit(path, draft, silentMs) {
  const dead = readOwner(path);
  if (!dead || !isDead(path, dead, silentMs)) return false;
  const heir = `${path}.heir-of-${dead.nonce}`;
  if (!link(draft, heir)) {
    const other = readOwner(heir);
    if (other && isDead(heir, other, silentMs)) rmSync(heir, { force: true });
    return false;
  }
  try {
    if (readOwner(path)?.nonce !== dead.nonce) return false;
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(heir, { force: true });
  }
}

function isDead(path, owner, silentMs) {
  if (owner.host === hostname() && !isRunning(owner.pid)) return true;
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

function link(from, to) {
  try {
    linkSync(from, to);
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
    // The lock was removed by hand: the work goes on, only without its protection.
  }
}
