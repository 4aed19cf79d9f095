// Decides what an update and a removal send: changed values, and the unset form of removed arguments. Describes such changes for
// a preview.

import {
  type Body,
  CLEARED,
  equivalent,
  type Field,
  FOUND,
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
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { NotedUpdate } from "../client/dry-run.ts";
import { compare } from "./compare.ts";
import { flat, isSetOtherwise, ownedExtra, ownsAll, type Settable, settable, valueByEitherName } from "./settable.ts";
import { isShadowed, type Props } from "./state.ts";

/** Returns the body of a partial update from the stored outputs to the new inputs; empty when no request is needed. */
export function changesOf(resource: Resource, olds: Props, news: Props): Body {
  const body: { [field: string]: unknown } = {};
  const [before, after] = [flat(olds), flat(news)];
  for (const each of settable(resource, [...Object.keys(before), ...Object.keys(after)])) {
    const { name, wire, field } = each;
    // The service stores one value for two names. Sending only the name without precedence would overwrite the other.
    if (isShadowed(resource, wire, news)) continue;
    if (isGiven(after[name])) {
      const previous = valueByEitherName(each, before);
      const isKept = isGiven(previous) && !isShadowed(resource, wire, olds);
      if (!isKept || !equivalent(field.type, previous, after[name])) body[wire] = after[name];
    } else if (isTakenAway(each, before, after) && !field.required) {
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

/** Returns the arguments that this update resets to their defaults. */
export function clearedBy(resource: Resource, olds: Props, news: Props): string[] {
  const [before, after] = [flat(olds), flat(news)];
  return settable(resource, Object.keys(before))
    .filter((each) => isTakenAway(each, before, after))
    .map(({ name }) => name);
}

export function unsetBody(resource: Resource, names: readonly string[]): Body {
  const fields = settable(resource, names).filter(({ name }) => names.includes(name));
  return Object.fromEntries(fields.map(({ wire, field }) => [wire, unsetForm(field)]));
}

/** Returns the body that the removal of an adopted object sends, as `onDestroy` says; empty when the settings remain. */
export function removalBody(resource: Resource, olds: Props): Body {
  const recorded = flat(olds);
  const before = (olds[FOUND] ?? {}) as Live;
  const restorable = ownedExtra(resource, olds).filter((name) => isGiven(before[name.replace(/^extra\./, "")]));
  const all = settable(resource, [...Object.keys(recorded), ...clearedOf(olds), ...restorable]);
  const isNamed = ({ name }: Settable) => isGiven(recorded[name]) || clearedOf(olds).includes(name);
  const clearable = all.filter((each) => !each.field.assigned || isNamed(each)).map(({ name }) => name);
  if (olds.onDestroy === "clear") return unsetBody(resource, clearable);
  if (olds.onDestroy !== "restore") return {};
  const isOwned = ownsAll(resource, olds);
  const managed = all
    .filter((each) => {
      const { wire, field } = each;
      if (isNamed(each)) return true;
      return isOwned && !field.assigned && (isGiven(before[wire]) || !field.aliasOf);
    })
    .map(({ name }) => name);
  const unset = Object.entries(unsetBody(resource, managed));
  const winners = unset.map(([wire]) => own(resource.fields, wire)?.aliasOf).filter((wire) => wire !== undefined);
  // A managed alias represents the value, which may have been set under its other name before the adoption.
  const restored = [...unset, ...winners.map((wire) => [wire, null] as const)].map(
    ([wire, form]) => [wire, before[wire] ?? form] as const,
  );
  return Object.fromEntries(restored);
}

/** Returns the arguments that were set once and then removed: they stay managed. */
export function clearedOf(olds: Props): readonly string[] {
  return (olds[CLEARED] as readonly string[] | undefined) ?? [];
}

/** True when the value was set before and is no longer set under any name. */
function isTakenAway(each: Settable, before: Props, after: Props): boolean {
  const { name, field } = each;
  return isGiven(before[name]) && !isGiven(after[name]) && !field.noDefault && !isSetOtherwise(each, after);
}

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
    .map(({ entry: [wire] }) => `sends the program's ${toCamel(wire)}`);
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
