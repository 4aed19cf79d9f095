// A program in Python that calls every function of the plugin, and the ids that it must export.

import {
  isSingle,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  toCamel,
} from "../../contract/index.ts";
import { toSnake } from "../../contract/names.ts";
import { identity } from "../../scripts/generate/identity.ts";

interface LookedUp {
  readonly name: ResourceName;
  /** The argument that finds one object; undefined for the only one. */
  readonly key: string | undefined;
  /** The argument of the list, and the output with its objects; undefined for a kind without a list. */
  readonly list: string | undefined;
}

export const lookedUp: readonly LookedUp[] = resourceNames.flatMap((name) => {
  const resource: Resource = resources[name];
  if (resource.usage.lookUpId === undefined) return [];
  const key = isSingle(resource) ? undefined : resource.parent === undefined ? toCamel(resource.uniqueKey ?? "") : "id";
  return [{ name, key, list: resource.operations.list && plural(resource.kind) }];
});

/** The functions that the program calls, by their names in the schema. */
export const calledFunctions = [
  ...lookedUp.flatMap(({ name, list }) => [`get${name}`, ...(list === undefined ? [] : [`get${plural(name)}`])]),
  "issueClientToken",
  "refreshClientToken",
];

/** `keyOf` returns the key of an object that exists, or the id of one below a parent. The program exports `<Class>` and its plural, the ids found. */
export function everyFunctionInPython(keyOf: (name: ResourceName) => string): string {
  const calls = lookedUp.flatMap(({ name, key, list }) => {
    const get = `signalwire.get${toSnake(name)}`;
    const by = key === undefined ? "" : `${toSnake(key)}=${JSON.stringify(keyOf(name))}`;
    const one = `pulumi.export("${name}", ${get}_output(${by}).id)`;
    return list === undefined
      ? [one]
      : [one, `pulumi.export("${plural(name)}", ${plural(get)}_output().${toSnake(list)}[0].id)`];
  });
  return `import pulumi
import ${identity.python} as signalwire

${calls.join("\n")}
issued = signalwire.issue_client_token_output(resource="smoke-test", expires_in=5)
refreshed = signalwire.refresh_client_token_output(refresh_token=issued.refresh_token)
pulumi.export("client", refreshed.resource)
`;
}
