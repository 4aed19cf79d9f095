// Decides what "not known yet" looks like: in a preview the engine sends this text for a value that an `up` will supply.

/** Pulumi's marker of an unknown value (engine.md §3). */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True for an unknown value, and for a list or object that holds one. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isUnknown);
}
