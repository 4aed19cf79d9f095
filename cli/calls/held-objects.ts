// The objects in the form that a reference server stores. Examples replace unknown or secret values.

import {
  type Body,
  type Field,
  isBlank,
  isExtraField,
  isGiven,
  isSingle,
  own,
  type Resource,
  resources,
  SECRET,
  UNKNOWN,
} from "../../contract/index.ts";
import { isHidden } from "../../server/calls/document.ts";
import type { ObjectRow } from "../../server/store/store.ts";
import { addressShownAs, NOT_KNOWN, shownValue, standInFor } from "./hidden-values.ts";
import { type KnownObject, settableFields } from "./objects.ts";

/** Returns the rows of the objects without their scripts, which the trial holds itself. An id may have any form. */
export function heldObjects(objects: readonly KnownObject[], project: string): ObjectRow[] {
  return objects.flatMap((object) => {
    const resource: Resource = resources[object.type];
    if (resource.hosted || !resource.operations.read || !isThere(object, resource)) return [];
    const id = isSingle(resource) ? project : object.id.toLowerCase();
    return [{ resource: resource.kind, project, id, document: JSON.stringify(documentOf(object, resource)) }];
  });
}

/** False for an object that is missing, and for one with a key that no service could hold: the provider refuses it. */
function isThere({ fields, mark }: KnownObject, { uniqueKey, fields: known }: Resource): boolean {
  if (mark === "missing") return false;
  if (uniqueKey === undefined || isHidden(fields[uniqueKey])) return true;
  return own(known, uniqueKey)?.type.schema.safeParse(fields[uniqueKey]).success ?? isGiven(fields[uniqueKey]);
}

/** Returns an object as the server's store holds it: its settings, plus what an object that was not created here has by itself. */
function documentOf(object: KnownObject, resource: Resource): Body {
  const { fields } = object;
  const document: { [wire: string]: unknown } = {};
  const extra = Object.keys(fields).filter((wire) => resource.extra && isExtraField(resource, wire));
  for (const wire of [...settableFields(resource), ...extra]) {
    const value = fields[wire];
    if (isBlank(value)) continue;
    const isUnshown = value === UNKNOWN || value === SECRET;
    const { type } = own(resource.fields, wire) ?? {};
    // One address of a list that is not shown leaves open which calls are taken.
    const address = wire === "ip_auth" ? [value].flat().find(isHidden) : undefined;
    if (address !== undefined) {
      document[wire] = shownValue(address);
      continue;
    }
    // Any other list, or a number, that is not shown is left out.
    if (isUnshown && type && typeof type.example !== "string") continue;
    if (wire.endsWith("_url")) document[wire] = addressOf(value, own(resource.fields, wire));
    else document[wire] = isUnshown ? shownValue(value) : value;
  }
  const standIn = standInFor(object);
  if (resource.uniqueKey !== undefined && standIn !== undefined) document[resource.uniqueKey] = standIn;
  for (const wire of hiddenTargets(resource, document)) document[wire] = NOT_KNOWN;
  const isFound = !resource.operations.create;
  for (const [wire, { computed, liveOnly, responseOnly, alwaysReturned, type }] of Object.entries(resource.fields)) {
    if (liveOnly || wire in document || wire === "id") continue;
    const shown = isHidden(fields[wire]) ? undefined : fields[wire];
    const value = shown ?? (isFound && alwaysReturned && !computed ? type.example : undefined);
    if ((computed || (isFound && responseOnly)) && isGiven(value)) document[wire] = value;
  }
  return document;
}

/** Returns the required fields of chosen handlers that no answer shows: an adopted object has them, and its state does not. */
function hiddenTargets({ fields, handlers }: Resource, document: Body): string[] {
  const needed = handlers.flatMap(({ field, cases }) => own(cases, String(document[field]))?.requires ?? []);
  return needed
    .map((names) => [names].flat())
    .filter((names) => !names.some((wire) => isGiven(document[wire])))
    .flatMap((names) => names.find((wire) => own(fields, wire)?.writeOnly) ?? []);
}

/** Returns the address itself, or one that is never requested in place of a value that is no address. */
function addressOf(value: unknown, field: Field | undefined): string {
  const text = String(value);
  const isAddress = field?.type.schema.safeParse(text).success ?? true;
  return isAddress && URL.canParse(text) ? text : addressShownAs(shownValue(value));
}
