// The objects and the paths of a program whose arguments alone are known, without a state and without an account.

import {
  type Body,
  hostedResources,
  isGiven,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resources,
  toCamel,
  UNKNOWN,
  withoutSecrets,
} from "../../contract/index.ts";
import { waysOf } from "../../contract/ways.ts";
import { isHidden } from "../../server/calls/document.ts";
import { callsIn, type Paths } from "./compare.ts";
import { expectsIn, type KnownObject, knownFields, labelOf, setFields, settableFields } from "./objects.ts";
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

/**
 * Returns the paths of a program in one account, as of a new one: nothing is compared. A user name that is neither the program's nor
 * one of `elsewhere` counts as missing.
 *
 * @param elsewhere The user names of endpoints that the program does not declare.
 */
export async function newPaths(declared: readonly DeclaredResource[], elsewhere: readonly string[]): Promise<Paths> {
  // The provider refuses an object with an invalid value, and one whose handler lacks its target.
  const isTaken = ({ type, fields }: KnownObject) => {
    const resource: Resource = resources[type];
    const isValid = ([wire, value]: [string, unknown]) =>
      isHidden(JSON.stringify(value)) || own(resource.fields, wire)?.type.schema.safeParse(value).success !== false;
    return Object.entries(fields).every(isValid) && waysOf(resource, fields).every(({ unset }) => unset === undefined);
  };
  const objects = declaredObjects(declared);
  const after = objects.filter(isTaken);
  const named = [
    ...elsewhere,
    // A handler names an endpoint of another stack by its id. Nobody misspells an id.
    ...objects.flatMap(endpointIdsIn),
    ...objects.filter(({ type }) => type === "SipEndpoint").map(labelOf),
  ];
  const known = new Set(after.filter(({ type }) => type === "SipEndpoint").map(labelOf));
  const others = named
    .filter((name) => !known.has(name))
    .map((username): KnownObject => ({ type: "SipEndpoint", id: username, fields: { username } }));
  return (await callsIn({ project: undefined, before: [], after }, { read: async () => others })).paths;
}

/** Returns the ids by which the handlers of an object name endpoints. */
function endpointIdsIn({ type, fields }: KnownObject): string[] {
  const resource: Resource = resources[type];
  return Object.entries(fields).flatMap(([wire, value]) =>
    own(resource.fields, wire)?.refersTo === "SipEndpoint" && !isHidden(value) ? [String(value)] : [],
  );
}

/** Returns the objects. Only a known reference to an object shows its id. All others get a made-up one. */
function declaredObjects(declared: readonly DeclaredResource[]): KnownObject[] {
  const byUrn = new Map(declared.map((each) => [each.urn, each]));
  const ids = new Map(declared.flatMap((each) => referencesOf(each, byUrn)));
  const { found, unclear } = addressesIn(declared);
  const objects = new Map(
    declared.map((each, at) => {
      const object = objectOf(each, ids.get(each.urn) ?? madeUpId(at), found.get(each.urn));
      const hidden = unclear.reduce((text, address) => text.replaceAll(address, UNKNOWN), JSON.stringify(object));
      return [each.urn, unclear.length > 0 ? (JSON.parse(hidden) as KnownObject) : object] as const;
    }),
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

interface Addresses {
  /** URN of a script → its address, where its own outputs do not show it and what the program makes of it does. */
  readonly found: ReadonlyMap<string, string>;
  /** Addresses of several such scripts, each of which may be any of them. */
  readonly unclear: readonly string[];
}

/** The engine shows no output of a script that changes. Other arguments show its address, which stays. */
function addressesIn(declared: readonly DeclaredResource[]): Addresses {
  const known = new Set<string>();
  const open = new Set<string>();
  for (const { type, urn, props } of declared) {
    const { hosted }: Resource = resources[type];
    const address = hosted && props[toCamel(hosted.url)];
    if (hosted && (!isGiven(address) || address === UNKNOWN)) open.add(urn);
    else if (address !== undefined) known.add(String(address));
  }
  const found = new Map<string, string>();
  if (open.size === 0) return { found, unclear: [] };
  const uses = declared.flatMap(({ props, suppliersOf }) =>
    Object.entries(props).flatMap(([argument, value]) => {
      const scripts = suppliersOf(argument).filter((urn) => open.has(urn));
      const addresses = scripts.length === 0 ? [] : scriptAddresses(value).filter((each) => !known.has(each));
      return addresses.length === 0 ? [] : [{ scripts, addresses }];
    }),
  );
  // A document may name several scripts. Each that another use shows leaves fewer.
  for (const { scripts, addresses } of uses.sort((one, other) => one.scripts.length - other.scripts.length)) {
    const [urn, ...otherScripts] = scripts.filter((each) => !found.has(each));
    const [address, ...otherAddresses] = addresses.filter((each) => !known.has(each));
    if (urn === undefined || address === undefined || otherScripts.length + otherAddresses.length > 0) continue;
    found.set(urn, address);
    known.add(address);
  }
  return { found, unclear: uses.flatMap(({ addresses }) => addresses.filter((each) => !known.has(each))) };
}

function scriptAddresses(value: unknown): string[] {
  const urls = JSON.stringify(withoutSecrets(value))?.match(/https?:\/\/[^\s"'<>#\\]+/g) ?? [];
  const isHosted = (url: string) => hostedResources.some(({ hosted }) => url.includes(hosted.path.replace("{id}", "")));
  return [...new Set(urls.filter(isHosted))];
}

function objectOf({ type, name, account, props }: DeclaredResource, id: string, kept: string | undefined): KnownObject {
  const resource: Resource = resources[type];
  const settable = settableFields(resource);
  const found = Object.entries({ ...knownFields(resource, props), ...setFields(resource, props) });
  // The service's own values are no placeholders of a program.
  const known = Object.fromEntries(found.filter(([wire, value]) => value !== UNKNOWN || settable.includes(wire)));
  const { hosted } = resource;
  const made = kept === undefined || !hosted ? addressOf(resource, id, undefined) : { [hosted.url]: kept };
  const address = hosted && !isGiven(known[hosted.url]) ? made : {};
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
  if (operations.create) return false;
  return !Object.keys(known).some((wire) => {
    const { alwaysReturned, responseOnly } = own(fields, wire) ?? {};
    return alwaysReturned && responseOnly && wire !== uniqueKey && isGiven(known[wire]);
  });
}
