// The names of a run's objects, by which a later run recognises them.

import { createHash, randomBytes } from "node:crypto";

/** The beginning of every name. A user's object may begin like this too; only the checksum at the end proves a run's. */
export const PREFIX = "live-test-";

/** Milliseconds. A run that began earlier has ended: it takes at most five minutes, or was killed. */
const LONGEST_RUN = 15 * 60_000;

/**
 * Returns `live-test-<start>-<random>-<checksum>`. The checksum covers the other parts and the project's id.
 *
 * @param now - Milliseconds since 1970.
 */
export function stampedName(projectId: string, now: number): string {
  const parts = `${Math.floor(now / 1_000).toString(36)}-${randomBytes(4).toString("hex")}`;
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
  const [, parts, sum] = /^live-test-([\da-z]+-[\da-f]{8})-([\da-f]{10})$/.exec(name.toLowerCase()) ?? [];
  if (parts === undefined || sum !== checksum(projectId, parts)) return "foreign";
  const [start = ""] = parts.split("-");
  return now - Number.parseInt(start, 36) * 1_000 > LONGEST_RUN ? "ended" : "running";
}

function checksum(projectId: string, parts: string): string {
  const text = `pulumi-signalwire tests/live ${projectId.toLowerCase()} ${parts}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
