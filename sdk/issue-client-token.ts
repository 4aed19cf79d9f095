import * as pulumi from "@pulumi/pulumi";
import { type Configuration, loadProvider, stackConfiguration } from "./provider.ts";

export interface IssueClientTokenArgs {
  /** The name under which the client is reached. Default: a random UUID. */
  readonly resourceName?: pulumi.Input<string> | undefined;
  /** The token's lifetime in minutes. Default: 15. */
  readonly expiresIn?: pulumi.Input<number> | undefined;
}

export interface IssuedClientToken {
  /** The token to hand to the client. */
  readonly jwtToken: string;
  /** Renews the token. Keep it on the server's side. */
  readonly refreshToken: string;
  readonly resourceName: string;
  /** UTC. */
  readonly issuedAt: string;
  /** UTC. */
  readonly expiresAt: string;
}

/**
 * Issues a client token on every `up`, for programs that hand it on at once. Nothing of it is kept in state, unless the
 * program exports it. A preview issues none: the token is unknown there.
 *
 * The result is a secret. A wrong argument, missing configuration, or a refusal by the service fails the program.
 *
 * @example
 * ```ts
 * const { jwtToken } = issueClientToken({ resourceName: "smoke-test", expiresIn: 5 });
 * ```
 */
export function issueClientToken(args: IssueClientTokenArgs = {}): pulumi.Output<IssuedClientToken> {
  if (pulumi.runtime.isDryRun()) return pulumi.secret(pulumi.unknown as unknown as IssuedClientToken);
  const config = stackConfiguration();
  return pulumi.secret(
    pulumi.output(args).apply(async (given) => {
      const provider = await loadProvider<Provider>();
      return provider.issueClientToken(config, given);
    }),
  );
}

interface Provider {
  issueClientToken(config: Configuration, args: object): Promise<IssuedClientToken>;
}
