// Decides the JSON report: the model as it is and what to do, keys in one order. Its schema is docs/drift-report.schema.json.

import {
  type Account,
  type CheckedResource,
  type CheckedStack,
  type DriftReport,
  type PropertyChange,
  type UnmanagedObject,
  VERDICTS,
} from "../model.ts";
import { editText, type Remedy, remedies } from "./remedies.ts";
import { masked } from "./values.ts";

export function jsonReport(report: DriftReport): string {
  const { version, checkedAt, exitCode, counts, stacks, accounts } = masked(report);
  const ordered = {
    version,
    checkedAt,
    exitCode,
    counts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, counts[verdict]])),
    stacks: stacks.map(orderedStack),
    accounts: accounts.map(orderedAccount),
    remedies: remedies({ stacks, accounts }).map(orderedRemedy),
  };
  return `${JSON.stringify(ordered, undefined, 2).replace(ACTING, escaped)}\n`;
}

// What a terminal or a CI runner would obey, if the report is printed: JSON has a form for it that reads as the same text.
const ACTING = /[\p{Cf}\u007f-\u009f\u2028\u2029]|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

// What is undefined is left out when it is written.

function orderedStack({ stack, error, resources }: CheckedStack) {
  return { stack, error, resources: resources.map(orderedResource) };
}

function orderedResource(resource: CheckedResource) {
  const { urn, type, name, id, label, verdict, message, source, changes, ignored, unverifiable } = resource;
  return {
    urn,
    type,
    name,
    id,
    label,
    verdict,
    message,
    source: source && { file: source.file, line: source.line },
    changes: changes.map(orderedChange),
    ignored: ignored.map(orderedChange),
    unverifiable,
  };
}

function orderedChange({ property, expected, actual }: PropertyChange) {
  return { property, expected: sorted(expected), actual: sorted(actual) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

function orderedAccount({ projectId, baseUrl, error, unmanaged }: Account) {
  return { projectId, baseUrl, error, unmanaged: unmanaged.map(orderedObject) };
}

function orderedObject({ type, id, label, handler }: UnmanagedObject) {
  return { type, id, label, handler };
}

function orderedRemedy({ title, commands, edits, notes }: Remedy) {
  return {
    title,
    commands: commands.map(({ line, note }) => ({ line, note })),
    edits: edits.map((edit) => ({ file: edit.source?.file, line: edit.source?.line, text: editText(edit) })),
    notes,
  };
}
