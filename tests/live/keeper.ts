// Finds and removes the objects that runs created: this run, and earlier ones that were killed.

import {
  cxmlScript,
  domainApplication,
  phoneNumber,
  type Resource,
  sipEndpoint,
  swmlScript,
} from "../../contract/index.ts";
import { idOf } from "../../provider/client/answers.ts";
import { openClient } from "../../provider/client/collection.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import { openTransport } from "../../provider/client/transport.ts";
import type { Connection } from "../../provider/config/config.ts";
import { type Origin, originOf, PREFIX } from "./names.ts";

/** The kinds of objects that a run makes. */
export const MADE: readonly Resource[] = [sipEndpoint, cxmlScript, swmlScript, domainApplication];

export interface Found {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
}

export interface Left extends Found {
  readonly why: string;
}

/**
 * Returns the objects of this kind whose names begin like a run's. Reads the whole list, because filters are one of the tried
 * assumptions.
 */
export async function findMade(connection: Connection, resource: Resource): Promise<Found[]> {
  const found: Found[] = [];
  for await (const live of openClient(openTransport(connection)).collection(resource).list()) {
    const name = String(live[resource.label]);
    if (!name.toLowerCase().startsWith(PREFIX)) continue;
    found.push({ resource, id: idOf(live), name, origin: originOf(name, connection.projectId, Date.now()) });
  }
  return found;
}

/** Removes these objects of one kind. Returns the ones that still exist afterwards, each with the reason. */
export async function remove(connection: Connection, objects: readonly Found[]): Promise<Left[]> {
  const [first] = objects;
  if (!first) return [];
  const { resource } = first;
  const collection = openClient(openTransport(connection)).collection(resource);
  const rung = resource === sipEndpoint ? await rungIds(connection) : new Set();
  const reasons = new Map<string, string>();
  for (const { id } of objects) {
    if (rung.has(id)) reasons.set(id, "a phone number rings it, so it is in use");
    else await collection.delete(id).catch((error) => reasons.set(id, reasonOf(error)));
  }
  try {
    // A success alone does not prove a deletion.
    const there = new Set((await findMade(connection, resource)).map(({ id }) => id));
    return objects.flatMap((each) =>
      there.has(each.id) ? [{ ...each, why: reasons.get(each.id) ?? "the service still lists it" }] : [],
    );
  } catch (error) {
    return objects.map((each) => ({
      ...each,
      why: reasons.get(each.id) ?? `unknown whether it is gone: ${reasonOf(error)}`,
    }));
  }
}

/**
 * Returns the ids of endpoints that a number rings. Empty when the token may not read numbers: then only the name protects an
 * endpoint.
 */
async function rungIds(connection: Connection): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  try {
    for await (const live of openClient(openTransport(connection)).collection(phoneNumber).list())
      ids.add(String(live.call_sip_endpoint_id ?? "").toLowerCase());
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
  }
  return ids;
}

/** Returns the message of a failed request. Throws every other error again. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestFailure) return error.message;
  throw error;
}
