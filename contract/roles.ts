// The role of a handler's field. The inspector's page reads this file too, so it imports nothing.

/** Fields that belong to a target but are not targets. */
const SECONDARY = /(?:^|_)(method|fallback_url|status_callback(?:_url)?|version)$/;

/** Returns the role of a field that a handler reads: target, fallback, status callback, or a detail of one of them. */
export function roleOf(field: string): "target" | "fallback" | "status" | "method" | "version" {
  const [, secondary] = SECONDARY.exec(field) ?? [];
  if (secondary === undefined) return "target";
  if (secondary === "method" || secondary === "version") return secondary;
  return secondary === "fallback_url" ? "fallback" : "status";
}
