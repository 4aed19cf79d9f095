// Compares the service with the model of a user's stack.

import { expect } from "vitest";
import { list, type Server } from "../service.ts";
import { keyNameOf, MADE_KINDS, type Others, resourceOf, shown } from "./made.ts";
import { type Made, type Meant, type Model, meantObject } from "./model.ts";

/**
 * Expects exactly the model's objects and the settings of its numbers at the service, apart from those of other owners and the
 * bystander's number. Returns resource name → id.
 */
export async function expectMeant(
  server: Server,
  model: Model,
  others: Others,
  bystander: string,
): Promise<{ [name: string]: string | undefined }> {
  const found = await Promise.all(
    MADE_KINDS.map(async (kind) => (await shown(server, kind)).map((each) => ({ ...each, kind }))),
  );
  const ours = found.flat().filter(({ id }) => !others.ids.has(id));
  for (const made of model.made) {
    const same = ours.find(({ kind, key }) => kind === made.kind && key === made.key);
    // A new object may have any id; every other object keeps its id.
    made.id ??= same?.id;
    made.url = same?.url;
  }
  const meant = model.made.map((made) => ({ kind: made.kind, ...meantObject(made, others.plain) }));
  expect(ours.map(({ url: _, ...each }) => each).toSorted(byKey)).toEqual(meant.toSorted(byKey));
  const numbers = (await list(server, "/phone_numbers")).filter(({ number }) => number !== bystander);
  const settings = numbers.map(({ number, ...all }) => {
    const { name, call_handler, call_sip_endpoint_id, call_request_url, call_relay_script_url } = all;
    return [number, { name, call_handler, call_sip_endpoint_id, call_request_url, call_relay_script_url }];
  });
  expect(Object.fromEntries(settings)).toEqual(model.numbers);
  const idOfNumber = Object.fromEntries(numbers.map(({ number, id }) => [number, String(id)]));
  const idOf = (resource: Meant) => {
    if (resource.kind === "PhoneNumber") return idOfNumber[resource.digits];
    return resource.kind === "ClientToken" ? resource.resource : resource.id;
  };
  return Object.fromEntries(model.resources.map((each) => [each.name, idOf(each)]));
}

/** Returns the objects whose create was refused because the unique key is taken, and which do not adopt. */
export function refusedIn(output: string, { made }: Model): Made[] {
  return made.filter(({ kind, key, adopt }) => {
    const start = `Could not create the ${resourceOf(kind).title} "${key}"`;
    const isRefused = (line: string) => line.includes(start) && line.includes(` has this ${keyNameOf(kind)}`);
    return !adopt && output.split("\n").some(isRefused);
  });
}

interface Keyed {
  readonly kind: string;
  readonly key: string;
}

function byKey(one: Keyed, other: Keyed): number {
  return `${one.kind} ${one.key}`.localeCompare(`${other.kind} ${other.key}`);
}
