// Finds and removes what probes made at the service: of this probe, and of earlier ones that were killed.

import { phoneNumber, sipEndpoint } from "../../../contract/index.ts";
import { idOf } from "../../../provider/client/answers.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import { openTransport } from "../../../provider/client/transport.ts";
import type { Connection } from "../../../provider/config.ts";
import { type Origin, originOf, PREFIX } from "./names.ts";

export interface Found {
  readonly id: string;
  readonly username: string;
  readonly origin: Origin;
}

export interface Left extends Found {
  readonly why: string;
}

/** The endpoints whose names begin as those of probes. The whole list is read: what filters do is one of the assumptions. */
export async function findProbed(connection: Connection): Promise<Found[]> {
  const found: Found[] = [];
  for await (const live of openClient(openTransport(connection)).collection(sipEndpoint).list()) {
    const username = String(live.username);
    if (!username.toLowerCase().startsWith(PREFIX)) continue;
    found.push({ id: idOf(live), username, origin: originOf(username, connection.projectId, Date.now()) });
  }
  return found;
}

/** Removes these endpoints. Returns those that are still there afterwards, each with the reason. */
export async function remove(connection: Connection, objects: readonly Found[]): Promise<Left[]> {
  if (objects.length === 0) return [];
  const collection = openClient(openTransport(connection)).collection(sipEndpoint);
  const rung = await rungIds(connection);
  const reasons = new Map<string, string>();
  for (const { id } of objects) {
    if (rung.has(id)) reasons.set(id, "a phone number rings it, so it is in use");
    else await collection.delete(id).catch((error) => reasons.set(id, reasonOf(error)));
  }
  try {
    // A service that only says that it deleted is not believed.
    const there = new Set((await findProbed(connection)).map(({ id }) => id));
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

/** The endpoints that a number rings. A token that may not read numbers leaves the name as the only proof. */
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

/** @throws whatever is no failure of a request. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestFailure) return error.message;
  throw error;
}
