// The objects of a seed that a request could create, and the references between them: `{{cxmlScript:Menu}}` becomes the
// address of a script. For an object without an address, the reference becomes its id.

import * as z from "zod";
import {
  type Body,
  type HostedResource,
  hostedResources,
  plural,
  type Resource,
  type ResourceName,
  receivedForm,
  resources,
} from "../../contract/index.ts";
import type { Context } from "../api/context.ts";
import { hostedAddress } from "../api/script.ts";

/** The fields of a request that creates the object, and the id that it gets. */
export interface SeedObject {
  /** A UUID. Default: random. */
  id?: string | undefined;
  [field: string]: unknown;
}

/** Kinds that a request does not create, or that the server does not store. */
type WithoutList = "PhoneNumber" | "SipProfile" | "ClientToken" | "SubscriberToken";

/** The lists of objects in a seed's project, for example `sipEndpoints`. */
export type SeedObjects = {
  [kind in Uncapitalize<Exclude<ResourceName, WithoutList>> as kind extends `${string}s` ? `${kind}es` : `${kind}s`]?:
    | SeedObject[]
    | undefined;
};

/** The resources with such a list, by its name: those that requests create and list. */
const seeded: ReadonlyMap<string, Resource> = new Map(
  Object.values<Resource>(resources)
    .filter(({ operations: { create, list } }) => create && list)
    .map((resource) => [plural(resource.kind), resource]),
);

const list = z.array(z.looseObject({ id: z.guid("must be a UUID").optional() })).optional();

export const seedLists = Object.fromEntries([...seeded.keys()].map((name) => [name, list])) as {
  [name in keyof SeedObjects]-?: typeof list;
};

export interface PlacedSeedObject {
  readonly resource: Resource;
  /** For example `projects[0].sipEndpoints[0]`. */
  readonly place: string;
  readonly id: string;
  readonly body: Body;
}

/** Returns the objects of the seed's project at this place. `newId` gives an id to each object without one. */
export function seedObjectsOf(project: SeedObjects, place: string, newId: () => string): PlacedSeedObject[] {
  return [...seeded].flatMap(([name, resource]) =>
    (project[name as keyof SeedObjects] ?? []).map(({ id, ...body }, at) => {
      return { resource, place: `${place}.${name}[${at}]`, id: (id ?? newId()).toLowerCase(), body };
    }),
  );
}

const REFERENCE = /\{\{(\w+):([^{}]*)\}\}/g;

/** Fills in the references in the texts of a value. Adds a problem for each reference to an object that the seed lacks. */
export class References {
  readonly #values: ReadonlyMap<string, string>;
  readonly problems: string[] = [];

  constructor(objects: readonly PlacedSeedObject[], context: Pick<Context, "origin">) {
    this.#values = new Map(
      objects.map(({ resource, id, body }) => {
        const label = receivedForm(resource, body)[resource.label];
        return [`${resource.kind}:${label}`, isHosted(resource) ? hostedAddress(context, resource, id) : id];
      }),
    );
  }

  /** @param place - The place of the value, for the problems. */
  fill<T>(value: T, place: string): T {
    return this.#filled(value, place) as T;
  }

  #filled(value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((each, at) => this.#filled(each, `${place}[${at}]`));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, this.#filled(each, `${place}.${name}`)]),
      );
    if (typeof value !== "string") return value;
    return value.replace(REFERENCE, (reference, kind: string, label: string) => {
      const found = this.#values.get(`${kind}:${label}`);
      if (found === undefined) this.problems.push(`${place}: ${reference} names no object of this project's seed`);
      return found ?? reference;
    });
  }
}

function isHosted(resource: Resource): resource is HostedResource {
  return hostedResources.includes(resource as HostedResource);
}
