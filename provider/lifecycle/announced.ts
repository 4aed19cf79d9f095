// Describes in a preview what an adoption changes at the service, without secrets.

import {
  argumentName,
  type Field,
  isExtraField,
  isGiven,
  masked,
  own,
  type Resource,
  SECRET,
  showChange,
  UNKNOWN,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { NotedUpdate } from "../client/dry-run.ts";
import { compare } from "./compare.ts";

const LONGEST_LINE = 160;

/** Describes the changes field by field, on one line if they fit. */
export function announcedChanges(
  resource: Resource,
  updates: readonly NotedUpdate[],
  secrets: readonly string[],
): string {
  const bodies = updates.flatMap(({ found, body }) => Object.entries(body).map((entry) => ({ found, entry })));
  const changes = bodies.flatMap(({ found, entry: [wire, value] }) =>
    changeOf(resource, wire, { found, value, secrets }),
  );
  const sent = bodies
    .filter(({ entry: [wire] }) => own(resource.fields, wire)?.secret)
    .map(({ entry: [wire] }) => `sends the program's ${argumentName(resource, wire)}`);
  if (changes.length === 0 && sent.length === 0) return " as it is: nothing changes";
  const parts = [...changes, ...sent, ...(changes.length === 0 ? ["nothing else changes"] : [])];
  const line = parts.join("; ");
  return line.length <= LONGEST_LINE ? `: ${line}` : `:\n  ${parts.join("\n  ")}`;
}

/** Describes the change of one field; empty when nothing changes. */
export function changeOf(
  resource: Resource,
  wire: string,
  { found, value, secrets }: { found: Live; value: unknown; secrets: readonly string[] },
): string[] {
  const field = own(resource.fields, wire);
  if (field?.secret || (field && isSameValue(field, value, found[wire]))) return [];
  const name = isExtraField(resource, wire) ? `extra.${wire}` : argumentName(resource, wire);
  const isSecret = secrets.includes(name.split(".", 1)[0] ?? name);
  const shown = (each: unknown) => (isEmpty(each) ? undefined : isSecret ? SECRET : masked(each));
  const { property, expected, actual } = showChange({
    property: name,
    expected: shown(found[wire]),
    actual: shown(value),
  });
  return [`${property} ${expected} → ${actual.replaceAll(JSON.stringify(UNKNOWN), "(not known yet)")}`];
}

/** Inherited values do not count: a program that sends a default wants that value, not the profile's. */
function isSameValue(field: Field, a: unknown, b: unknown): boolean {
  return ["same", "default"].includes(compare(field, a, b));
}

function isEmpty(value: unknown): boolean {
  return !isGiven(value) || value === "" || (Array.isArray(value) && value.length === 0);
}
