// The objects of a program whose arguments alone are known, without a state and without an account.

import {
  type Body,
  isGiven,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resources,
  UNKNOWN,
} from "../../contract/index.ts";
import { expectsIn, type KnownObject, knownFields, setFields, settableFields } from "./objects.ts";
import { addressOf, argumentOf, madeUpId, withReferences } from "./references.ts";

export interface DeclaredResource {
  readonly type: ResourceName;
  readonly urn: string;
  readonly name: string;
  readonly account: string;
  /** Arguments and outputs, with the engine's text for an unknown value. */
  readonly props: Props;
  readonly suppliersOf: (argument: string) => readonly string[];
}

/** Returns the objects. Only a known reference to an object shows its id. All others get a made-up one. */
export function declaredObjects(declared: readonly DeclaredResource[]): KnownObject[] {
  const byUrn = new Map(declared.map((each) => [each.urn, each]));
  const ids = new Map(declared.flatMap((each) => referencesOf(each, byUrn)));
  const objects = new Map(
    declared.map((each, at) => [each.urn, objectOf(each, ids.get(each.urn) ?? madeUpId(at))] as const),
  );
  return declared.flatMap(({ urn, type, suppliersOf }) => {
    const object = objects.get(urn);
    const suppliers = (wire: string) =>
      suppliersOf(argumentOf(resources[type], wire)).flatMap((each) => objects.get(each) ?? []);
    return object ? [withReferences(object, suppliers)] : [];
  });
}

function referencesOf(
  { type, props, suppliersOf }: DeclaredResource,
  byUrn: ReadonlyMap<string, DeclaredResource>,
): [urn: string, id: string][] {
  const resource: Resource = resources[type];
  return Object.entries(resource.fields).flatMap(([wire, { refersTo }]): [string, string][] => {
    if (refersTo === undefined) return [];
    const argument = argumentOf(resource, wire);
    const id = props[argument];
    if (typeof id !== "string" || id === UNKNOWN) return [];
    const [urn, ...others] = suppliersOf(argument).filter((each) => byUrn.get(each)?.type === refersTo);
    return urn !== undefined && others.length === 0 ? [[urn, id]] : [];
  });
}

function objectOf({ type, name, account, props }: DeclaredResource, id: string): KnownObject {
  const resource: Resource = resources[type];
  const settable = settableFields(resource);
  const found = Object.entries({ ...knownFields(resource, props), ...setFields(resource, props) });
  // The service's own values are no placeholders of a program.
  const known = Object.fromEntries(found.filter(([wire, value]) => value !== UNKNOWN || settable.includes(wire)));
  const { hosted } = resource;
  const address = hosted && !isGiven(known[hosted.url]) ? addressOf(resource, id, undefined) : {};
  const hidden = isUnread(resource, known) ? unsetRoutes(resource, known) : [];
  return {
    ...{ type, id, name, account, ...expectsIn(props) },
    fields: { ...known, ...address, ...Object.fromEntries(hidden.map((wire) => [wire, UNKNOWN])) },
  };
}

/** Returns the handlers that are not set, and the unset targets of those that are. */
function unsetRoutes({ handlers }: Resource, known: Body): string[] {
  return handlers.flatMap(({ field, cases }) => {
    if (!isGiven(known[field])) return [field];
    const needed = (own(cases, String(known[field]))?.requires ?? []).map((names) => [names].flat());
    return needed.filter((names) => !names.some((wire) => isGiven(known[wire]))).flatMap(([wire = ""]) => wire);
  });
}

/** True for an object that the program adopts, while only the service knows the settings that the program does not name. */
function isUnread({ operations, uniqueKey, fields }: Resource, known: Body): boolean {
  if (operations.create || uniqueKey === undefined) return false;
  return !Object.keys(known).some((wire) => {
    const { alwaysReturned, responseOnly } = own(fields, wire) ?? {};
    return alwaysReturned && responseOnly && wire !== uniqueKey && isGiven(known[wire]);
  });
}
