import * as pulumi from "@pulumi/pulumi";
import type { ResourceName } from "../contract/resources.ts";
import { declaredProvider } from "./doors.ts";
import { callProvider, stackConfiguration } from "./provider.ts";
import type { Shape } from "./register.ts";

/** Returns the id of the object that has this unique key. Fails the program when there is none. */
export function idByKey(
  shape: Shape,
  key: pulumi.Input<string>,
  opts?: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const provider = declaredProvider(shape, opts);
  if (provider) {
    const token = shape.pluginType.replace(/:(?=\w+$)/, ":get");
    return orUnknown(called<{ id: string }>(token, { [shape.key ?? "id"]: key }, { provider })).apply(({ id }) => id);
  }
  const config = stackConfiguration();
  return onceCreated(key).apply((known) => callProvider<string>("idByKey", config, shape.provider, known));
}

/** Returns the objects of a class (`names` in the plural) that contain the texts of the filters: as a secret when one of them holds a secret. */
export function listed<Listed>(
  name: ResourceName,
  names: string,
  filters: pulumi.Inputs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<Listed> {
  const token = `signalwire:index:get${names}`;
  if (declaredProvider({ pluginType: token }, opts)) return orUnknown(called<Listed & object>(token, filters, opts));
  const config = stackConfiguration();
  return onceCreated(filters).apply(async (known) => {
    const found = await callProvider<readonly object[]>("listObjects", config, name, known);
    return withMarks({ [`${names.charAt(0).toLowerCase()}${names.slice(1)}`]: found });
  }) as pulumi.Output<Listed>;
}

/**
 * Returns the value. It is unknown in a preview while a resource that it derives from is not created yet: the object that is looked
 * up may be that one. Pulumi's own functions wait in the same way.
 */
function onceCreated<Value>(value: pulumi.Input<Value>): pulumi.Output<Value> {
  const output = pulumi.output(value) as pulumi.Output<Value>;
  return pulumi
    .output(areCreated(output))
    .apply((isKnown) => (isKnown ? output : (pulumi.unknown as unknown as Value))) as pulumi.Output<Value>;
}

async function areCreated(output: pulumi.Output<unknown>): Promise<boolean> {
  const { allResources } = output as unknown as { allResources: () => Promise<Set<pulumi.Resource>> };
  const ids = [...(await allResources())].filter(pulumi.CustomResource.isInstance).map(({ id }) => id as unknown);
  // Pulumi sets no id where it only knows a resource's URN.
  const known = await Promise.all(ids.map((id) => (id as { isKnown: Promise<boolean> } | undefined)?.isKnown ?? true));
  return known.every(Boolean);
}

/** Returns the values without marks. If one of them is marked, all are one secret, as in a plugin's answer. */
function withMarks(marked: object): unknown {
  const { deserializeProperty, isRpcSecret, unwrapRpcSecret } = pulumi.runtime;
  const values = deserializeProperty(marked);
  return isRpcSecret(values) ? pulumi.secret(unwrapRpcSecret(values)) : values;
}

/**
 * Calls a function of the plugin. Its failure gets the mark of a `RunError`, of which Pulumi prints only the message. An output
 * has no other way to replace its failure and keep its secrets (docs/decisions/0017).
 */
function called<Result extends object>(
  token: string,
  args: pulumi.Inputs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<Result> {
  const result = pulumi.runtime.invokeOutput<Result>(token, args, opts ?? {});
  const { promise } = result as unknown as { promise?: () => Promise<unknown> };
  promise?.().catch((error) => Object.assign(error, new pulumi.RunError(error.message)));
  return result;
}

/** In a preview, the engine returns no properties while an argument of the provider is unknown. */
function orUnknown<Result extends object>(result: pulumi.Output<Result>): pulumi.Output<Result> {
  const isUnknown = (known: Result) => Object.keys(known).length === 0 && pulumi.runtime.isDryRun();
  return result.apply((known) =>
    isUnknown(known) ? (pulumi.unknown as unknown as Result) : known,
  ) as pulumi.Output<Result>;
}
