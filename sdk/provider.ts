// Loads the provider for the SDK's functions by name, so that programs without such calls load none of it.

import * as pulumi from "@pulumi/pulumi";

export interface Configuration {
  get(key: string): string | undefined;
}

/** Returns the provider's functions that the caller names. */
export function loadProvider<Provider>(): Promise<Provider> {
  const name = "pulumi-signalwire/provider";
  return import(name);
}

/**
 * Waits for a call of the provider. Throws its failure as a `RunError`, of which Pulumi prints only the message. For other
 * errors Pulumi prints "unhandled exception" and every property.
 */
export async function failingPlainly<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
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
