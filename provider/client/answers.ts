// Validates an answer against its request: a success counts only for the object that was asked for.

import {
  aliasesOf,
  argumentName,
  type Body,
  equivalent,
  type Field,
  flatForm,
  isGiven,
  isUnset,
  own,
  type Resource,
} from "../../contract/index.ts";
import { Conflict, RequestFailure } from "./errors.ts";

/** An object as the service returned it: names in snake_case, unknown keys included. */
export type Live = { readonly [field: string]: unknown };

/** The known facts about the object before its answer arrives. */
export interface Asked {
  readonly id?: string | undefined;
  /** The value that was sent for the unique key. */
  readonly key?: unknown;
}

/**
 * Returns the object in an answer.
 *
 * @throws RequestFailure `unexpected_answer` when it is another object, or lacks a field that every answer has.
 */
export function objectIn(answer: unknown, resource: Resource, { id, key }: Asked = {}): Live {
  const live = entryIn(answer, resource);
  const { title, uniqueKey = "" } = resource;
  const isOther = id !== undefined && Object.hasOwn(resource.fields, "id") && idOf(live) !== id.toLowerCase();
  // A service may store the key in lower case. It is the same object: its create must not be lost (gap `username-case`).
  const isKey = String(live[uniqueKey]).toLowerCase() === String(key).toLowerCase();
  if (isOther || (isGiven(key) && !isKey)) throw unusable(`another ${title} than the requested one`);
  const missing = missingFields(resource, live);
  if (missing.length > 0) throw unusable(`a ${title} without ${missing.join(", ")}`);
  return live;
}

/** One page of a list. */
export interface Page {
  /** Each has its id and its unique key; `missingFields` returns the fields it lacks. */
  readonly entries: readonly Live[];
  readonly links: unknown;
}

/** Returns the pages in an answer to a list: one, or several in an array where the resource's lists may have that form. */
export function pagesIn(answer: unknown, resource: Resource): Page[] {
  const pages = Array.isArray(answer) && resource.dialect?.pagesInArray ? answer : [answer];
  // An empty array proves nothing: the list of a project without objects is a page without objects.
  if (pages.length === 0) throw unusable("a list without a page");
  return pages.map(bodyIn).map(({ data, links }) => {
    if (!Array.isArray(data)) throw unusable("a list that has no data");
    return { entries: data.map((entry) => entryIn(entry, resource)), links };
  });
}

/** Returns the only object with a unique key. Throws `Conflict` when the service lets several have it. */
export function theOnly(resource: Resource, found: readonly Live[]): Live | undefined {
  if (found.length < 2) return found[0];
  const { title, uniqueKey = "" } = resource;
  const name = argumentName(resource, uniqueKey);
  throw new Conflict(
    `the project has ${found.length} ${title}s with the ${name} "${String(found[0]?.[uniqueKey])}": ${found.map(idOf).join(", ")}. ` +
      `Rename all but one of them at the service, or choose another ${name}.`,
  );
}

/** Returns the fields that every answer has and this one lacks. */
export function missingFields({ fields, uniqueKey }: Resource, live: Live): string[] {
  const promised = Object.keys(fields).filter((wire) => {
    const { always, writeOnly } = fields[wire] ?? {};
    return wire === uniqueKey || (always && !writeOnly);
  });
  return promised.filter((wire) => !isGiven(live[wire]));
}

/** Returns the sent fields that the object shows with another value. */
export function contradictions(resource: Resource, sent: Body, live: Live): string[] {
  return Object.entries(sent).flatMap(([wire, value]) => {
    const field = own(resource.fields, wire);
    if (!field || field.writeOnly || mayShowAnything(field, value)) return [];
    if (field.aliasOf && isGiven(sent[field.aliasOf])) return [];
    const isAsSent = (name: string) =>
      equivalent(field.type, value, live[name]) || (isUnset(field, value) && isUnset(field, live[name]));
    const shown = [wire, ...aliasesOf(resource, wire)].filter((name) => Object.hasOwn(live, name));
    return shown.length === 0 || shown.some(isAsSent) ? [] : [wire];
  });
}

/** True for a field that goes back to its default: the answer may show an inherited or a generated value. */
function mayShowAnything(field: Field, value: unknown): boolean {
  if (!field.default || "value" in field.default || !isUnset(field, value)) return false;
  return "profile" in field.default || !isGiven(value) || (Array.isArray(value) && value.length === 0);
}

/** Returns the id in lower case: the case of an id has no meaning. */
export function idOf({ id }: Live): string {
  return String(id).toLowerCase();
}

export function bodyIn(answer: unknown): Live {
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer as Live;
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
  if (Object.hasOwn(resource.fields, "id") && !isId) throw unusable(`a ${resource.title} without an id`);
  const { uniqueKey } = resource;
  if (uniqueKey !== undefined && (typeof live[uniqueKey] !== "string" || live[uniqueKey] === ""))
    throw unusable(`a ${resource.title} without ${uniqueKey}`);
  return live;
}
