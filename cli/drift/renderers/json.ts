import type { Findings } from "../findings.ts";
import { editText, type Remedy } from "../remedies.ts";
import { SECRET } from "../text.ts";

/** The report and what to do about it, by the schema docs/drift-report.schema.json. */
export function jsonReport({ report, remedies }: Findings): string {
  const stacks = report.stacks.map(({ objects: _, policies: __, ...stack }) => stack);
  const text = JSON.stringify({ ...report, stacks, remedies: remedies.map(written) }, marked, 2);
  return `${text.replace(ACTING, escaped)}\n`;
}

/** A secret is no text: whoever reads the data need not guess. */
function marked(_: string, value: unknown): unknown {
  return value === SECRET ? { secret: true } : value;
}

function written({ title, commands, edits, notes }: Remedy) {
  return { title, commands, edits: edits.map((edit) => ({ ...edit.source, text: editText(edit) })), notes };
}

// What a terminal or a CI runner would obey, if the report is printed: JSON has a form for it that reads as the same text.
const ACTING = /[\p{Cf}\u007f-\u009f\u2028\u2029]|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
