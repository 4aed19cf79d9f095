// Decides what an update and a removal send: changed values, and the unset form of removed arguments. Describes such changes for
// a preview.

import {
  argumentFields,
  type Body,
  choosesHandler,
  equivalent,
  type Field,
  isExtraField,
  isGiven,
  masked,
  own,
  type Resource,
  SECRET,
  showChange,
  toCamel,
  UNKNOWN,
  unsetForm,
  withHandlersInForce,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { NotedUpdate } from "../client/dry-run.ts";
import { compare } from "./compare.ts";
import { flat, isSetOtherwise, type Settable, settable, valueByEitherName } from "./settable.ts";
import { isShadowed, type Props, triedIn } from "./state.ts";

/** Returns the body of a partial update from the stored outputs to the new inputs; empty when no request is needed. */
export function changesOf(resource: Resource, olds: Props, news: Props): Body {
  const body: { [field: string]: unknown } = {};
  const [before, after] = [flat(olds), flat(news)];
  const tried = triedIn(olds);
  for (const each of settable(resource, [
    ...Object.keys(before),
    ...Object.keys(after),
    ...membersOf(resource, tried),
  ])) {
    const { name, wire, field } = each;
    // The service stores one value for two names. Sending only the name without precedence would overwrite the other.
    if (isShadowed(resource, wire, news)) continue;
    if (isGiven(after[name])) {
      const previous = valueByEitherName(each, before);
      const isKept = !tried.includes(wire) && isGiven(previous) && !isShadowed(resource, wire, olds);
      if (!isKept || !equivalent(field.type, previous, after[name])) body[wire] = after[name];
    } else if (isTakenAway(each, before, after, tried) && !field.required) {
      body[wire] = unsetForm(field);
    }
  }
  return body;
}

/** Adds the fields that each update repeats; an empty body stays empty. */
export function withRepeated(resource: Resource, body: Body, news: Props): Body {
  if (Object.keys(body).length === 0) return body;
  const repeated = (resource.operations.update?.repeats ?? []).map((wire) => {
    const field = own(resource.fields, wire);
    return [wire, news[toCamel(wire)] ?? (field && unsetForm(field))] as const;
  });
  return { ...Object.fromEntries(repeated), ...body };
}

/** Returns the settings that this update resets to their defaults. */
export function unsetBy(resource: Resource, olds: Props, news: Props): Settable[] {
  const [before, after] = [flat(olds), flat(news)];
  const tried = triedIn(olds);
  return settable(resource, [...Object.keys(before), ...membersOf(resource, tried)]).filter((each) =>
    isTakenAway(each, before, after, tried),
  );
}

/** True when the value was set before, or an earlier write may have set it, and it is no longer set under any name. */
function isTakenAway(each: Settable, before: Props, after: Props, tried: readonly string[]): boolean {
  const { name, wire, field } = each;
  const mayBeSet = isGiven(before[name]) || tried.includes(wire);
  return mayBeSet && !isGiven(after[name]) && !field.noDefault && !isSetOtherwise(each, after);
}

/** Returns the names of those fields that only `extra` sets. */
function membersOf(resource: Resource, wires: readonly string[]): string[] {
  const named = new Set(argumentFields(resource).values());
  return wires.filter((wire) => !named.has(wire)).map((wire) => `extra.${wire}`);
}

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
  readonly body: Body;
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
    : field && isSameValue(field, value, found[wire]);
  if (field?.secret || isKept) return [];
  const name = isExtraField(resource, wire) ? `extra.${wire}` : toCamel(wire);
  const isSecret = secrets.includes(name.split(".", 1)[0] ?? name);
  const shown = (each: unknown) => (isEmpty(each) ? undefined : isSecret ? SECRET : masked({ [wire]: each })[wire]);
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

/** True for a value that unsets a field. */
export function isEmpty(value: unknown): boolean {
  return !isGiven(value) || value === "" || (Array.isArray(value) && value.length === 0);
}
