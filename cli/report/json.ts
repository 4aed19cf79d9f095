import { SECRET, UNKNOWN } from "../../contract/index.ts";
import type { Report } from "./model.ts";

/** Returns the report for programs, by the schema docs/report.schema.json. */
export function json({ appendix: _, sections, ...report }: Report): string {
  const items = report.groups.flatMap((group) => group.items);
  const counts = Object.keys(sections).map((key) => [key, items.filter(({ section }) => section === key).length]);
  const text = JSON.stringify({ version: 2, ...report, counts: Object.fromEntries(counts) }, marked, 2);
  return `${text.replace(ACTING, escaped)}\n`;
}

/** Masked secrets and values that only the update knows become objects, so that programs can distinguish them from text. */
function marked(_: string, value: unknown): unknown {
  if (value === SECRET) return { secret: true };
  return value === UNKNOWN ? { unknown: true } : value;
}

// Characters and sequences that act on a terminal or a CI runner. As JSON escapes, they read as the same text.
const ACTING = /[\p{Cf}\u007f-\u009f\u2028\u2029]|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
