import * as pulumi from "@pulumi/pulumi";
import { type Configuration, failingPlainly, loadProvider, stackConfiguration } from "./provider.ts";
import type { Shape } from "./register.ts";

/** Returns the service's id of the object with this unique key. Fails the program when no object has it. */
export function idByKey({ provider: name }: Shape, key: pulumi.Input<string>): pulumi.Output<string> {
  const config = stackConfiguration();
  return pulumi.output(key).apply(async (known) => {
    const provider = await loadProvider<Provider>();
    return failingPlainly(provider.idByKey(config, name, known));
  });
}

interface Provider {
  idByKey(config: Configuration, provider: Shape["provider"], key: string): Promise<string>;
}
