// Decides that one pool of connections, with one budget, serves all resources of the process.

import { type Api, openApi } from "./client/api.ts";
import { openTransport } from "./client/transport.ts";
import { type Connection, readConnection, type StackConfig } from "./config.ts";

let open: { key: string; api: Api } | undefined;

/**
 * The API with the credentials that hold right now; a new pool only when they changed.
 *
 * @throws ConfigurationError when they cannot be used.
 */
export function connect(config: StackConfig | undefined): Api {
  const connection: Connection = readConnection(config);
  const key = JSON.stringify(connection);
  if (open?.key !== key) open = { key, api: openApi(openTransport(connection)) };
  return open.api;
}
