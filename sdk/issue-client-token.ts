import * as pulumi from "@pulumi/pulumi";
import type { IssuedClientToken } from "../contract/resources/client-token.ts";
import { declaredProvider } from "./doors.ts";
import { callProvider, stackConfiguration } from "./provider.ts";

export interface IssueClientTokenArgs {
  /** The name at which the client can be reached. Default: a random UUID. */
  readonly resource?: pulumi.Input<string> | undefined;
  /** The token's lifetime in minutes. Default: 15. */
  readonly expiresIn?: pulumi.Input<number> | undefined;
}

export interface RefreshClientTokenArgs {
  /** The refresh token from `issueClientToken`, a `ClientToken` or an earlier refresh. */
  readonly refreshToken: pulumi.Input<string>;
}

export type { IssuedClientToken };

/**
 * Issues a client token on every `up`, for programs that hand it on at once. Nothing of it is kept in state, unless the
 * program exports it. A preview issues none: the token is unknown there.
 *
 * The result is a secret. A wrong argument, missing configuration, or a refusal by the service fails the program.
 *
 * @example
 * ```ts
 * const { jwtToken } = issueClientToken({ resource: "smoke-test", expiresIn: 5 });
 * ```
 */
export function issueClientToken(
  args: IssueClientTokenArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<IssuedClientToken> {
  return call("issueClientToken", args, opts);
}

/**
 * Exchanges a refresh token for a new pair, of the same name and lifetime, on every `up`. A preview exchanges none.
 *
 * A `ClientToken` refreshes itself when it is due. A server outside of Pulumi imports the function of this name from
 * `pulumi-signalwire/tokens`. The result is a secret. A refresh token that the service refuses fails the program.
 */
export function refreshClientToken(
  args: RefreshClientTokenArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<IssuedClientToken> {
  return call("refreshClientToken", args, opts);
}

type Issuing = "issueClientToken" | "refreshClientToken";

function call(name: Issuing, args: object, opts?: pulumi.InvokeOptions): pulumi.Output<IssuedClientToken> {
  if (pulumi.runtime.isDryRun()) return pulumi.secret(pulumi.unknown as unknown as IssuedClientToken);
  const token = `signalwire:index:${name}`;
  if (declaredProvider({ pluginType: token }, opts)) return pulumi.runtime.invokeOutput(token, args, opts ?? {});
  const config = stackConfiguration();
  return pulumi.secret(pulumi.output(args).apply((given) => callProvider<IssuedClientToken>(name, config, given)));
}
