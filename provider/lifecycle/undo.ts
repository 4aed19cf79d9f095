// Rule 4, undone: for each field that the provider writes on an adopted object, the state keeps the value from before its first
// write. `onDestroy: "restore"` returns to these values. Other changes since the adoption are printed and left.

import {
  type Body,
  FOUND,
  isGiven,
  type Props,
  type Resource,
  TRIED,
  unsetForm,
  WRITTEN,
} from "../../contract/index.ts";
import { effective, fieldOf, type Live } from "../client/answers.ts";
import { isEqual } from "../fields/inward.ts";
import { flat, membersOf, settable } from "../fields/outward.ts";
import {
  differences,
  foundIn,
  nonDefaultSettings,
  shownDifference,
  unwrittenOf,
  valueName,
  writtenIn,
} from "./unnamed.ts";

/** True for the outputs of an object that a program adopted. An object that is only looked up has no record. */
export function isAdopted(olds: Props): boolean {
  return isGiven(olds[FOUND]);
}

/** Returns the undo record of an object before the first write. */
export function adoptionOf(resource: Resource, found: Live): Props {
  return { [FOUND]: nonDefaultSettings(resource, found) };
}

export function undoRecordIn(olds: Props): Props {
  return { [FOUND]: olds[FOUND], [WRITTEN]: olds[WRITTEN], [TRIED]: olds[TRIED] };
}

/**
 * Returns the record with this write. `before` is the object as it was before, which a first write needs. A field that shows the
 * sent value already keeps its value from the adoption: an earlier `up` may have been killed between its write and its record.
 */
export function withWrite(resource: Resource, olds: Props, body: Body, before: Live): Props {
  const written = writtenIn(olds);
  const shown = nonDefaultSettings(resource, before);
  const found = new Map(Object.entries(foundIn(olds)));
  for (const [wire, value] of Object.entries(body)) {
    const name = valueName(resource, wire);
    const current = effective(resource, name, shown);
    if (written.includes(name) || isEqual(fieldOf(resource, name), current, value)) continue;
    if (isGiven(current)) found.set(name, current);
    else found.delete(name);
  }
  const names = new Set([...written, ...Object.keys(body).map((wire) => valueName(resource, wire))]);
  return { [FOUND]: Object.fromEntries(found), [WRITTEN]: names.size > 0 ? [...names].sort() : undefined };
}

/**
 * Returns the object with the values from the adoption in the fields that no recorded write changed: an `up` that was killed before
 * its record may have reset them.
 */
export function asAdopted(resource: Resource, olds: Props, live: Live): Live {
  return { ...live, ...unwrittenOf(resource, olds, foundIn(olds)) };
}

/** Returns the body that the removal of an adopted object sends, as `onDestroy` says; empty when the settings remain. */
export function removalBody(resource: Resource, olds: Props): Body {
  if (olds.onDestroy === "restore") return restoringBody(resource, olds);
  return olds.onDestroy === "clear" ? clearingBody(resource, olds) : {};
}

function restoringBody(resource: Resource, olds: Props): Body {
  const found = foundIn(olds);
  const before = (wire: string) => effective(resource, wire, found) ?? unsetForm(fieldOf(resource, wire));
  return Object.fromEntries(writtenIn(olds).map((wire) => [wire, before(wire)]));
}

/** A request of its own sets some fields. These are unset only if the provider has written them. */
function clearingBody(resource: Resource, olds: Props): Body {
  const [given, written] = [flat(olds), writtenIn(olds)];
  const fields = settable(resource, [...Object.keys(given), ...membersOf(resource, written)])
    .filter(({ name, wire, field }) => !field.assigned || isGiven(given[name]) || written.includes(wire))
    .map(({ wire, field }) => [wire, unsetForm(field)] as const);
  return Object.fromEntries(fields);
}

/** Returns a line for each setting that differs from the adoption and that the provider has not written. Masks secrets. */
export function changedByOthers(resource: Resource, olds: Props, live: Live): string[] {
  const before = unwrittenOf(resource, olds, foundIn(olds));
  const now = unwrittenOf(resource, olds, nonDefaultSettings(resource, live));
  const changes = differences(resource, before, now);
  return changes.map((each) => shownDifference(resource, each));
}
