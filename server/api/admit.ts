// The rules by which this server admits an object, wherever it comes from: a request, a seed, `put` or a snapshot.

import {
  type Body,
  type Field,
  own,
  type Resource,
  resources,
  validateBody,
  withArticle,
} from "../../contract/index.ts";
import { validateValue } from "../../contract/values.ts";
import type { Invalid } from "../http/answers.ts";
import type { StoredObject } from "../store/collection.ts";
import type { Project, Store } from "../store/store.ts";
import { isUnset } from "./documents.ts";

/** An object before its first id, or a stored one. */
export type Candidate = Pick<StoredObject, "document"> & Partial<Pick<StoredObject, "id">>;

/**
 * Returns a problem when another object holds the value of the unique key. Within a project, user names that differ in case
 * are different (gap `username-case`). The status of the refusal is an assumption (gap `taken-username`).
 */
export function takenKey(store: Store, resource: Resource, project: Project, { id, document }: Candidate): Invalid[] {
  const { title, uniqueKey = "", keyMayRepeat, unique } = resource;
  const value = own(document, uniqueKey);
  if (typeof value !== "string" || keyMayRepeat) return [];
  const objects = store.collection(resource);
  const isOther = (other: StoredObject | undefined) => other !== undefined && other.id !== id;
  const holds = (each: Project) =>
    unique?.ignoreCase
      ? objects.all(each.id).some((other) => isOther(other) && folded(other.document[uniqueKey]) === folded(value))
      : isOther(objects.findByKey(each.id, value));
  if (holds(project)) {
    return [{ field: uniqueKey, detail: `is already taken by another ${title} of the project` }];
  }
  const others = unique?.within === "space" ? store.projects().filter((each) => each.id !== project.id) : [];
  if (!others.some(holds)) return [];
  return [{ field: uniqueKey, detail: "is already taken by another project of the space" }];
}

function folded(value: unknown): string {
  return String(value).toLowerCase();
}

/** Returns the problems of fields that refer to an object which the project does not have (gap `number-rings-endpoint`). */
export function missingReferences(store: Store, { fields }: Resource, project: Project, body: Body): Invalid[] {
  return Object.entries(fields).flatMap(([field, { refersTo = "", mayReferElsewhere }]) => {
    const target = mayReferElsewhere ? undefined : own<Resource>(resources, refersTo);
    const id = own(body, field);
    if (!target || typeof id !== "string" || id === "") return [];
    if (store.collection(target).find(project.id, id.toLowerCase())) return [];
    return [{ field, detail: `must be the id of ${withArticle(target.title)} of the project` }];
  });
}

/**
 * Returns the problems of a stored document: it may hold only fields that a body or the service sets, no hidden fields, and no
 * unset values.
 */
export function documentProblems(resource: Resource, document: Body): Invalid[] {
  const body: { [field: string]: unknown } = { ...document };
  const problems: Invalid[] = [];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const value = own(document, name);
    if (isStored(resource, name, field)) {
      delete body[name];
      if (value !== undefined)
        problems.push(...validateValue(field.type, value).map((detail) => ({ field: name, detail })));
      else if (field.alwaysReturned && !field.default && !field.computed)
        problems.push({ field: name, detail: "is required" });
    } else if (field.writeOnly && field.secret) {
      if (value !== undefined) problems.push({ field: name, detail: "is never kept" });
      else if (field.required) body[name] = field.type.example;
    }
  }
  for (const [name, value] of Object.entries(body)) {
    if (isUnset(value)) problems.push({ field: name, detail: "must be left out where it is not set" });
  }
  const operation = resource.operations.create ? "create" : "update";
  return [...problems, ...validateBody(resource, operation, body)];
}

/** True for a field that the store may hold although no body sets it: a computed one, or one of an object from the seed. */
function isStored({ operations, uniqueKey }: Resource, name: string, field: Field): boolean {
  if (field.stored) return true;
  if (name === "id" || !field.responseOnly || field.liveOnly) return false;
  return field.computed === true || (!operations.create && uniqueKey !== undefined);
}
