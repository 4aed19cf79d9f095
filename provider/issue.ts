// Tokens outside any resource: for a program that stores none, and for the server that issues them.

import {
  clientToken,
  DEFAULT_LIFETIME,
  type IssuedClientToken,
  type Props,
  validateArguments,
} from "../contract/index.ts";
import type { StackConfig } from "./config/config.ts";
import { bodyOf } from "./fields/outward.ts";
import { describing, OperationFailure } from "./lifecycle/failures.ts";
import { tokenOutputs } from "./resources/client-token.ts";
import type { Run } from "./run/run.ts";

/**
 * Issues a token for these arguments.
 *
 * @throws OperationFailure with every wrong argument, or with the service's answer.
 */
export async function issueClientToken(run: Run, config: StackConfig, args: Props): Promise<IssuedClientToken> {
  assertArguments(args);
  return describing({ resource: clientToken, action: "issue", label: args.resource, config }, async () =>
    tokenOutputs(await run.client(config).collection(clientToken).create(bodyOf(clientToken, args)), args),
  );
}

/**
 * Exchanges a refresh token for a new pair with the same name and lifetime.
 *
 * @throws OperationFailure for an invalid refresh token, or with the service's answer.
 */
export async function refreshClientToken(
  run: Run,
  config: StackConfig,
  { refreshToken }: Props,
): Promise<IssuedClientToken> {
  if (typeof refreshToken !== "string" || refreshToken === "")
    throw new OperationFailure("invalid", "refreshClientToken: refreshToken must be a refresh token, and is none");
  return describing({ resource: clientToken, action: "renew", label: undefined, config }, async () =>
    tokenOutputs(await run.client(config).collection(clientToken).update("", { refresh_token: refreshToken })),
  );
}

/** Returns a placeholder token for previews in languages that have no unknown values. */
export function noClientToken(args: Props): Props {
  assertArguments(args);
  const { resource = NONE, expiresIn = DEFAULT_LIFETIME } = args;
  const now = Date.now();
  const [issuedAt, expiresAt] = [now, now + Number(expiresIn) * 60_000].map((time) => new Date(time).toISOString());
  return { jwtToken: NONE, refreshToken: NONE, resource, issuedAt, expiresAt };
}

const NONE = "(a preview issues no token)";

function assertArguments(args: Props): void {
  const problems = validateArguments(clientToken, args);
  if (problems.length === 0) return;
  const reasons = problems.map(({ field, detail }) => `${field} ${detail}`);
  throw new OperationFailure("invalid", `issueClientToken: ${reasons.join("; ")}`);
}
