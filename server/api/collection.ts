import {
  answerForm,
  type Body,
  isGiven,
  knownExtraFields,
  listsOf,
  nameInBody,
  type OperationName,
  own,
  type Problem,
  parentOf,
  type Resource,
  receivedForm,
  resources,
} from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import { type Answer, type Invalid, invalid, notFound } from "../http/answers.ts";
import type { Handler } from "../http/route.ts";
import type { StoredObject } from "../store/collection.ts";
import type { Project } from "../store/store.ts";
import { type Candidate, missingReferences, takenKey } from "./admit.ts";
import type { Context } from "./context.ts";
import { Documents } from "./documents.ts";
import { served } from "./open.ts";
import { page } from "./paging.ts";

export interface Differences {
  /** Returns the problems of an object that depend on other objects. */
  validate?(project: Project, document: Body): Invalid[];
  /** Returns the fields that the service computes from others at each write; null unsets one. */
  computed?(document: Body): Body;
  refuseDeletion?(project: Project, id: string): Answer | undefined;
  /** Returns the SIP profile from which fields are inherited. */
  profile?(project: Project): Body;
  /** Returns fields that are shown but not stored. */
  shown?(project: Project, stored: Body, id: string): Body;
}

/** The handler of each operation; a resource need not have all operations. */
export type Handlers = { readonly [name in OperationName]?: Handler } & Partial<Admitting>;

/** Ways into the store. Each returns the problems of what it refuses. */
export interface Admitting {
  /** Stores a new object. The id is random when none is given. */
  add(project: Project, body: Body, id?: string): StoredObject | readonly Invalid[];
  /** Changes a stored object. `also` are fields that the service sets. */
  change(project: Project, stored: StoredObject, body: Body, also?: Body): StoredObject | readonly Invalid[];
  /** Returns the problems of an object with the other objects of the space. */
  conflicts(project: Project, object: Candidate): Invalid[];
}

