// Decides what of an account is unmanaged: endpoints, and numbers that do something, which no checked stack claims.

import { isGiven, phoneNumber, sipEndpoint } from "../../contract/index.ts";
import { openClient } from "../../provider/client/collection.ts";
import { openTransport } from "../../provider/client/transport.ts";
import { ConfigurationError, type Connection, readConnection } from "../../provider/config.ts";
import { openStack, type Project } from "./engine.ts";
import { CheckImpossible, explained } from "./failures.ts";
import type { Account, CheckedStack, UnmanagedObject } from "./model.ts";

type Live = { readonly [field: string]: unknown };

/** Reads each account that the stacks work on once. */
export async function readAccounts(project: Project, stacks: readonly CheckedStack[]): Promise<Account[]> {
  const connections = new Map<string, Connection>();
  for (const { stack } of stacks) {
    const connection = await connectionOf(project, stack);
    connections.set(`${connection.baseUrl} ${connection.projectId}`, connection);
  }
  // Ids are the service's own: one that any of the stacks manages is managed.
  const claimed = new Set(stacks.flatMap(({ resources }) => resources.map(({ id }) => id)));
  return Promise.all([...connections.values()].map((connection) => readAccount(connection, claimed)));
}

/** The environment's connection where it is complete: asking the CLI for the configuration costs as much as a request. */
async function connectionOf(project: Project, stack: string): Promise<Connection> {
  try {
    return readConnection(undefined);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  try {
    const config = await (await openStack(project, stack)).getAllConfig();
    return readConnection({ get: (key) => config[key]?.value });
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CheckImpossible(error.message);
    throw explained(error, stack);
  }
}

async function readAccount(connection: Connection, claimed: ReadonlySet<string>): Promise<Account> {
  const { projectId, baseUrl } = connection;
  const client = openClient(openTransport(connection));
  const lists = await Promise.allSettled([
    unclaimed(client.collection(sipEndpoint).list(), claimed, asEndpoint),
    unclaimed(client.collection(phoneNumber).list(), claimed, asNumber),
  ]);
  const unmanaged = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  const [endpoints, numbers] = lists.map((list) => (list.status === "rejected" ? reason(list.reason) : undefined));
  const errors = [
    ...(endpoints ? [`The account's SIP endpoints could not be listed: ${endpoints}.`] : []),
    ...(numbers ? [`The account's phone numbers could not be listed: ${numbers}.`] : []),
  ];
  return { projectId, baseUrl, unmanaged, ...(errors.length > 0 ? { error: errors.join(" ") } : {}) };
}

async function unclaimed(
  objects: AsyncIterable<Live>,
  claimed: ReadonlySet<string>,
  describe: (live: Live) => UnmanagedObject | undefined,
): Promise<UnmanagedObject[]> {
  const found: UnmanagedObject[] = [];
  for await (const live of objects) {
    const object = claimed.has(String(live.id)) ? undefined : describe(live);
    if (object) found.push(object);
  }
  return found.sort((a, b) => Number(a.label > b.label) - Number(a.label < b.label));
}

function asEndpoint(live: Live): UnmanagedObject {
  const handler = handlersOf(live);
  return { type: "SipEndpoint", id: String(live.id), label: String(live.username), ...(handler ? { handler } : {}) };
}

/** A number without a handler does nothing yet. */
function asNumber(live: Live): UnmanagedObject | undefined {
  const handler = handlersOf(live);
  return handler ? { type: "PhoneNumber", id: String(live.id), label: String(live.number), handler } : undefined;
}

function handlersOf({ call_handler: call, message_handler: message }: Live): string {
  return [isGiven(call) ? `call: ${call}` : "", isGiven(message) ? `message: ${message}` : ""]
    .filter(Boolean)
    .join(", ");
}

function reason(error: unknown): string {
  if (error instanceof Error && error.name === "RequestFailure") return error.message;
  throw error;
}
