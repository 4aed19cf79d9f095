// The subscriber token: the service encrypts it, so its end is computed from the requested lifetime.

import { type Props, SUBSCRIBER_LIFETIME, subscriberToken } from "../../contract/index.ts";
import { type Live, unusable } from "../client/answers.ts";
import { bodyOf } from "../fields/outward.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { type IssuedToken, timestamp, tokenLifecycle } from "./issued-token.ts";

export const subscriberTokenLifecycle: Lifecycle = tokenLifecycle({
  resource: subscriberToken,
  outputs: ["reference", "token", "refreshToken", "subscriberId"],
  defaultLifetime: SUBSCRIBER_LIFETIME,
  body: (inputs, now) => ({ ...bodyOf(subscriberToken, inputs), expire_at: endOf(inputs, now) }),
  read: tokenOutputs,
  // Each exchange grants the default lifetime.
  isRefreshable: (news) => lifetimeOf(news) === SUBSCRIBER_LIFETIME,
});

function lifetimeOf({ expiresIn }: Props): number {
  return Number(expiresIn ?? SUBSCRIBER_LIFETIME);
}

/** Returns the end of a token that is issued now, in seconds since 1970. */
function endOf(inputs: Props, now: Date): number {
  return Math.floor(now.getTime() / 1_000) + lifetimeOf(inputs) * 60;
}

/** The answer to an exchange lacks the subscriber. */
async function tokenOutputs(live: Live, asked: Props, now: Date): Promise<IssuedToken & Props> {
  const { token, refresh_token: refreshToken, subscriber_id: subscriberId = asked.subscriberId } = live;
  if (typeof token !== "string" || typeof refreshToken !== "string")
    throw unusable("no text as token or refresh_token");
  for (const each of [token, refreshToken]) await assertToken(each);
  if (asked.subscriberId !== undefined && subscriberId !== asked.subscriberId)
    throw unusable("a token of another subscriber than before");
  const issuedAt = timestamp(Math.floor(now.getTime() / 1_000));
  const expiresAt = timestamp(endOf(asked, now));
  return { reference: asked.reference, token, refreshToken, subscriberId, issuedAt, expiresAt };
}

/** A token's first part is readable: it names the encryption. */
async function assertToken(token: string): Promise<void> {
  const { decodeProtectedHeader } = await import("jose");
  try {
    decodeProtectedHeader(token);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unusable("a token that is none");
  }
}
