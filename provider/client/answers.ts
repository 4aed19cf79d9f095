// Validates an answer against its request: a success counts only for the object that was asked for, with the values that were sent.

import {
  aliasesOf,
  type Body,
  equivalent,
  type Field,
  flatForm,
  isBlank,
  isExtraField,
  isGiven,
  isObject,
  isUnset,
  json,
  listsOf,
  own,
  plural,
  type Resource,
  toCamel,
  withArticle,
} from "../../contract/index.ts";
import { Conflict, RequestFailure } from "./errors.ts";

/** An object as the service returned it: names in snake_case, unknown keys included. */
export type Live = { readonly [field: string]: unknown };

/** The known facts about the object before its answer arrives. */
export interface Asked {
  readonly id?: string | undefined;
  /** The value that was sent for the unique key. */
  readonly key?: unknown;
  /** True when a read follows if the answer lacks fields. */
  readonly isPart?: boolean;
}

/**
 * Returns the object in an answer.
 *
 * @throws RequestFailure `unexpected_answer` when it is another object, or lacks a field that every answer has.
 */
export function objectIn(answer: unknown, resource: Resource, { id, key, isPart }: Asked = {}): Live {
  const live = entryIn(answer, resource);
  const { title, uniqueKey = "" } = resource;
  const isOther = id !== undefined && Object.hasOwn(resource.fields, "id") && idOf(live) !== id.toLowerCase();
  // A service may store the key in lower case. It is the same object: its create must not be lost (gap `username-case`).
  const isKey = String(live[uniqueKey]).toLowerCase() === String(key).toLowerCase();
  if (isOther || (isGiven(key) && !isKey)) throw unusable(`another ${title} than the requested one`);
  const missing = isPart ? [] : missingFields(resource, live);
  if (missing.length > 0) throw unusable(`${withArticle(title)} without ${missing.join(", ")}`);
  return live;
}

/** One page of a list. */
export interface Page {
  /** Each has its id and its unique key; `missingFields` returns the fields it lacks. */
  readonly entries: readonly Live[];
  /** The link to the next page. */
  readonly next: unknown;
}

/** Returns the pages in an answer to a list: one, or several in an array where the resource's lists may have that form. */
export function pagesIn(answer: unknown, resource: Resource): Page[] {
  const pages = Array.isArray(answer) && resource.dialect?.pagesInArray ? answer : [answer];
  // An empty array proves nothing: the list of a project without objects is a page without objects.
  if (pages.length === 0) throw unusable("a list without a page");
  const { entries: member, links } = listsOf(resource);
  return pages.map(bodyIn).map((page) => {
    const entries = page[member];
    if (!Array.isArray(entries)) throw unusable(`a list that has no ${member}`);
    const next = links ? page[links.next] : (page.links as { next?: unknown } | null | undefined)?.next;
    return { entries: entries.map((entry) => entryIn(entry, resource)), next };
  });
}

/**
 * Returns the path of the next page of this list. Links may be relative or absolute, and a gateway may add a path before the
 * API's. Only the API's own path and query are used, so that no link can send the credentials to another address.
 */
export function nextPath(next: unknown, list: string): string | undefined {
  const api = apiOf(list);
  if ((next ?? "") === "") return undefined;
  const url = typeof next === "string" ? URL.parse(next, "https://service.invalid") : null;
  // Parsed as https, so that backslashes and dots are resolved here instead of in a later parser.
  const path = url?.protocol === "https:" || url?.protocol === "http:" ? url.pathname : "";
  const start = path.indexOf(api);
  if (url && start >= 0) return path.slice(start) + url.search;
  throw unusable(`a list whose next page is not below ${api}`);
}

/** Returns the prefix of the API's paths, for example `/api/relay/rest/`. */
function apiOf(path: string): string {
  return /^\/api\/(?:relay\/rest|fabric|laml\/2010-04-01)\//.exec(path)?.[0] ?? path;
}

/** Returns the only object with a unique key. Throws `Conflict` when the service lets several have it. */
export function theOnly(resource: Resource, found: readonly Live[]): Live | undefined {
  if (found.length < 2) return found[0];
  const { title, uniqueKey = "" } = resource;
  const name = toCamel(uniqueKey);
  throw new Conflict(
    `the project has ${found.length} ${plural(title)} with the ${name} "${String(found[0]?.[uniqueKey])}": ${found.map(idOf).join(", ")}. ` +
      `Rename all but one of them at the service, or choose another ${name}.`,
  );
}

/** Returns the fields that every answer has and this one lacks. */
export function missingFields({ fields, uniqueKey }: Resource, live: Live): string[] {
  const promised = Object.keys(fields).filter((wire) => {
    const { alwaysReturned, writeOnly } = fields[wire] ?? {};
    return wire === uniqueKey || (alwaysReturned && !writeOnly);
  });
  return promised.filter((wire) => !isGiven(live[wire]));
}

/** Returns the id in lower case: the case of an id has no meaning. */
export function idOf({ id }: Live): string {
  return String(id).toLowerCase();
}

export function bodyIn(answer: unknown): Live {
  if (isObject(answer)) return answer;
  // Recorded for a project id with the token of its subproject (gap `error-bodies`).
  if (answer === undefined)
    throw unusable("a success without a body. Check that the API token belongs to this project, not to a subproject");
  throw unusable("a success whose body is no JSON object");
}

/** Returns the failure for a 2xx answer that does not prove its success. */
export function unusable(what: string, status?: number): RequestFailure {
  return new RequestFailure("unexpected_answer", `the service answered with ${what}`, { reach: "unknown", status });
}

