// Recognises the text that the engine sends in a preview for a value that only an `up` will supply.

import { UNKNOWN } from "../../contract/index.ts";

export { UNKNOWN };

/** True for an unknown value, and for a list or object that holds one. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isUnknown);
}
