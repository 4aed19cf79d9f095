// Door 1: the modules that Pulumi's dynamic provider host loads, one provider object for each resource. Every stored state
// contains the names (sdk/register.ts), so they never change.

import type { dynamic } from "@pulumi/pulumi";
import type { IssuedClientToken, Props, ResourceName } from "../contract/index.ts";
import { endWithEngine, onCancel } from "./client/cancellation.ts";
import type { StackConfig } from "./config/config.ts";
import { openDynamicProviders } from "./doors/dynamic.ts";
import * as issue from "./issue.ts";
import * as lookUp from "./look-up.ts";
import { Run } from "./run/run.ts";

const HOST = /[\\/]dynamic-provider(?:[\\/]index(?:\.js)?)?$/;

/**
 * Pulumi's host starts anew for each run of the engine, with the engine's address. In a user's program, the arguments differ.
 */
const [, main = "", engine] = process.argv;
const isHost = HOST.test(main);
const run = new Run({ engine: isHost ? engine : undefined });
if (isHost) endWithEngine();
onCancel(() => run.cancellation.cancel());

export const {
  sipEndpoint,
  phoneNumber,
  clientToken,
  sipProfile,
  domainApplication,
  cxmlScript,
  swmlScript,
  numberGroup,
  numberGroupMembership,
  cxmlApplication,
  emergencyAddress,
  queue,
  sipAddress,
  subscriberToken,
  ...missing
}: { readonly [Kind in Uncapitalize<ResourceName>]: dynamic.ResourceProvider } = openDynamicProviders(run);
// A type error here names a resource that this door does not export.
missing satisfies { readonly [kind: string]: never };

/** The SDK's functions of the same names call these functions from within a program. */
export const issueClientToken = (config: StackConfig, args: Props): Promise<IssuedClientToken> =>
  issue.issueClientToken(run, config, args);
export const refreshClientToken = (config: StackConfig, args: Props): Promise<IssuedClientToken> =>
  issue.refreshClientToken(run, config, args);
export { noClientToken } from "./issue.ts";
/** A class's look-up by its unique key calls this function from within a program. */
export const idByKey = (config: StackConfig, provider: Uncapitalize<ResourceName>, key: string): Promise<string> =>
  lookUp.idByKey(run, config, provider, key);
/** The SDK's functions that list objects call this from within a program. */
export const listObjects = (config: StackConfig, name: ResourceName, filters: Props): Promise<readonly Props[]> =>
  lookUp.listObjects(run, config, name, filters);
