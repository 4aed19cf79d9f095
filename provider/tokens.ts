// Door 3: tokens for a server that issues them. Loads no part of Pulumi.

import type { IssuedClientToken } from "../contract/index.ts";
import type { StackConfig } from "./config/config.ts";
import { configOf } from "./config/settings.ts";
import * as provider from "./issue.ts";
import { Run } from "./run/run.ts";

export type { IssuedClientToken };

/** One pool of connections for the life of the server. */
const run = new Run();

/** The address of the service and the server's credentials. */
export interface Credentials {
  /** Default: `SIGNALWIRE_PROJECT_ID` of the environment. */
  readonly projectId?: string | undefined;
  /** Default: `SIGNALWIRE_API_TOKEN`. */
  readonly apiToken?: string | undefined;
  /** Default: `SIGNALWIRE_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Default: `SIGNALWIRE_SPACE`. */
  readonly space?: string | undefined;
}

/**
 * Issues a client token.
 *
 * Rejects with a remedy when an argument is wrong, credentials are missing, or the service refuses.
 *
 * @param args - `resource`: the name under which the client is reached. Default: a random UUID. `expiresIn`: the token's
 * lifetime in minutes. Default: 15.
 *
 * @example
 * ```ts
 * import { issueClientToken, refreshClientToken } from "pulumi-signalwire/tokens";
 *
 * const { jwtToken, refreshToken } = await issueClientToken({ resource: "reception" });
 * // Hand jwtToken to the browser and keep refreshToken; before it expires:
 * const next = await refreshClientToken({ refreshToken });
 * ```
 */
export function issueClientToken(
  args: { readonly resource?: string | undefined; readonly expiresIn?: number | undefined } = {},
  credentials: Credentials = {},
): Promise<IssuedClientToken> {
  return provider.issueClientToken(run, declared(credentials), args);
}

/**
 * Exchanges a refresh token for a new pair, of the same name and lifetime. Connected clients take the new token with the client
 * SDK's `refreshToken(jwt)`. Rejects when the service refuses the refresh token: then issue a new token under the same name.
 */
export function refreshClientToken(
  args: { readonly refreshToken: string },
  credentials: Credentials = {},
): Promise<IssuedClientToken> {
  return provider.refreshClientToken(run, declared(credentials), args);
}

function declared(credentials: Credentials): StackConfig {
  return { ...configOf({ ...credentials }), isDeclared: true };
}
