// Looks objects up for a program that does not manage them.

import {
  namesLike,
  type Props,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  toCamel,
} from "../contract/index.ts";
import { Conflict } from "./client/errors.ts";
import type { StackConfig } from "./config/config.ts";
import { allOutputs, givenIn } from "./fields/inward.ts";
import { describeFailure, describing, OperationFailure } from "./lifecycle/failures.ts";
import { withSecretsMarked } from "./lifecycle/secrets.ts";
import type { Run } from "./run/run.ts";

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
  return describing({ resource, action: "read", label: key, config }, async () => {
    const found = await run.client(config).collection(resource).find(key);
    if (found) return String(found.id);
    const what = toCamel(resource.label);
    throw new Conflict(`the project has no ${resource.title} with this ${what}. Check the ${what} and the project ID.`);
  });
}

/** Yields the objects of this class that contain the texts of the filters, each with its outputs and its id. */
export async function* eachObject(
  run: Run,
  config: StackConfig,
  name: ResourceName,
  filters: Props,
): AsyncGenerator<Props & { readonly id: string }> {
  const resource: Resource = resources[name];
  const wires = Object.values(resource.operations.list?.filters ?? {});
  const wireByName = Object.fromEntries(wires.map((wire) => [toCamel(wire), wire]));
  const problems = wrongFilters(Object.keys(wireByName), filters);
  if (problems.length > 0)
    throw new OperationFailure("invalid", `Could not list the ${plural(resource.title)}: ${problems.join("; ")}.`);
  const matches = (live: Props) =>
    Object.entries(wireByName).every(([key, wire]) => String(live[wire] ?? "").includes(String(filters[key] ?? "")));
  try {
    for await (const live of run.client(config).collection(resource).list())
      if (matches(live)) yield { ...givenIn(allOutputs(resource, live)), id: String(live.id) };
  } catch (error) {
    throw describeFailure(error, { resource, action: "read", label: undefined, config });
  }
}

export async function listObjects(run: Run, config: StackConfig, name: ResourceName, filters: Props): Promise<Props[]> {
  const found: Props[] = [];
  for await (const each of eachObject(run, config, name, filters)) found.push(withSecretsMarked(resources[name], each));
  return found;
}

/** Returns the problems of the filters. An ignored filter would return too many objects. */
function wrongFilters(names: readonly string[], filters: Props): string[] {
  return Object.entries(givenIn(filters)).flatMap(([name, value]) => {
    if (names.includes(name)) return typeof value === "string" ? [] : [`${name} must be a text`];
    const [like] = namesLike(name, names, 2);
    const remedy = like ? `did you mean ${like}?` : names.length > 0 ? `use ${names.join(" or ")}` : "remove it";
    return [`there is no filter ${name}: ${remedy}`];
  });
}
