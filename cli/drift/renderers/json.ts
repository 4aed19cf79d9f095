import type { Findings } from "../findings.ts";
import { editText, type Remedy } from "../remedies.ts";
import { SECRET } from "../text.ts";

/** Returns the report and its remedies, by the schema docs/drift-report.schema.json. */
export function jsonReport({ report, remedies }: Findings): string {
  const stacks = report.stacks.map(({ objects: _, policies: __, ...stack }) => stack);
  const text = JSON.stringify({ ...report, stacks, remedies: remedies.map(written) }, marked, 2);
  return `${text.replace(ACTING, escaped)}\n`;
}

/** Masked secrets become objects, so that programs can distinguish them from text. */
function marked(_: string, value: unknown): unknown {
  return value === SECRET ? { secret: true } : value;
}

function written({ title, commands, edits, notes }: Remedy) {
  return { title, commands, edits: edits.map((edit) => ({ ...edit.source, text: editText(edit) })), notes };
}

// Characters and sequences that act on a terminal or a CI runner. As JSON escapes, they read as the same text.
const ACTING = /[\p{Cf}\u007f-\u009f\u2028\u2029]|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
