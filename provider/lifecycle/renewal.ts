// Decides when a client token is due. The moment is an input that `check` works out, so a preview shows it and a refresh,
// which never checks, stays quiet however late it is (engine.md §4).

import type { Props } from "./state.ts";
import { isUnknown, UNKNOWN } from "./unknowns.ts";

const MINUTE = 60_000;

export interface Lifetime {
  /** Minutes; may be unknown in a preview. */
  readonly expiresIn: unknown;
  /** Minutes before the end; a third of the lifetime when not given. */
  readonly renewBefore: unknown;
}

/** Keeps the stored moment until it has passed or the lifetime changed; then counts anew from now. */
export function rotateAt(olds: Props, now: Date, lifetime: Lifetime, isSameToken: boolean): unknown {
  const { expiresIn, renewBefore } = lifetime;
  const stored = typeof olds.rotateAt === "string" ? Date.parse(olds.rotateAt) : Number.NaN;
  if (isSameToken && now.getTime() < stored) return olds.rotateAt;
  if (isUnknown(expiresIn) || isUnknown(renewBefore)) return UNKNOWN;
  const minutes = Number(expiresIn);
  const margin = typeof renewBefore === "number" ? renewBefore : minutes / 3;
  return new Date(now.getTime() + (minutes - margin) * MINUTE).toISOString().replace(/\.\d{3}Z$/, "Z");
}
