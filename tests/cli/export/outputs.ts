// Outputs of resources in the arguments of others, as a program writes them.

/** A text with outputs in it. */
export class Interpolated {
  readonly parts: readonly unknown[];

  constructor(parts: readonly unknown[]) {
    this.parts = parts;
  }
}

/** Replaces outputs in an argument by their values. */
export function resolve(value: unknown, outputs: ReadonlyMap<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (outputs.has(value)) return outputs.get(value);
  if (value instanceof Interpolated) return value.parts.map((part) => resolve(part, outputs)).join("");
  if (Array.isArray(value)) return value.map((each) => resolve(each, outputs));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, outputs)]));
}

/** True when an argument contains one of these outputs. */
export function refersTo(value: unknown, outputs: ReadonlySet<object>): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members = value instanceof Interpolated ? value.parts : Object.values(value);
  return outputs.has(value) || members.some((each) => refersTo(each, outputs));
}
