// The differences of client tokens: issued once, renewed when due, never read or revoked.

import {
  clientToken,
  DEFAULT_LIFETIME,
  type IssuedClientToken,
  isGiven,
  type Problem,
  type Props,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { unusable } from "../client/answers.ts";
import { Conflict, type FailureCode, RequestFailure } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { argumentsOf } from "../fields/inward.ts";
import { bodyOf } from "../fields/outward.ts";
import type { Lifecycle } from "../lifecycle/lifecycle.ts";
import { clockWarning, isDue, rotateAt } from "../lifecycle/renewal.ts";
import type { Run } from "../run/run.ts";

export const clientTokenLifecycle: Lifecycle = {
  resource: clientToken,
  verbs: { create: "issue", update: "renew" },
  label: (props) => props.resource,
  identity: (_, olds) => ({ resource: olds.resource }),
  problems: renewalProblems,
  warnings: lifetimeWarnings,
  isDue,

  async create(client, inputs, { run }) {
    const now = await run.now();
    const live = await client.collection(clientToken).create(bodyOf(clientToken, inputs));
    const issued = await tokenOutputs(live, inputs);
    reportClock(run, issued, now);
    const outputs = { ...argumentsOf(clientToken, inputs), ...issued, rotateAt: rotateAt(inputs, issued) };
    return { id: issued.resource, outputs };
  },

  // The service cannot return a token, so the stored one is the result.
  async read(_, __, olds) {
    return { outputs: olds };
  },

  import: () =>
    Promise.reject(
      new Conflict(
        "the service never shows one again. Leave `import` out: an `up` issues one under the same `resource`.",
      ),
    ),

  async update(client, _, olds, news, { run }) {
    const { resource, jwtToken, refreshToken, issuedAt, expiresAt } = olds;
    const now = await run.now();
    const isRenewed = news.rotation !== "never";
    // A token that was never renewed before has no time.
    const isNewTime = isRenewed && (!isGiven(olds.rotateAt) || !isSame(olds, news, "renewBefore"));
    if (!isNewTime && !isDue(olds, news, now) && isSame(olds, news, "expiresIn")) {
      const kept = isRenewed ? { rotateAt: olds.rotateAt } : {};
      return { ...argumentsOf(clientToken, news), resource, jwtToken, refreshToken, issuedAt, expiresAt, ...kept };
    }
    const issued = isSame(olds, news, "expiresIn")
      ? await refreshed(client(), olds, news)
      : await reissued(client(), olds, news);
    reportClock(run, issued, now);
    return { ...argumentsOf(clientToken, news), ...issued, rotateAt: rotateAt(news, issued) };
  },

  // A JWT cannot be revoked; it expires.
  delete: async () => ({}),
};

function reportClock(run: Run, issued: IssuedClientToken, now: Date): void {
  const warning = clockWarning(issued, now);
  if (warning !== undefined && run.isFirst("clock")) run.print(warning);
}

/** A refused refresh token and refused credentials can look the same. The request for a new token distinguishes them. */
const REFUSALS: ReadonlySet<FailureCode> = new Set(["invalid", "not_found", "unauthorized"]);

/**
 * Refreshes a token; its name and lifetime stay. When the refresh token is refused, or the answer with the next one was lost, a
 * new token is issued under the same name. The service does not limit their number (spec §8).
 */
async function refreshed(client: Client, olds: Props, news: Props): Promise<IssuedClientToken> {
  try {
    const live = await client.collection(clientToken).update("", { refresh_token: olds.refreshToken });
    return await newTokenOutputs(live, olds, news);
  } catch (error) {
    if (error instanceof RequestFailure && (REFUSALS.has(error.code) || error.reach === "unknown"))
      return reissued(client, olds, news);
    throw error;
  }
}

async function reissued(client: Client, olds: Props, news: Props): Promise<IssuedClientToken> {
  const body = { ...bodyOf(clientToken, news), resource: olds.resource };
  return newTokenOutputs(await client.collection(clientToken).create(body), olds, news);
}

/** Reads the answer with a token that replaces another. A cache may answer with the replaced one, or with an earlier one. */
async function newTokenOutputs(live: Live, olds: Props, { expiresIn }: Props): Promise<IssuedClientToken> {
  const issued = await tokenOutputs(live, { resource: olds.resource, expiresIn });
  if (issued.jwtToken === olds.jwtToken || Date.parse(issued.issuedAt) < Date.parse(String(olds.issuedAt)))
    throw unusable("the client token from before");
  return issued;
}

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

function renewalProblems({ expiresIn = DEFAULT_LIFETIME, renewBefore }: Props): Problem[] {
  if (typeof expiresIn !== "number" || typeof renewBefore !== "number" || renewBefore < expiresIn) return [];
  const detail = `must be less than expiresIn (${expiresIn} minutes), or the token would be due at once`;
  return [{ field: "renewBefore", code: "invalid", detail }];
}

/** Questions a lifetime that is common in seconds and not in minutes. The service decides the maximum. */
function lifetimeWarnings({ expiresIn }: Props): string[] {
  if (typeof expiresIn !== "number" || expiresIn % 900 !== 0) return [];
  const isWholeDays = expiresIn % 1_440 === 0 && expiresIn > 7_200 && expiresIn <= 43_200;
  if (isWholeDays) return [];
  const days = Number((expiresIn / 1_440).toFixed(1));
  return [
    `expiresIn is ${expiresIn} minutes, which is ${days} days. If you mean ${expiresIn} seconds, write ${expiresIn / 60}.`,
  ];
}

function isSame(olds: Props, news: Props, name: string): boolean {
  return (olds[name] ?? null) === (news[name] ?? null);
}

function timestamp(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace(/\.\d{3}Z$/, "Z");
}
