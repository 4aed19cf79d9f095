import {
  isSingle,
  own,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
} from "../../contract/index.ts";

/** The kinds that can be exported, in the order of their declarations: singletons come first, then what others may refer to. */
export const exportable: readonly ResourceName[] = resourceNames
  .filter((name) => isSingle(resources[name]) || "list" in resources[name].operations)
  .sort((a, b) => rankOf(a) - rankOf(b));

function rankOf(name: ResourceName): number {
  const resource: Resource = resources[name];
  if (isSingle(resource)) return 0;
  return resource.hosted ? 1 : 2 + depthOf(resource);
}

/** Returns the length of the longest chain of references that begins with this resource. */
function depthOf({ fields }: Resource): number {
  const targets = Object.values(fields).flatMap(({ refersTo }) => own<Resource>(resources, refersTo ?? "") ?? []);
  return Math.max(0, ...targets.map((target) => 1 + depthOf(target)));
}

/** Returns the command-line name of a kind: `endpoints`, `numbers`, `profile`. */
export function kindWord(type: ResourceName): string {
  const word = singular(type);
  return isSingle(resources[type]) ? word : plural(word);
}

/** Returns the last word of the kind's title, or all of them where two kinds end with the same word: `cxml-script`. */
export function singular(type: ResourceName): string {
  const word = lastWord(type);
  const isShared = resourceNames.some((other) => other !== type && lastWord(other) === word);
  return isShared ? resources[type].title.toLowerCase().replaceAll(" ", "-") : word;
}

function lastWord(type: ResourceName): string {
  return resources[type].title.split(" ").at(-1) ?? type;
}

export const kindWords: readonly string[] = exportable.map(kindWord);
