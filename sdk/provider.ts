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

/** The stack's configuration, under the keys by which the provider reads it. */
export function stackConfiguration(): Configuration {
  const config = new pulumi.Config("signalwire");
  return { get: (key) => config.get(key.replace(/^signalwire:/, "")) };
}
