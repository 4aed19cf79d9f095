// Decides when a client token is due. The moment is an input that `check` works out, so a preview shows it and a refresh,
// which never checks, stays quiet however late it is (docs/decisions/0016).

import type { Props } from "./state.ts";
import { isUnknown, UNKNOWN } from "./unknowns.ts";

const MINUTE = 60_000;

/** What a program says of a token's life; any of it may be unknown in a preview. */
export interface Lifetime {
  /** Minutes. */
  readonly expiresIn: unknown;
  /** Minutes before the end; a third of the lifetime when not given. */
  readonly renewBefore: unknown;
  readonly rotation: unknown;
}

/**
 * Keeps the stored moment until it has passed or the token is to be another one; then counts anew from now.
 * `undefined` for a token that is never renewed.
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

/** UTC with milliseconds, so that two renewals within one second differ. */
function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
