// The objects in the form that a reference server stores. The stand-in's address replaces every address, and examples replace
// unknown or secret values.

import {
  type Body,
  isExtraField,
  isGiven,
  isSingle,
  masked,
  own,
  type Resource,
  resources,
  roleOf,
  SECRET,
  UNKNOWN,
  UUID,
  visible,
} from "../../contract/index.ts";
import { verifiedCallerId } from "../../server/api/verified-caller-id.ts";
import type { PutObject } from "../../server/index.ts";
import { type KnownObject, labelOf, settableFields, withoutPlaceholderAddresses } from "./objects.ts";
import type { StandIn } from "./stand-in.ts";

/** Returns the objects for a reference server, without those that a new server already has. */
export function heldObjects(objects: readonly KnownObject[], project: string, standIn: StandIn): PutObject[] {
  const held = objects.flatMap((object, at) => {
    const resource: Resource = resources[object.type];
    // A number that is not known yet cannot be called.
    if (!resource.operations.read || !isThere(object, resource)) return [];
    const id = isSingle(resource) ? project : UUID.test(object.id) ? object.id : idFor(at, "a");
    return [{ kind: resource.kind, id, fields: documentOf(object, resource, standIn, at) }];
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
  return uniqueKey === undefined || (isGiven(fields[uniqueKey]) && fields[uniqueKey] !== UNKNOWN);
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
function documentOf({ fields }: KnownObject, resource: Resource, standIn: StandIn, at: number) {
  const document: { [wire: string]: unknown } = {};
  const choosing = new Set(resource.handlers.map(({ field }) => field));
  const extra = Object.keys(fields).filter((wire) => resource.extra && isExtraField(resource, wire));
  for (const wire of [...settableFields(resource), ...extra]) {
    const value = fields[wire];
    if (!isGiven(value) || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    const isHidden = value === UNKNOWN || value === SECRET;
    if (wire.endsWith("_url")) document[wire] = standIn.addressOf(addressOf(fields, wire, isHidden));
    else if (!isHidden) document[wire] = value;
    else if (choosing.has(wire)) document[wire] = shownOf(value);
    else document[wire] = standingFor(resource, wire, shownOf(value), at);
  }
  // The method (GET or POST) does not affect the route.
  for (const { cases } of resource.handlers)
    for (const wire of Object.values(cases).flatMap(({ requires }) => requires.flat()))
      if (roleOf(wire) === "method") document[wire] ??= own(resource.fields, wire)?.type.example;
  for (const wire of hiddenTargets(resource, document)) document[wire] = standingFor(resource, wire, NOT_KNOWN, at);
  for (const [wire, { computed, liveOnly }] of Object.entries(resource.fields))
    if (computed && !liveOnly && isGiven(fields[wire]) && fields[wire] !== UNKNOWN) document[wire] = fields[wire];
  if (resource.operations.create || resource.uniqueKey === undefined) return document;
  for (const [wire, field] of Object.entries(resource.fields)) {
    if (!field.responseOnly || field.liveOnly || field.computed || wire === "id") continue;
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

function addressOf(fields: KnownObject["fields"], wire: string, isHidden: boolean) {
  const value = String(fields[wire]);
  const fallback = fields[wire.replace(/_request_url$/, "_fallback_url")];
  return {
    url: isHidden || !URL.canParse(value) ? undefined : value,
    shown: isHidden ? shownOf(value) : visible(masked(value)),
    isStatus: roleOf(wire) === "status",
    ...(wire.endsWith("_request_url") && isGiven(fallback) ? { fallback: shownOf(fallback) } : {}),
  };
}

function shownOf(value: unknown): string {
  return value === UNKNOWN ? NOT_KNOWN : String(value);
}

/** Returns a valid value for the field; `undefined` for a field with few possible values. */
function standingFor(resource: Resource, wire: string, shown: string, at: number): unknown {
  const type = own(resource.fields, wire)?.type;
  if (!type) return shown;
  return [shown, idFor(at, "c")].find((each) => type.schema.safeParse(each).success);
}

/** Replaces placeholder ids and addresses with "(not known yet)". */
export function withoutPlaceholders(text: string): string {
  return withoutPlaceholderAddresses(text.replace(/00000000-0000-4000-9000-c\d{11}/g, NOT_KNOWN), NOT_KNOWN);
}

const NOT_KNOWN = "(not known yet)";
