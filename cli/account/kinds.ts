// Which kinds of objects an account can be asked for, and what the command line calls them.

import { isSingle, type ResourceName, resourceNames, resources } from "../../contract/index.ts";

/** The kinds that can be exported, in the order in which a program declares them: what there is one of comes first. */
export const exportable: readonly ResourceName[] = resourceNames
  .filter((name) => isSingle(resources[name]) || "list" in resources[name].operations)
  .sort((a, b) => Number(isSingle(resources[b])) - Number(isSingle(resources[a])));

/** A kind in the words of the command line: `endpoints`, `numbers`, `profile`. */
export function kindWord(type: ResourceName): string {
  const word = singular(type);
  return isSingle(resources[type]) ? word : `${word}s`;
}

export function singular(type: ResourceName): string {
  return resources[type].title.split(" ").at(-1) ?? type;
}

export const kindWords: readonly string[] = exportable.map(kindWord);
