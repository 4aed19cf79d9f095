import {
  type Body,
  type HandlerTable,
  own,
  type Resource,
  resources,
  roleOf,
  rung,
  targetFields,
} from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { opened } from "../api/open.ts";
import { answered } from "../api/routes.ts";
import type { Service } from "../service.ts";

/** An object that calls or messages come to, and the ways they take from there. */
export interface Route {
  readonly project: string;
  readonly kind: string;
  /** What it is: "phone number". */
  readonly title: string;
  readonly id: string;
  /** The phone number, or the endpoint's user name. */
  readonly label: string;
  readonly name: string | null;
  /** Without a handler it rings by itself. */
  readonly isRung: boolean;
  readonly ways: readonly Way[];
}

export interface Way {
  /** The field that names the handler. */
  readonly field: string;
  readonly handler: string | null;
  /** Whom the handler hands over to; none where nobody is named. */
  readonly targets: readonly Target[];
  readonly fallback: string | null;
  readonly statusCallback: string | null;
}

export interface Target {
  readonly field: string;
  readonly value: string;
  /** The kind of object whose `id` the value is. */
  readonly refersTo?: string;
  /** The value is the name of a client, which can be reached while it is connected. */
  readonly isClient?: true;
}

/** Every object that has a handler, oldest first. */
export function routesOf({ store, extraFields }: Service): Route[] {
  const handling = answered.filter(({ handlers }) => handlers.length > 0);
  return store.projects().flatMap((project) =>
    handling.flatMap((resource) => {
      const documents = new Documents(opened(resource, extraFields));
      return store
        .collection(resource)
        .all(project.id)
        .map(({ id, document }) => ({ project: project.id, ...routeOf(resource, documents.present(id, document)) }));
    }),
  );
}

function routeOf(resource: Resource, object: Body): Omit<Route, "project"> {
  const { kind, title, label, handlers } = resource;
  return {
    kind,
    title,
    id: String(object.id),
    label: String(object[label]),
    name: text(object.name),
    isRung: rung.has(resource),
    ways: handlers.map((table) => wayOf(resource, table, object)),
  };
}

function wayOf(resource: Resource, table: HandlerTable, object: Body): Way {
  const handler = text(object[table.field]);
  const used = (handler === null ? undefined : own(table.cases, handler)?.uses) ?? [];
  const find = (role: "fallback" | "status") => text(object[used.find((field) => roleOf(field) === role) ?? ""]);
  return {
    field: table.field,
    handler,
    targets: targetFields(table, handler ?? "").flatMap((name) => target(resource, name, object)),
    fallback: find("fallback"),
    statusCallback: find("status"),
  };
}

function target({ fields }: Resource, name: string, object: Body): Target[] {
  const value = text(object[name]);
  const field = fields[name];
  if (value === null || field === undefined || field.aliasOf !== undefined) return [];
  const referred = own<Resource>(resources, field.refersTo ?? "");
  const isClient = field.namesOne !== undefined;
  return [{ field: name, value, ...(referred && { refersTo: referred.kind }), ...(isClient && { isClient }) }];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
