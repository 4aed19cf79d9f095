// The objects of the routes, from a state, a preview, a drift check or an account.

import {
  acceptedFields,
  argumentFields,
  type Body,
  CURRENT,
  hostOfDomain,
  isBlank,
  isGiven,
  literalPattern,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resources,
  toCamel,
  UNKNOWN,
  withoutSecrets,
  withRecords,
} from "../../contract/index.ts";
import { recordedUnnamed } from "../../provider/lifecycle/unnamed.ts";

export type Mark = "missing" | "dangling" | "drifted" | "unread";

export interface KnownObject {
  readonly type: ResourceName;
  /** The service's id; a placeholder for an object that does not exist yet. */
  readonly id: string;
  /** The name in the program; absent when no known program declares the object. */
  readonly name?: string;
  /**
   * The project's ID. Where neither state nor program shows it, the URN of the declared provider, or nothing for the stack's own
   * account.
   */
  readonly account?: string | undefined;
  /** The settings under the API's names. Of two aliases, only the one that takes precedence. A secret reads `[secret]`. */
  readonly fields: Body;
  readonly mark?: Mark;
  /** What the program expects of its callers: the argument `expects`, as far as it is known. */
  readonly expects?: unknown;
}

export function labelOf({ type, fields, id }: Pick<KnownObject, "type" | "fields" | "id">): string {
  const label = fields[resources[type].label];
  return typeof label === "string" ? label : id;
}

export interface Script {
  readonly language: "laml" | "swml";
  readonly address: string | undefined;
  readonly contents: unknown;
  /** The contents as text. */
  readonly document: string;
}

/** Returns the script that an object holds; undefined for an object of another class. */
export function scriptIn({ type, fields }: KnownObject): Script | undefined {
  const { hosted }: Resource = resources[type];
  if (!hosted) return undefined;
  const [address, contents] = [fields[hosted.url], fields[hosted.contents] ?? UNKNOWN];
  const document = typeof contents === "string" ? contents : JSON.stringify(contents);
  return { language: hosted.language, address: typeof address === "string" ? address : undefined, contents, document };
}

/**
 * Returns the objects of the account with the called object: another account may have an endpoint of the same name. Of an address that
 * no account has, any account says so.
 */
export function inAccountOf(to: string, objects: readonly KnownObject[]): readonly KnownObject[] {
  const [, host = to] = /@([^;:?>]+)/.exec(to.toLowerCase()) ?? [];
  const hostsOf = ({ domain }: KnownObject["fields"]) =>
    typeof domain === "string" ? [domain.toLowerCase(), hostOfDomain(domain)] : [];
  const isCalled = (each: KnownObject) =>
    [labelOf(each), ...hostsOf(each.fields)].some((name) => name === to || name === host);
  const { account } = objects.find(isCalled) ?? objects[0] ?? {};
  return objects.filter((each) => each.account === account);
}

/** Returns the fields in a resource's outputs: its arguments, other settings, and values of the service. */
export function knownFields(resource: Resource, props: Props): Body {
  const recorded = withRecords(props);
  const settings = withoutSecrets(recorded[CURRENT] ?? recordedUnnamed(resource, recorded));
  // The whole record may be secret.
  const fields: { [wire: string]: unknown } = typeof settings === "object" ? { ...settings } : {};
  for (const [wire, field] of Object.entries(resource.fields)) {
    const value = withoutSecrets(props[toCamel(wire)]);
    if (isGiven(value) && !field.secret) fields[wire] = value;
  }
  return canonical(resource, { ...fields, ...extraOf(props) });
}

/** Returns the fields that a program sets: its arguments, and the members of `extra`. */
export function setFields(resource: Resource, inputs: Props): Body {
  const given = [...argumentFields(resource)].flatMap(([name, wire]) => {
    const value = withoutSecrets(inputs[name]);
    return isGiven(value) && !own(resource.fields, wire)?.secret ? [[wire, value] as const] : [];
  });
  return canonical(resource, { ...Object.fromEntries(given), ...extraOf(inputs) });
}

/** Returns what a program expects of an object's callers; nothing where it expects nothing. */
export function expectsIn({ expects }: Props): Pick<KnownObject, "expects"> {
  return isGiven(expects) ? { expects: withoutSecrets(expects) } : {};
}

export function liveObject(type: ResourceName, live: Body): KnownObject {
  const resource: Resource = resources[type];
  const isKept = (wire: string, value: unknown) => isGiven(value) && !own(resource.fields, wire)?.secret;
  const fields = Object.fromEntries(Object.entries(live).filter(([wire, value]) => isKept(wire, value)));
  return { type, id: String(live.id ?? ""), fields: canonical(resource, fields) };
}

/** The classes that handlers refer to by label: clients, by the name of a token. */
export const namedTypes: ReadonlySet<string> = new Set(
  Object.values<Resource>(resources).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ namesOne }) => namesOne ?? []),
  ),
);

/** Returns the fields that a program may set and that may be shown. */
export function settableFields(resource: Resource): string[] {
  return acceptedFields(resource).filter((wire) => !own(resource.fields, wire)?.secret);
}

/** Returns the fields after a request with this body. A null or an empty value unsets a field. */
export function afterRequest(resource: Resource, fields: Body, body: Body): Body {
  const merged: { [wire: string]: unknown } = { ...fields };
  // Of two aliases, the one with a value counts (gap `alias-null`), so values come after nulls.
  const sent = Object.entries(body).sort(([, a], [, b]) => Number(isBlank(b)) - Number(isBlank(a)));
  for (const [wire, value] of sent) {
    const { secret = false, aliasOf = wire } = own(resource.fields, wire) ?? {};
    if (!secret) merged[aliasOf] = value;
  }
  const derived = Object.entries(resource.derived ?? {}).flatMap(([output, from]) => {
    const [wire, sources] = [wireOf(resource, output), from.map((name) => wireOf(resource, name))];
    return isGiven(fields[wire]) ? [[wire, sources.reduce(derivedAnew(fields, merged), fields[wire])]] : [];
  });
  const changed = Object.entries({ ...merged, ...Object.fromEntries(derived) });
  return Object.fromEntries(changed.filter(([, value]) => !isBlank(value)));
}

function wireOf(resource: Resource, name: string): string {
  return Object.keys(resource.fields).find((wire) => toCamel(wire) === name) ?? name;
}

/** Returns a function that puts the new value of a field in place of the old one, as the service does in a domain. */
function derivedAnew(before: Body, after: Body) {
  return (output: unknown, source: string): unknown => {
    const [was, is] = [before[source], after[source]];
    if (was === is) return output;
    const part = new RegExp(`(?<=^|[-:])${literalPattern(String(was))}(?=$|[.@])`, "i");
    const isKnown = typeof is === "string" && is !== UNKNOWN && part.test(String(output));
    return isKnown ? String(output).replace(part, () => is) : UNKNOWN;
  };
}

/** Replaces aliases by the field name that takes precedence. */
function canonical(resource: Resource, fields: Body): Body {
  const kept: { [wire: string]: unknown } = { ...fields };
  for (const [wire, { aliasOf }] of Object.entries(resource.fields)) {
    if (aliasOf === undefined || !isGiven(kept[wire])) continue;
    kept[aliasOf] ??= kept[wire];
    delete kept[wire];
  }
  return kept;
}

function extraOf({ extra }: Props): Body {
  const members = withoutSecrets(extra);
  return typeof members === "object" && members !== null ? (members as Body) : {};
}
