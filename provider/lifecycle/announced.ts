// Describes what an update changes, and what an answer does not show, in words.

import {
  choosesHandler,
  isBlank,
  isExtraField,
  isGiven,
  masked,
  own,
  type Resource,
  SECRET,
  showChange,
  toCamel,
  UNKNOWN,
  withHandlersInForce,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { NotedUpdate } from "../client/dry-run.ts";
import { isEqual } from "../fields/inward.ts";

const LONGEST_LINE = 160;

/** Describes the changes field by field, on one line if they fit. */
export function announcedChanges(
  resource: Resource,
  updates: readonly NotedUpdate[],
  secrets: readonly string[],
): string {
  const changes = updates.flatMap(({ found, body }) => changesIn(resource, { found, body, secrets }));
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
export function changesIn(resource: Resource, { found, body, secrets }: Changing): string[] {
  const after = withHandlersInForce(resource, { ...found, ...body });
  return Object.keys(body).flatMap((wire) => changeOf(resource, wire, { found, value: after[wire], secrets }));
}

function changeOf(
  resource: Resource,
  wire: string,
  { found, value, secrets }: { found: Live; value: unknown; secrets: readonly string[] },
): string[] {
  const field = own(resource.fields, wire);
  const isKept = choosesHandler(resource, wire)
    ? (value ?? null) === (found[wire] ?? null)
    : field && isEqual(field, value, found[wire]);
  if (field?.secret || isKept) return [];
  const name = isExtraField(resource, wire) ? `extra.${wire}` : toCamel(wire);
  const isSecret = secrets.includes(name.split(".", 1)[0] ?? name);
  const shown = (each: unknown) => (isBlank(each) ? undefined : isSecret ? SECRET : masked({ [wire]: each })[wire]);
  const { property, expected, actual } = showChange({
    property: name,
    expected: shown(found[wire]),
    actual: shown(value),
  });
  return [`${property} ${expected} → ${actual.replaceAll(JSON.stringify(UNKNOWN), "(not known yet)")}`];
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
