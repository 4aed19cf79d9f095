// Decides what "not known yet" looks like: in a preview the engine sends this text for a value that an `up` will supply.

import { UNKNOWN } from "../../contract/index.ts";

export { UNKNOWN };

/** True for an unknown value, and for a list or object that holds one. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isUnknown);
}
