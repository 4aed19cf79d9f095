import * as pulumi from "@pulumi/pulumi";
import type { Shape } from "./register.ts";

/** The id at the service of the object that has this unique key; the provider asks, and fails the program where there is none. */
export function idByKey({ provider: name }: Shape, key: pulumi.Input<string>): pulumi.Output<string> {
  const config = new pulumi.Config("signalwire");
  const setting = { get: (key: string) => config.get(key.replace(/^signalwire:/, "")) };
  return pulumi.output(key).apply(async (known) => {
    const provider: Provider = await import(PROVIDER);
    return provider.idByKey(setting, name, known);
  });
}

// By name, like every other way from the SDK to the provider: a program that looks nothing up loads none of it.
const PROVIDER = "pulumi-signalwire/provider";

interface Provider {
  idByKey(config: { get(key: string): string | undefined }, provider: Shape["provider"], key: string): Promise<string>;
}
