// Decides how a program gets a token without keeping it: the provider's way of asking, outside any resource.

import { clientToken, validateArguments } from "../contract/index.ts";
import type { StackConfig } from "./config.ts";
import { connect } from "./connect.ts";
import { describeFailure, OperationFailure } from "./lifecycle/failures.ts";
import { bodyOf, type Props } from "./lifecycle/state.ts";
import { tokenOutputs } from "./resources/client-token.ts";

/**
 * Issues a token for these arguments.
 *
 * @throws OperationFailure with every wrong argument, or with what the service answered.
 */
export async function issueClientToken(config: StackConfig, args: Props): Promise<Props> {
  const { problems } = validateArguments(clientToken, args, () => false);
  if (problems.length > 0) {
    const reasons = problems.map(({ field, detail }) => `${field} ${detail}`);
    throw new OperationFailure("invalid", `issueClientToken: ${reasons.join("; ")}`);
  }
  try {
    return await tokenOutputs(await connect(config).collection(clientToken).create(bodyOf(clientToken, args)));
  } catch (error) {
    throw describeFailure(error, { resource: clientToken, action: "issue", label: args.resourceName, config });
  }
}