function entryIn(answer: unknown, resource: Resource): Live {
  const live = flatForm(resource, bodyIn(answer));
  const { id } = live;
  const isId = typeof id === "number" || (typeof id === "string" && id !== "");
  if (Object.hasOwn(resource.fields, "id") && !isId) throw unusable(`${withArticle(resource.title)} without an id`);
  const { uniqueKey } = resource;
  if (uniqueKey !== undefined && (typeof live[uniqueKey] !== "string" || live[uniqueKey] === ""))
    throw unusable(`${withArticle(resource.title)} without ${uniqueKey}`);
  return live;
}

/** Thrown when the answer to a write, and a later read too, show other values than the request sent. */
export class Contradicted extends RequestFailure {
  /** The object as the service shows it. */
  readonly live: Live;
  /** The contradicting fields, by the API's names. */
  readonly fields: readonly string[];

  constructor(resource: Resource, live: Live, fields: readonly string[]) {
    const names = fields.map((wire) => (own(resource.fields, wire) ? toCamel(wire) : `extra.${wire}`));
    const differ = names.length === 1 ? "differs" : "differ";
    super(
      "unexpected_answer",
      `the service answered with a success, and does not show what was sent: ${names.join(", ")} ${differ}`,
      { reach: "unknown" },
    );
    this.live = live;
    this.fields = fields;
  }
}

/** The known facts about a write. */
export interface Sent {
  readonly body: Body;
  /** The values that the service showed just before an update. */
  readonly before?: Body;
  /** The project's SIP profile, if it was read. */
  readonly profile?: Body;
}

/**
 * Returns the sent fields that the service did not write: each shows its value from before, no value, or another value that the
 * contract names. Any other value is the service's own form of what was sent.
 */
export function unwritten(resource: Resource, { body, before = {}, profile = {} }: Sent, live: Live): string[] {
  return Object.keys(body).filter((wire) => {
    const field = fieldOf(resource, wire);
    if (field.writeOnly || field.corrected || resource.extra?.unshown.includes(wire)) return false;
    const valueIn = (values: Body) => effective(resource, wire, values);
    // The service stores one value for all names.
    if (body[wire] !== (valueIn(body) ?? body[wire])) return false;
    if (!namesOf(resource, wire).some((name) => Object.hasOwn(live, name))) return false;
    return !isWritten(field, { value: body[wire], before: valueIn(before), profile }, valueIn(live));
  });
}

interface Write {
  readonly value: unknown;
  readonly before: unknown;
  readonly profile: Body;
}

function isWritten(field: Field, { value, before, profile }: Write, shown: unknown): boolean {
  const { type } = field;
  const isReset = isUnset(field, value);
  if (equivalent(type, value, shown)) return true;
  if (isUnset(field, shown) || isBlank(shown)) return isReset;
  const source = inheritedFrom(field);
  const inherited = source && (profile[source.profile] || source.otherwise);
  const isAsBefore = equivalent(type, isUnset(field, before) ? inherited : before, shown);
  const mayFollow = source !== undefined && (!isGiven(inherited) || equivalent(type, inherited, shown));
  if (isReset) return !isAsBefore || mayFollow;
  const isAnother = typeof shown === "boolean" || type.values?.some((value) => value === shown);
  return !isAsBefore && !isAnother;
}

/** True when a sent field may show the value that it inherits, so that the profile decides whether it was written. */
export function mayInherit(resource: Resource, { body }: Sent, live: Live): boolean {
  return Object.keys(body).some((wire) => {
    const field = fieldOf(resource, wire);
    return inheritedFrom(field) && isGiven(live[wire]) && !equivalent(field.type, body[wire], live[wire]);
  });
}

/** Returns the field of the SIP profile from which this one inherits; undefined for a field that inherits nothing. */
export function inheritedFrom({ default: standard }: Field) {
  return standard && "profile" in standard ? standard : undefined;
}

/** Returns the sent fields outside the specification that the object lacks. Leaves out fields that the service never shows. */
export function unshownIn(resource: Resource, { body }: Pick<Sent, "body">, live: Live): string[] {
  return Object.keys(body).filter((wire) => {
    const isExtra = isGiven(body[wire]) && isExtraField(resource, wire) && !resource.extra?.unshown.includes(wire);
    return isExtra && !Object.hasOwn(live, wire);
  });
}

/** True when an answer lacks a sent value that it could show, so that it does not prove the write. */
export function isSilent(resource: Resource, { body }: Sent, live: Live): boolean {
  const readable = Object.keys(body).filter((wire) => {
    const field = own(resource.fields, wire);
    return field && !field.writeOnly;
  });
  const isShown = (wire: string) => namesOf(resource, wire).some((name) => Object.hasOwn(live, name));
  // A service may leave out fields without a value.
  const isReset = (wire: string) => isUnset(fieldOf(resource, wire), body[wire]);
  return readable.length > 0 && (!readable.some(isShown) || !readable.every((wire) => isShown(wire) || isReset(wire)));
}

/** Returns the field's descriptor; an empty one for a field outside the specification. */
export function fieldOf({ fields }: Resource, wire: string): Field {
  return own(fields, wire) ?? { type: json, doc: "" };
}

/** Returns the names of a field's value, the one that takes precedence first. */
function namesOf(resource: Resource, wire: string): string[] {
  const winner = own(resource.fields, wire)?.aliasOf ?? wire;
  return [winner, ...aliasesOf(resource, winner)];
}

/** Returns the effective value of a field with an alias: the value of the name that takes precedence. */
export function effective(resource: Resource, wire: string, values: Body): unknown {
  return namesOf(resource, wire)
    .map((name) => values[name])
    .find(isGiven);
}
