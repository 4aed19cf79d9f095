// Finds an object by its unique key for a program that only looks it up.

import { argumentName, type Resource, type ResourceName, resourceNames, resources } from "../contract/index.ts";
import type { StackConfig } from "./config.ts";
import { Conflict, describeFailure } from "./lifecycle/failures.ts";
import type { Run } from "./run.ts";

/**
 * Returns the id of the object of this class with this unique key.
 *
 * @throws OperationFailure when there is none, or with the service's answer.
 */
export async function idByKey(
  run: Run,
  config: StackConfig,
  provider: Uncapitalize<ResourceName>,
  key: string,
): Promise<string> {
  const className = resourceNames.find((name) => resources[name].kind === provider);
  if (className === undefined) throw new Error(`There is no resource ${provider}.`);
  const resource: Resource = resources[className];
  try {
    const found = await run.client(config).collection(resource).find(key);
    if (found) return String(found.id);
    const what = argumentName(resource, resource.uniqueKey ?? resource.label);
    throw new Conflict(`the project has no ${resource.title} with this ${what}. Check the ${what} and the project ID.`);
  } catch (error) {
    throw describeFailure(error, { resource, action: "read", label: key, config });
  }
}