export function collectionHandlers(context: Context, resource: Resource, differences: Differences = {}): Handlers {
  const { store, random, extraFields } = context;
  const documents = new Documents(served(resource, extraFields));
  const objects = store.collection(resource);
  const { operations } = resource;

  const names = listsOf(resource);

  const { parent } = resource;
  const parents = parentOf(resource);
  const children = Object.values<Resource>(resources).filter((each) => parentOf(each) === resource);

  const present = (project: Project, { id, document }: StoredObject, profile = differences.profile?.(project)) => {
    const owned = resource.fields.project_id ? { project_id: project.id } : {};
    const stored = { ...document, ...owned, ...counts(project, id), ...differences.shown?.(project, document, id) };
    return answerForm(resource, withEmbedded(project, documents.present(id, stored, profile)), nestedIdOf(id));
  };

  const below = (child: Resource, project: Project, id: string) =>
    store
      .collection(child)
      .all(project.id)
      .filter(({ document }) => document[child.parent ?? ""] === id);

  function counts(project: Project, id: string): Body {
    const counted = Object.entries(resource.fields).flatMap(([field, { counts = "" }]) => {
      const child = own<Resource>(resources, counts);
      return child ? [[field, below(child, project, id).length] as const] : [];
    });
    return Object.fromEntries(counted);
  }

  /** Shows the objects that the dialect embeds in place of their ids. */
  function withEmbedded(project: Project, shown: Body): Body {
    const { embeds = {} } = resource.dialect ?? {};
    const rest: { [field: string]: unknown } = { ...shown };
    const members = Object.entries(embeds).map(([field, { member, shows }]) => {
      const { [field]: id } = rest;
      delete rest[field];
      const target = own<Resource>(resources, resource.fields[field]?.refersTo ?? "");
      const object = target && store.collection(target).find(project.id, String(id));
      return [member, { id, ...Object.fromEntries(shows.map((name) => [name, object?.[name] ?? null])) }] as const;
    });
    return { ...rest, ...Object.fromEntries(members) };
  }

  /** True in a path below a parent that the project does not have. */
  const isParentMissing = (project: Project, id: string | undefined) =>
    parents !== undefined && !store.collection(parents).find(project.id, id ?? "");

  function stamps(...names: readonly string[]): Body {
    const now = timestamp(context.clock.now());
    return Object.fromEntries(names.filter((name) => resource.fields[name]?.stored).map((name) => [name, now]));
  }

  const shown = (name: OperationName, project: Project, object: StoredObject): Answer => ({
    status: operations[name]?.status ?? 200,
    body: present(project, object),
  });

  function problems(name: "create" | "update", project: Project, body: Body, stored?: StoredObject): Invalid[] {
    const found = [
      ...documents.validate(name, body, stored?.document).map((problem) => withWayOn(problem, body)),
      ...missingReferences(store, resource, project, body),
      ...(differences.validate?.(project, { ...stored?.document, ...body }) ?? []),
      ...takenKey(store, resource, project, { ...stored, document: body }),
    ];
    return found.map((each) => ({ ...each, field: nameInBody(resource, each.field) }));
  }

  const conflicts: Admitting["conflicts"] = (project, object) => [
    ...(differences.validate?.(project, object.document) ?? []),
    ...takenKey(store, resource, project, object),
  ];

  /** Adds `--extra-fields` to a problem with a field or value of the live service only (gap `unknown-keys`). */
  function withWayOn({ field, detail, code }: Problem, body: Body): Invalid {
    const isLive =
      knownExtraFields(resource).includes(field) ||
      own(resource.extra?.values ?? {}, field)?.some((value) => value === body[field]);
    if (extraFields || !isLive || own(resource.fields, field)?.takenInExtra) return { field, detail, code };
    const problem = own(resource.fields, field)?.liveOnly ? "is not in the specification" : detail;
    return { field, code, detail: `${problem}; the live service takes it, as this server does with --extra-fields` };
  }

  const add: Admitting["add"] = (project, received, id = random.uuid()) => {
    const body = receivedForm(resource, received);
    const found = problems("create", project, body);
    if (found.length > 0) return found;
    const merged = documents.merge({}, body);
    const document = stored({ ...merged, ...differences.computed?.(merged), ...stamps("created_at", "updated_at") });
    objects.insert(project.id, id, document);
    return { id, document };
  };

  const change: Admitting["change"] = (project, before, received, also = {}) => {
    const body = receivedForm(resource, received);
    const found = problems("update", project, body, before);
    if (found.length > 0) return found;
    const merged = documents.merge(before.document, body);
    const document = stored({ ...merged, ...differences.computed?.(merged), ...also });
    objects.update(before.id, document);
    return { id: before.id, document };
  };

  return {
    add,
    change,
    conflicts,

    create({ project, parent: parentId, body }) {
      if (isParentMissing(project, parentId)) return notFound;
      const added = add(project, parent === undefined ? body : { ...body, [parent]: parentId });
      return "document" in added ? shown("create", project, added) : invalid(added);
    },

    // No stored id is malformed, so a malformed id is not found (gap `malformed-id`).
    read({ project, id }) {
      const document = objects.find(project.id, id);
      return document ? shown("read", project, { id, document }) : notFound;
    },

    list({ project, parent: parentId = "", query }) {
      if (isParentMissing(project, parentId)) return notFound;
      const { path = "", filters = {}, status = 200 } = operations.list ?? {};
      const at = path.replace("{project}", project.id).replace(`{${parent}}`, parentId);
      const within = parent === undefined ? {} : { [parent]: parentId };
      const request = { path: at, names, query, project: project.id, within, filters };
      const { number, size, links, rows } = page(objects, request);
      const profile = differences.profile?.(project);
      const entries = { [names.entries]: rows.map((row) => present(project, row, profile)) };
      if (!names.links) return { status, body: { links, ...entries } };
      const linked = Object.entries(names.links).map(([link, member]) => [member, links[link] ?? null]);
      return { status, body: { ...Object.fromEntries(linked), page: number, page_size: size, ...entries } };
    },

    // Sets the time of the update, also when no field changed (gap `unchanged-update`).
    update({ project, id, body }) {
      const document = objects.find(project.id, id);
      if (!document) return notFound;
      const changed = change(project, { id, document }, body, stamps("updated_at"));
      return "document" in changed ? shown("update", project, changed) : invalid(changed);
    },

    delete({ project, id }) {
      if (!objects.find(project.id, id)) return notFound;
      const refusal = differences.refuseDeletion?.(project, id);
      if (refusal) return refusal;
      for (const child of children)
        for (const each of below(child, project, id)) store.collection(child).delete(project.id, each.id);
      objects.delete(project.id, id);
      // A second deletion finds nothing (gap `delete-twice`).
      return { status: operations.delete?.status ?? 204 };
    },
  };
}

/** Returns the document to store: only set values. */
export function stored(document: Body): Body {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => isGiven(value)));
}

/** Returns the id of the nested member, which differs from the object's (gap `fabric-forms`). The same function turns it back. */
export function nestedIdOf(id: string): string {
  const flipped = (Number.parseInt(id.slice(0, 8), 16) ^ 0xffffffff) >>> 0;
  return flipped.toString(16).padStart(8, "0") + id.slice(8);
}
