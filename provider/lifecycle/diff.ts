// Decides whether a change means another object. Which properties changed is left to the engine, which then shows each
// one and honours `ignoreChanges` (engine.md §3). No network and no clock: a refresh asks this too.

import { argumentFields, equivalent, isGiven, own, type Resource, type ValueType } from "../../contract/index.ts";
import type { Props } from "./state.ts";

export interface DiffAnswer {
  readonly replaces: string[];
  /** Where the program demands a replacement (`replaceOnChanges`), two objects cannot have the same unique key. */
  readonly deleteBeforeReplace: boolean;
}

/** `identity` is what the stored object goes by, under the names of the arguments. */
export function diff(resource: Resource, identity: Props, news: Props): DiffAnswer {
  const replaces = identityTypes(resource)
    .filter(
      ([name, type]) => isGiven(news[name]) && isGiven(identity[name]) && !equivalent(type, news[name], identity[name]),
    )
    .map(([name]) => name);
  return { replaces, deleteBeforeReplace: resource.uniqueKey !== undefined && "create" in resource.operations };
}

function identityTypes(resource: Resource): [name: string, type: ValueType][] {
  const fields = [...argumentFields(resource)].map(([name, wire]) => [name, own(resource.fields, wire)] as const);
  return [...fields, ...Object.entries(resource.settings ?? {})].flatMap(([name, field]) =>
    field?.identity ? [[name, field.type]] : [],
  );
}
