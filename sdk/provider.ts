// Loads the provider for the SDK's functions by name, so that programs without such calls load none of it.

import * as pulumi from "@pulumi/pulumi";

interface Configuration {
  get(key: string): string | undefined;
}

type FunctionName = "idByKey" | "issueClientToken" | "listObjects" | "refreshClientToken";

/**
 * Calls a function of the provider. Throws its failure as a `RunError`, of which Pulumi prints only the message. For other errors
 * Pulumi prints "unhandled exception" and every property.
 */
export async function callProvider<Result>(
  name: FunctionName,
  ...args: readonly [config: Configuration, ...rest: unknown[]]
): Promise<Result> {
  const path = "pulumi-signalwire/provider";
  const provider: { readonly [name in FunctionName]: (...args: unknown[]) => Promise<Result> } = await import(path);
  try {
    return await provider[name](...args);
  } catch (error) {
    // Any other error is a defect and shows its stack.
    const isOurs = error instanceof Error && (error.name === "OperationFailure" || error.name === "ConfigurationError");
    throw isOurs ? new pulumi.RunError(error.message) : error;
  }
}

/** Returns the stack's configuration, by the provider's keys. */
export function stackConfiguration(): Configuration {
  const config = new pulumi.Config("signalwire");
  return { get: (key) => config.get(key.replace(/^signalwire:/, "")) };
}
