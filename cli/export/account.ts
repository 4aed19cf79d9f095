// What an account holds: every object that the service lists, or of which a project has one.

import { isGiven, isSingle, masked, type Resource, type ResourceName, resources } from "../../contract/index.ts";
import type { Live } from "../../provider/client/batched-reads.ts";
import { openClient } from "../../provider/client/collection.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import { openTransport } from "../../provider/client/transport.ts";
import type { Connection } from "../../provider/config.ts";
import { exportable, kindWord } from "./kinds.ts";

export interface AccountObject {
  readonly type: ResourceName;
  readonly live: Live;
  /** By what people know it, secrets masked. */
  readonly label: string;
}

export interface Account {
  readonly objects: readonly AccountObject[];
  /** What could not be read, a sentence each. */
  readonly gaps: readonly string[];
}

/** No part of the account could be read. */
export class AccountUnreadable extends Error {}

/**
 * Reads the account in the fewest requests.
 *
 * @throws AccountUnreadable when nothing could be read, with every reason.
 */
export async function readAccount(connection: Connection, progress: (count: number) => void): Promise<Account> {
  const client = openClient(openTransport(connection));
  let count = 0;
  const gaps: string[] = [];
  let isRefused = false;

  async function readKind(type: ResourceName): Promise<AccountObject[]> {
    const resource: Resource = resources[type];
    const found: AccountObject[] = [];
    try {
      const collection = client.collection(resource);
      for await (const live of isSingle(resource) ? [await collection.read()] : collection.list()) {
        found.push({ type, live, label: labelOf(resource, live) });
        progress(++count);
      }
      return found;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      isRefused ||= error.code === "unauthorized";
      const scope = (resource.operations.list ?? resource.operations.read)?.scope;
      const remedy = scope && error.code === "unauthorized" ? ` The API token needs the scope ${scope}.` : "";
      gaps.push(`The ${kindWord(type)} could not be read: ${error.message}.${remedy}`);
      return [];
    }
  }

  const kinds = await Promise.all(exportable.map(readKind));
  if (gaps.length === exportable.length) throw new AccountUnreadable(isRefused ? REFUSED : gaps.join("\n"));
  return { objects: kinds.flat().sort(byLabel), gaps };
}

const REFUSED =
  "The service refuses the credentials: the project ID, the API token and the space have to belong together, and the token needs the " +
  "scope Voice for endpoints and the profile, and Numbers for numbers. Check SIGNALWIRE_PROJECT_ID, SIGNALWIRE_API_TOKEN and " +
  "SIGNALWIRE_SPACE. Nothing was written.";

function labelOf(resource: Resource, live: Live): string {
  const label = [live[resource.label], live.id].find(isGiven);
  return masked(String(label ?? resource.title));
}

/** The order of a list says when objects were made; a program is to read the same whenever it is written. */
function byLabel(a: AccountObject, b: AccountObject): number {
  const kinds = exportable.indexOf(a.type) - exportable.indexOf(b.type);
  return kinds || compare(a.label, b.label) || compare(String(a.live.id), String(b.live.id));
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
