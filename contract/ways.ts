// The ways that calls and messages take from an object, by its own fields. The server's page and the command `routes` both use
// this file.

import { withHandlersInForce } from "./body.ts";
import { type HandlerTable, targetFields } from "./handlers.ts";
import { own, roleOf } from "./names.ts";
import type { Body, Resource } from "./resource.ts";
import { type ResourceName, resources } from "./resources.ts";

/** The way of one kind of traffic from an object. */
export interface Way {
  /** The field with the handler's name: `call_handler`. */
  readonly field: string;
  /** `call` or `message`. */
  readonly traffic: string;
  /** Null when no handler is set. */
  readonly handler: string | null;
  readonly targets: readonly Target[];
  readonly fallback: string | null;
  readonly statusCallback: string | null;
  /** The target field that the handler needs and that has no value. */
  readonly unset?: string;
}

export interface Target {
  readonly field: string;
  readonly value: string;
  /** The class of the object, when the value is its `id`. */
  readonly refersTo?: ResourceName;
  /** The value may be the id of another object. */
  readonly mayReferElsewhere?: true;
  /** The class of the object, when the value is its label. Such an object need not exist. */
  readonly namesOne?: ResourceName;
}

/** Returns a way for each kind of traffic that the resource can handle. */
export function waysOf(resource: Resource, object: Body): Way[] {
  const shown = withHandlersInForce(resource, object);
  return resource.handlers.map((table) => wayOf(resource, table, shown));
}

function wayOf(resource: Resource, table: HandlerTable, object: Body): Way {
  const handler = text(object[table.field]);
  const traffic = table.field.replace(/_handler$/, "");
  const way = { field: table.field, traffic, handler };
  if (handler === null) return { ...way, targets: [], fallback: null, statusCallback: null };
  const used = usedFields(resource, table, handler, object);
  const find = (role: "fallback" | "status") => text(object[used.find((field) => roleOf(field) === role) ?? ""]);
  const targets = used
    .filter((field) => roleOf(field) === "target")
    .flatMap((field) => target(resource, field, object));
  const needed = targetFields(table, handler);
  // The service never returns a write-only value, so it may be set.
  const isHidden = needed.some((field) => own(resource.fields, field)?.writeOnly);
  const unset = targets.length === 0 && !isHidden ? needed[0] : undefined;
  return {
    ...way,
    targets,
    fallback: find("fallback"),
    statusCallback: find("status"),
    ...(unset !== undefined && { unset }),
  };
}

/** For a handler that the specification does not list, returns every field with the traffic and the handler in its name. */
function usedFields({ fields }: Resource, table: HandlerTable, handler: string, object: Body): readonly string[] {
  const prefix = table.field.replace(/handler$/, "");
  const isNamedAlike = (field: string) => field.startsWith(prefix) && field.includes(handler.replace(/^relay_/, ""));
  const used =
    own(table.cases, handler)?.uses ??
    Object.keys(object).filter((field) => field !== table.field && isNamedAlike(field));
  // Two names of one value count as one target.
  return used.filter((field) => own(fields, field)?.aliasOf === undefined);
}

function target({ fields }: Resource, field: string, object: Body): Target[] {
  const value = text(object[field]);
  if (value === null) return [];
  const { refersTo, mayReferElsewhere, namesOne } = own(fields, field) ?? {};
  return [
    {
      ...{ field, value },
      ...(isResourceName(refersTo) && { refersTo, ...(mayReferElsewhere && { mayReferElsewhere }) }),
      ...(isResourceName(namesOne) && { namesOne }),
    },
  ];
}

function isResourceName(name: string | undefined): name is ResourceName {
  return name !== undefined && Object.hasOwn(resources, name);
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
