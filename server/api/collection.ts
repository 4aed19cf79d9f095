// The common operations of every resource: create, read, list, update and delete.

import {
  answerForm,
  type Body,
  knownExtraFields,
  nameInBody,
  type OperationName,
  own,
  type Problem,
  type Resource,
  receivedForm,
  resources,
} from "../../contract/index.ts";
import type { Randomness } from "../conditions/randomness.ts";
import { type Answer, type Invalid, invalid, invalidInFabric, notFound } from "../http/answers.ts";
import type { Call, Handler } from "../http/route.ts";
import type { StoredObject } from "../store/collection.ts";
import type { Project, Store } from "../store/store.ts";
import { Documents } from "./documents.ts";
import { withExtraFields } from "./open.ts";
import { page } from "./paging.ts";

/** The parts of the server that a collection uses. */
export interface Keeping {
  readonly store: Store;
  readonly random: Randomness;
  /** True to accept fields and handlers that the specification does not list (gap `unknown-keys`). */
  readonly extraFields: boolean;
}

/** The differences of one resource. */
export interface Differences {
  /** Returns the problems of a body that depend on other objects. `id` is the object's, for an update. */
  validate?(project: Project, body: Body, id?: string): Invalid[];
  /** Returns the fields that the service computes from others at each write. */
  computed?(document: Body): Body;
  /** Returns the fields that the service sets itself when it creates an object. */
  whenCreated?(): Body;
  /** Returns the fields that the service sets itself at each update. */
  whenUpdated?(): Body;
  /** Returns the answer that refuses a deletion. */
  refuseDeletion?(project: Project, id: string): Answer | undefined;
  /** Returns the SIP profile from which fields are inherited. */
  profile?(project: Project): Body;
  /** Returns fields that are shown but not stored. */
  shown?(project: Project, stored: Body, id: string): Body;
}

/** The handler of each operation; a resource need not have all operations. */
export type Handlers = { readonly [name in OperationName]?: Handler } & { readonly add?: Add };

/** Stores a new object. Returns it, or the problems of the body. The id is random when none is given. */
export type Add = (project: Project, body: Body, id?: string) => StoredObject | readonly Invalid[];

export function collectionHandlers(keeping: Keeping, resource: Resource, differences: Differences = {}): Handlers {
  const { store, random, extraFields } = keeping;
  const documents = new Documents(withExtraFields(resource, extraFields));
  const objects = store.collection(resource);
  const { operations, uniqueKey } = resource;
  const references = Object.entries(resource.fields).flatMap(([field, { refersTo = "" }]) => {
    const target = own<Resource>(resources, refersTo);
    return target ? [[field, target] as const] : [];
  });

  const refused = resource.dialect ? invalidInFabric : invalid;

  const present = (project: Project, { id, document }: StoredObject, profile = differences.profile?.(project)) => {
    const shown = documents.present(id, { ...document, ...differences.shown?.(project, document, id) }, profile);
    return answerForm(resource, shown, nestedIdOf(id));
  };

  const shown = (name: OperationName, project: Project, object: StoredObject): Answer => ({
    status: operations[name]?.status ?? 200,
    body: present(project, object),
  });

  /** Returns every problem of a body. Unique keys are compared exactly, including case (gap `username-case`). */
  function problems(
    name: "create" | "update",
    { project, id }: Partial<Call> & Pick<Call, "project">,
    body: Body,
    stored?: Body,
  ): Invalid[] {
    const found = [
      ...documents.validate(name, body, stored).map((problem) => withWayOn(problem, body)),
      ...missingReferences(project, body),
      ...(differences.validate?.(project, body, stored && id) ?? []),
    ];
    const key = uniqueKey === undefined ? undefined : body[uniqueKey];
    const other = typeof key === "string" && !resource.keyMayRepeat ? objects.findByKey(project.id, key) : undefined;
    if (uniqueKey === undefined || !other || (stored && other.id === id)) return found;
    // The status is an assumption (gap `taken-username`).
    return [...found, { field: uniqueKey, detail: `is already taken by another ${resource.title} of the project` }];
  }

  /** Adds `--extra-fields` to a problem with a field or value of the live service only (gap `unknown-keys`). */
  function withWayOn({ field, detail, code }: Problem, body: Body): Invalid {
    const isLive =
      knownExtraFields(resource).includes(field) ||
      own(resource.extra?.values ?? {}, field)?.some((value) => value === body[field]);
    if (extraFields || !isLive) return { field, detail, code };
    return { field, code, detail: `${detail}; the live service takes it, as this server does with --extra-fields` };
  }

  /** Names the field as the body of the request does. */
  function named(name: "create" | "update", { field, ...problem }: Invalid): Invalid {
    return { ...problem, field: nameInBody(resource, name, field) };
  }

  /** A field that refers to another object must name one in the project (gap `number-rings-endpoint`). */
  function missingReferences(project: Project, body: Body): Invalid[] {
    return references.flatMap(([field, target]) => {
      const id = body[field];
      if (typeof id !== "string" || id === "") return [];
      if (store.collection(target).find(project.id, id.toLowerCase())) return [];
      return [{ field, detail: `must be the id of a ${target.title} of the project` }];
    });
  }

  const add: Add = (project, received, id) => {
    const body = receivedForm(resource, "create", received);
    const found = problems("create", { project }, body);
    if (found.length > 0) return found.map((each) => named("create", each));
    const merged = documents.merge({}, body);
    const document = { ...merged, ...differences.computed?.(merged), ...differences.whenCreated?.() };
    const object = { id: id ?? random.uuid(), document };
    objects.insert(project.id, object.id, object.document);
    return object;
  };

  return {
    add,

    create({ project, body }) {
      const added = add(project, body);
      return "document" in added ? shown("create", project, added) : refused(added);
    },

    // No stored id is malformed, so a malformed id is not found (gap `malformed-id`).
    read({ project, id }) {
      const document = objects.find(project.id, id);
      return document ? shown("read", project, { id, document }) : notFound;
    },

    list({ project, query }) {
      const { path = "", filters = {}, status = 200 } = operations.list ?? {};
      const request = { path, query, project: project.id, filters, refused };
      const { links, rows } = page(objects, request, store.secret("page tokens"));
      const profile = differences.profile?.(project);
      return { status, body: { links, data: rows.map((row) => present(project, row, profile)) } };
    },

    update(call) {
      const { project, id } = call;
      const body = receivedForm(resource, "update", call.body);
      const stored = objects.find(project.id, id);
      if (!stored) return notFound;
      const found = problems("update", call, body, stored);
      if (found.length > 0) return refused(found.map((each) => named("update", each)));
      const merged = documents.merge(stored, body);
      const document = { ...merged, ...differences.computed?.(merged), ...differences.whenUpdated?.() };
      objects.update(id, document);
      return shown("update", project, { id, document });
    },

    delete({ project, id }) {
      if (!objects.find(project.id, id)) return notFound;
      const refusal = differences.refuseDeletion?.(project, id);
      if (refusal) return refusal;
      objects.delete(project.id, id);
      // A second deletion finds nothing (gap `delete-twice`).
      return { status: operations.delete?.status ?? 204 };
    },
  };
}

/** Returns the id of the nested member, which differs from the object's (gap `fabric-forms`). The same function turns it back. */
export function nestedIdOf(id: string): string {
  const flipped = (Number.parseInt(id.slice(0, 8), 16) ^ 0xffffffff) >>> 0;
  return flipped.toString(16).padStart(8, "0") + id.slice(8);
}
