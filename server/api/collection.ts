// The common operations of every resource: create, read, list, update and delete.

import {
  type Body,
  knownExtraFields,
  type OperationName,
  own,
  type Resource,
  resources,
} from "../../contract/index.ts";
import type { Randomness } from "../conditions/randomness.ts";
import { type Answer, type Invalid, invalid, notFound } from "../http/answers.ts";
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
  /** Returns the problems of a body that depend on the project's other objects. */
  validate?(project: Project, body: Body): Invalid[];
  /** Returns the fields that the service computes from others at each write. */
  computed?(document: Body): Body;
  /** Returns the fields that the service sets itself at each update. */
  whenUpdated?(): Body;
  /** Returns the answer that refuses a deletion. */
  refuseDeletion?(project: Project, id: string): Answer | undefined;
  /** Returns the SIP profile from which fields are inherited. */
  profile?(project: Project): Body;
  /** Returns fields that are shown but not stored. */
  shown?(project: Project, stored: Body): Body;
}

/** The handler of each operation; a resource need not have all operations. */
export type Handlers = { readonly [name in OperationName]?: Handler };

export function collectionHandlers(keeping: Keeping, resource: Resource, differences: Differences = {}): Handlers {
  const { store, random, extraFields } = keeping;
  const documents = new Documents(withExtraFields(resource, extraFields));
  const objects = store.collection(resource);
  const { operations, uniqueKey } = resource;
  const references = Object.entries(resource.fields).flatMap(([field, { refersTo = "" }]) => {
    const target = own<Resource>(resources, refersTo);
    return target ? [[field, target] as const] : [];
  });

  const present = (project: Project, { id, document }: StoredObject, profile = differences.profile?.(project)) =>
    documents.present(id, { ...document, ...differences.shown?.(project, document) }, profile);

  const shown = (name: OperationName, project: Project, object: StoredObject): Answer => ({
    status: operations[name]?.status ?? 200,
    body: present(project, object),
  });

  /** Returns every problem of a body. Unique keys are compared exactly, including case (gap `username-case`). */
  function problems(name: "create" | "update", { project, body, id }: Call, stored?: Body): Invalid[] {
    const found = [
      ...documents.validate(name, body, stored).map((problem) => withWayOn(problem, body)),
      ...missingReferences(project, body),
      ...(differences.validate?.(project, body) ?? []),
    ];
    const key = uniqueKey === undefined ? undefined : body[uniqueKey];
    const other = typeof key === "string" ? objects.findByKey(project.id, key) : undefined;
    if (uniqueKey === undefined || !other || (stored && other.id === id)) return found;
    // The status is an assumption (gap `taken-username`).
    return [...found, { field: uniqueKey, detail: `is already taken by another ${resource.title} of the project` }];
  }

  /** Names the option that accepts what only the live service has (gap `unknown-keys`). */
  function withWayOn({ field, detail }: Invalid, body: Body): Invalid {
    const isLive =
      knownExtraFields(resource).includes(field) ||
      own(resource.extra?.values ?? {}, field)?.some((value) => value === body[field]);
    if (extraFields || !isLive) return { field, detail };
    return { field, detail: `${detail}; the live service takes it, as this server does with --extra-fields` };
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

  return {
    create(call) {
      const { project, body } = call;
      const refused = problems("create", call);
      if (refused.length > 0) return invalid(refused);
      const document = documents.merge({}, body);
      const object = { id: random.uuid(), document: { ...document, ...differences.computed?.(document) } };
      objects.insert(project.id, object.id, object.document);
      return shown("create", project, object);
    },

    // No stored id is malformed, so a malformed id is not found (gap `malformed-id`).
    read({ project, id }) {
      const document = objects.find(project.id, id);
      return document ? shown("read", project, { id, document }) : notFound;
    },

    list({ project, query }) {
      const { path = "", filters = {}, status = 200 } = operations.list ?? {};
      const request = { path, query, project: project.id, filters };
      const { links, rows } = page(objects, request, store.secret("page tokens"));
      const profile = differences.profile?.(project);
      return { status, body: { links, data: rows.map((row) => present(project, row, profile)) } };
    },

    update(call) {
      const { project, id, body } = call;
      const stored = objects.find(project.id, id);
      if (!stored) return notFound;
      const refused = problems("update", call, stored);
      if (refused.length > 0) return invalid(refused);
      const merged = documents.merge(stored, body);
      const document = { ...merged, ...differences.computed?.(merged), ...differences.whenUpdated?.() };
      objects.update(id, document);
      return shown("update", project, { id, document });
    },

    delete({ project, id }) {
      if (!objects.find(project.id, id)) return notFound;
      const refused = differences.refuseDeletion?.(project, id);
      if (refused) return refused;
      objects.delete(project.id, id);
      // A second deletion finds nothing (gap `delete-twice`).
      return { status: operations.delete?.status ?? 204 };
    },
  };
}
