// The names of a run's objects, by which a later run recognises them.

import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";

/** The beginning of every name. A user's object may begin like this too; only the checksum at the end proves a run's. */
export const PREFIX = "live-test-";

/** Milliseconds. A run of another machine that began earlier has ended: it takes at most five minutes, or was killed. */
const LONGEST_RUN = 15 * 60_000;

/**
 * Returns `live-test-<start>-<machine>-<process>-<random>-<checksum>`. The checksum covers the other parts and the project's id.
 *
 * @param now - Milliseconds since 1970.
 * @param pid - The id of the suite's process.
 */
export function stampedName(projectId: string, now: number, pid = process.pid): string {
  const random = randomBytes(4).toString("hex");
  const parts = [Math.floor(now / 1_000).toString(36), MACHINE, pid.toString(36), random].join("-");
  return `${PREFIX}${parts}-${checksum(projectId, parts)}`;
}

export type Origin =
  /** Another program or person made it: the name only begins like a run's. */
  | "foreign"
  /** A run made it and may still run. */
  | "running"
  /** A run made it and was killed. */
  | "ended";

/** Returns the origin of the object with this name. Ignores case, because a run creates names in both cases. */
export function originOf(name: string, projectId: string, now: number): Origin {
  const [, parts, sum] =
    /^live-test-([\da-z]+-[\da-f]{6}-[\da-z]+-[\da-f]{8})-([\da-f]{10})$/.exec(name.toLowerCase()) ?? [];
  if (parts === undefined || sum !== checksum(projectId, parts)) return "foreign";
  const [start = "", machine, process] = parts.split("-");
  if (now - Number.parseInt(start, 36) * 1_000 > LONGEST_RUN) return "ended";
  if (machine !== MACHINE) return "running";
  return isAlive(Number.parseInt(process ?? "", 36)) ? "running" : "ended";
}

const MACHINE = digest(hostname()).slice(0, 6);

function checksum(projectId: string, parts: string): string {
  return digest(`pulumi-signalwire tests/live ${projectId.toLowerCase()} ${parts}`).slice(0, 10);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function isAlive(pid: number): boolean {
  // This process searches before it creates anything. In a container, a killed run often had the same process id.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
