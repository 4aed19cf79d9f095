// The words for what an update changes, and for a value that the service stores in a form of its own.

import {
  choosesHandler,
  isBlank,
  isExtraField,
  isGiven,
  masked,
  own,
  type Resource,
  SECRET,
  toCamel,
  UNKNOWN,
  withHandlersInForce,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { NotedUpdate } from "../client/dry-run.ts";
import { isEqual } from "../fields/inward.ts";
import { shownDifference } from "./unnamed.ts";

const LONGEST_LINE = 160;

/** Describes the changes field by field, on one line if they fit. */
export function announcedChanges(
  resource: Resource,
  updates: readonly NotedUpdate[],
  secrets: readonly string[],
): string {
  const changes = updates.flatMap(({ found, body }) => changeLines(resource, { found, body, secrets }));
  const sent = updates
    .flatMap(({ body }) => Object.keys(body))
    .filter((wire) => own(resource.fields, wire)?.secret)
    .map((wire) => `sends the program's ${toCamel(wire)}`);
  if (changes.length === 0 && sent.length === 0) return " as it is: nothing changes";
  const parts = [...changes, ...sent, ...(changes.length === 0 ? ["nothing else changes"] : [])];
  const line = parts.join("; ");
  return line.length <= LONGEST_LINE ? `: ${line}` : `:\n  ${parts.join("\n  ")}`;
}

interface Changing {
  readonly found: Live;
  readonly body: Live;
  readonly secrets: readonly string[];
}

/** Describes the changes of an update, field by field; empty when nothing changes. */
export function changeLines(resource: Resource, { found, body, secrets }: Changing): string[] {
  const after = withHandlersInForce(resource, { ...found, ...body });
  const changed = Object.keys(body).filter((wire) => !isKept(resource, wire, found[wire], after[wire]));
  return changed.map((field) => {
    const isSecret = secrets.includes(isExtraField(resource, field) ? "extra" : toCamel(field));
    const shown = (value: unknown) =>
      isBlank(value) ? undefined : isSecret ? SECRET : masked({ [field]: value })[field];
    const change = { field, expected: shown(found[field]), actual: shown(after[field]) };
    return shownDifference(resource, change).replaceAll(JSON.stringify(UNKNOWN), "(not known yet)");
  });
}

/** True for a field that the update leaves as it is, and for a secret one, whose value is not shown. */
function isKept(resource: Resource, wire: string, before: unknown, after: unknown): boolean {
  const field = own(resource.fields, wire);
  if (field?.secret) return true;
  if (choosesHandler(resource, wire)) return (after ?? null) === (before ?? null);
  return field !== undefined && isEqual(field, after, before);
}

/** Reports a value that the service stores in a form of its own. Without `form`, the value is secret. */
export function ownFormText(
  resource: Resource,
  label: unknown,
  { name, form }: { name: string; form?: unknown },
): string {
  const object = `the ${resource.title}${isGiven(label) ? ` "${String(label)}"` : ""}`;
  const shown = form === undefined ? "in a form of its own" : `as ${JSON.stringify(form)}`;
  return `The service shows \`${name}\` of ${object} ${shown}. The state records this form of the program's value: it is no drift.`;
}
