// The client token: its end and its name are claims of the JWT.

import { clientToken, DEFAULT_LIFETIME, type IssuedClientToken, isGiven, type Props } from "../../contract/index.ts";
import { type Live, unusable } from "../client/answers.ts";
import { bodyOf } from "../fields/outward.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { timestamp, tokenLifecycle } from "./issued-token.ts";

export const clientTokenLifecycle: Lifecycle = tokenLifecycle({
  resource: clientToken,
  outputs: ["resource", "jwtToken", "refreshToken"],
  defaultLifetime: DEFAULT_LIFETIME,
  body: (inputs) => bodyOf(clientToken, inputs),
  read: tokenOutputs,
  isRefreshable: () => true,
});

/**
 * Reads an answer of the token endpoint, including the claims of the JWT.
 *
 * @throws RequestFailure `unexpected_answer` when it is not a token, or not the one that was asked for.
 */
export async function tokenOutputs(live: Live, asked: Props = {}): Promise<IssuedClientToken> {
  const { jwt_token: jwtToken, refresh_token: refreshToken } = live;
  if (typeof jwtToken !== "string" || typeof refreshToken !== "string")
    throw unusable("no text as jwt_token or refresh_token");
  const { resource, iat, exp } = await claimsOf(jwtToken);
  if (typeof resource !== "string" || typeof exp !== "number") throw unusable("a jwt_token without resource or exp");
  if (isGiven(asked.resource) && resource !== asked.resource)
    throw unusable("a client token for another `resource` than the requested one");
  const lifetime = typeof iat === "number" ? (exp - iat) / 60 : undefined;
  if (
    lifetime !== undefined &&
    typeof asked.expiresIn === "number" &&
    Math.abs(lifetime - asked.expiresIn) > MOST_ROUNDED
  )
    throw unusable(`a client token for ${Math.round(lifetime)} minutes instead of ${asked.expiresIn}`);
  // A missing issue time must not discard an issued token. It follows from the end, by the service's clock.
  const issuedAt = typeof iat === "number" ? iat : exp - Number(asked.expiresIn ?? DEFAULT_LIFETIME) * 60;
  return { resource, jwtToken, refreshToken, issuedAt: timestamp(issuedAt), expiresAt: timestamp(exp) };
}

/** Minutes by which the service may round a lifetime. */
const MOST_ROUNDED = 1;

async function claimsOf(jwt: string): Promise<Props> {
  const { decodeJwt, errors } = await import("jose");
  try {
    return decodeJwt(jwt);
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw unusable("a jwt_token that is no JWT");
  }
}
