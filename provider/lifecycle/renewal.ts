// Decides when a client token is due. `check` computes the time as an input: a preview shows it, and a refresh, which never
// checks, reports no change however late it is (docs/decisions/0016).

import { isUnknown, UNKNOWN } from "../../contract/index.ts";
import type { Props } from "./state.ts";

const MINUTE = 60_000;

/** The program's settings of a token's life; each may be unknown in a preview. */
export interface Lifetime {
  /** Minutes. */
  readonly expiresIn: unknown;
  /** Minutes before the end. Default: a third of the lifetime. */
  readonly renewBefore: unknown;
  readonly rotation: unknown;
}

/**
 * Keeps the stored time until it has passed or the token changes; then counts from now. Returns `undefined` for a token that is
 * never renewed.
 */
export function rotateAt(olds: Props, now: Date, lifetime: Lifetime, isSameToken: boolean): unknown {
  const { expiresIn, renewBefore, rotation } = lifetime;
  if (rotation === "never") return undefined;
  if (rotation === "always") return timestamp(now.getTime());
  const stored = typeof olds.rotateAt === "string" ? Date.parse(olds.rotateAt) : Number.NaN;
  if (isSameToken && now.getTime() < stored) return olds.rotateAt;
  if (isUnknown(expiresIn) || isUnknown(renewBefore)) return UNKNOWN;
  const minutes = Number(expiresIn);
  const margin = typeof renewBefore === "number" ? renewBefore : minutes / 3;
  return timestamp(now.getTime() + (minutes - margin) * MINUTE);
}

/** Returns UTC with milliseconds, so that two renewals in one second differ. */
function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
