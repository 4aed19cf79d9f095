import { hash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are the same, in a time that tells nothing about either. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
