// The names of what a probe makes, by which a later probe recognises what an earlier one left.

import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** Every name begins so. A person's object may begin so too: only the checksum at the end proves that a probe made it. */
export const PREFIX = "probe-";

/** Milliseconds after which the probe of another machine has ended: it may take five minutes, or was killed. */
const LONGEST_PROBE = 15 * 60_000;

/**
 * `probe-<start>-<machine>-<process>-<random>-<checksum>`. The checksum is made of the other parts and the project's id.
 *
 * @param now - Milliseconds since 1970.
 * @param pid - The process that probes.
 */
export function probeName(projectId: string, now: number, pid = process.pid): string {
  const random = randomBytes(4).toString("hex");
  const parts = [Math.floor(now / 1_000).toString(36), MACHINE, pid.toString(36), random].join("-");
  return `${PREFIX}${parts}-${checksum(projectId, parts)}`;
}

export type Origin =
  /** Not made by a probe: a name that only begins like one. */
  | "foreign"
  /** A probe that may still be at work. */
  | "running"
  /** A probe that was killed. */
  | "ended";

/** Who made the object of this name. Upper and lower case mean the same: a probe tries both. */
export function originOf(name: string, projectId: string, now: number): Origin {
  const [, parts, sum] =
    /^probe-([\da-z]+-[\da-f]{6}-[\da-z]+-[\da-f]{8})-([\da-f]{10})$/.exec(name.toLowerCase()) ?? [];
  if (parts === undefined || sum !== checksum(projectId, parts)) return "foreign";
  const [start = "", machine, process] = parts.split("-");
  if (now - Number.parseInt(start, 36) * 1_000 > LONGEST_PROBE) return "ended";
  if (machine !== MACHINE) return "running";
  return isAlive(Number.parseInt(process ?? "", 36)) ? "running" : "ended";
}

const MACHINE = digest(hostname()).slice(0, 6);

function checksum(projectId: string, parts: string): string {
  return digest(`pulumi-signalwire doctor --probe ${projectId.toLowerCase()} ${parts}`).slice(0, 10);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function isAlive(pid: number): boolean {
  // A process looks for earlier probes before its own: in a container, the killed one often had the same id.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
