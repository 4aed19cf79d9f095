// How the SDK's functions reach the provider: by name, so that a program that asks for nothing loads none of it.

import * as pulumi from "@pulumi/pulumi";

export interface Configuration {
  get(key: string): string | undefined;
}

/** The provider's functions, as far as the caller names them. */
export function loadProvider<Provider>(): Promise<Provider> {
  const name = "pulumi-signalwire/provider";
  return import(name);
}

/**
 * Waits for a call of the provider. Pulumi prints the message of a `RunError` alone; of any other error it prints
 * "unhandled exception" and every property.
 */
export async function failingPlainly<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    // Anything else is a defect, and shows its stack.
    const isOurs = error instanceof Error && (error.name === "OperationFailure" || error.name === "ConfigurationError");
    throw isOurs ? new pulumi.RunError(error.message) : error;
  }
}

/** The stack's configuration, under the keys by which the provider reads it. */
export function stackConfiguration(): Configuration {
  const config = new pulumi.Config("signalwire");
  return { get: (key) => config.get(key.replace(/^signalwire:/, "")) };
}
