// The objects in the form that a reference server stores. Examples replace unknown or secret values.

import { hash } from "node:crypto";
import {
  type Body,
  type Field,
  isExtraField,
  isGiven,
  isSingle,
  own,
  type Resource,
  resources,
  roleOf,
  SECRET,
  UNKNOWN,
  UUID,
} from "../../contract/index.ts";
import { verifiedCallerId } from "../../server/api/verified-caller-id.ts";
import { isHidden } from "../../server/calls/document.ts";
import type { PutObject } from "../../server/index.ts";
import {
  addressShownAs,
  type KnownObject,
  labelOf,
  NOT_KNOWN,
  settableFields,
  shownValue,
  withShownAddresses,
} from "../routes/objects.ts";

export function heldObjects(objects: readonly KnownObject[], project: string): PutObject[] {
  const held = objects.flatMap((object, at) => {
    const resource: Resource = resources[object.type];
    if (!resource.operations.read || !isThere(object, resource)) return [];
    const id = isSingle(resource) ? project : UUID.test(object.id) ? object.id : idFor(at, "a");
    return [{ kind: resource.kind, id, fields: documentOf(object, resource, at) }];
  });
  const senders = sendersOf(objects).map((number, at) => ({
    kind: verifiedCallerId.kind,
    id: idFor(at, "b"),
    fields: { type: "verified_caller_id", number },
  }));
  return [...held, ...senders];
}

function idFor(at: number, kind: string): string {
  return `00000000-0000-4000-9000-${kind}${String(at).padStart(11, "0")}`;
}

function isThere({ fields, mark }: KnownObject, { uniqueKey }: Resource): boolean {
  if (mark === "missing") return false;
  return uniqueKey === undefined || isGiven(fields[uniqueKey]);
}

/** Returns the number of an object whose own number is hidden, or the user name: the same before a change and after it. */
export function standInFor({ type, name, id, fields }: KnownObject): string | undefined {
  const { uniqueKey }: Resource = resources[type];
  if (uniqueKey === undefined || !isHidden(fields[uniqueKey])) return undefined;
  const digits = BigInt(`0x${hash("sha1", `${type} ${name ?? id}`)}`)
    .toString()
    .slice(0, 9);
  return type === "PhoneNumber" ? `+888${digits}` : `hidden-${digits}`;
}

/** Returns caller numbers outside the project. The service accepted them, so they must be purchased or verified. */
function sendersOf(objects: readonly KnownObject[]): string[] {
  const own = new Set(objects.map(labelOf));
  const named = objects.flatMap(({ type, fields }) =>
    settableFields(resources[type]).flatMap((wire) =>
      /^\+\d+$/.test(String(fields[wire])) ? [String(fields[wire])] : [],
    ),
  );
  return [...new Set(named)].filter((number) => !own.has(number));
}

/** Returns an object as the server's store holds it: its settings, plus the defaults of an object that was not created here. */
function documentOf(object: KnownObject, resource: Resource, at: number) {
  const { fields } = object;
  const document: { [wire: string]: unknown } = {};
  const choosing = new Set(resource.handlers.map(({ field }) => field));
  const extra = Object.keys(fields).filter((wire) => resource.extra && isExtraField(resource, wire));
  const standIn = standInFor(object);
  if (resource.uniqueKey !== undefined && standIn !== undefined) document[resource.uniqueKey] = standIn;
  for (const wire of [...settableFields(resource), ...extra]) {
    if (wire in document) continue;
    // The player gets the contents of a script from elsewhere, with hidden parts that no service would take.
    const isContents = wire === resource.hosted?.contents && isHidden(JSON.stringify(fields[wire]));
    const value = isContents ? own(resource.fields, wire)?.type.example : fields[wire];
    if (!isGiven(value) || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    const isUnshown = value === UNKNOWN || value === SECRET;
    if (wire.endsWith("_url")) document[wire] = addressOf(value, own(resource.fields, wire));
    else if (!isUnshown) document[wire] = value;
    else if (choosing.has(wire)) document[wire] = shownValue(value);
    else {
      const standing = standingFor(resource, wire, shownValue(value), at);
      if (standing !== undefined) document[wire] = standing;
    }
  }
  // The method (GET or POST) does not affect the route.
  for (const { cases } of resource.handlers)
    for (const wire of Object.values(cases).flatMap(({ requires }) => requires.flat()))
      if (roleOf(wire) === "method") document[wire] ??= own(resource.fields, wire)?.type.example;
  for (const wire of hiddenTargets(resource, document)) document[wire] = standingFor(resource, wire, NOT_KNOWN, at);
  for (const [wire, { computed, liveOnly }] of Object.entries(resource.fields))
    if (computed && !liveOnly && isGiven(fields[wire]) && !isHidden(fields[wire])) document[wire] = fields[wire];
  if (resource.operations.create || resource.uniqueKey === undefined) return document;
  for (const [wire, field] of Object.entries(resource.fields)) {
    if (!field.responseOnly || field.liveOnly || field.computed || wire === "id") continue;
    if (wire in document) continue;
    const value = fields[wire] ?? (field.alwaysReturned ? field.type.example : undefined);
    if (isGiven(value)) document[wire] = value;
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

/** Returns a valid value for the field; `undefined` for an optional field with few possible values. */
function standingFor(resource: Resource, wire: string, shown: string, at: number): unknown {
  const field = own(resource.fields, wire);
  if (!field) return shown;
  const { type, required } = field;
  const value = [shown, idFor(at, "c")].find((each) => type.schema.safeParse(each).success);
  return value ?? (required ? type.example : undefined);
}

const PLACEHOLDER = /00000000-0000-4000-9000-c\d{11}/;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text) || text.includes(NOT_KNOWN);
}

/** Replaces placeholder ids and addresses with "(not known yet)". */
export function withoutPlaceholders(text: string): string {
  return withShownAddresses(text.replace(new RegExp(PLACEHOLDER, "g"), NOT_KNOWN));
}
