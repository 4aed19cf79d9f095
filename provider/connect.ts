// One pool of connections, with one budget, serves all resources of the process.

import { type Client, openClient } from "./client/collection.ts";
import { Lists } from "./client/rehearsal.ts";
import { GLANCE, openTransport } from "./client/transport.ts";
import { type Connection, readConnection, type StackConfig } from "./config.ts";

let open: { key: string; client: Client } | undefined;

/**
 * The client with the credentials that hold right now; a new pool only when they changed.
 *
 * @throws ConfigurationError when they cannot be used.
 */
export function connect(config: StackConfig | undefined): Client {
  const connection: Connection = readConnection(config);
  const key = JSON.stringify(connection);
  if (open?.key !== key) open = { key, client: openClient(openTransport(connection)) };
  return open.client;
}

let lists: Lists | undefined;

/**
 * What a preview looks at: read once a process, and given up at the first failure.
 *
 * @throws ConfigurationError when the credentials cannot be used.
 */
export function glance(config: StackConfig | undefined): Lists {
  lists ??= new Lists(openClient(openTransport(readConnection(config), GLANCE, false)));
  return lists;
}
