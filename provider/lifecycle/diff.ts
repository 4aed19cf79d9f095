// Decides whether a change replaces the object. The engine computes the changed properties, shows each one and honours
// `ignoreChanges` (docs/decisions/0016). Uses no network, because a refresh calls it too.

import { isDeepStrictEqual } from "node:util";
import {
  argumentFields,
  argumentNames,
  equivalent,
  isGiven,
  own,
  type Props,
  type Resource,
  type ValueType,
} from "../../contract/index.ts";

export interface DiffAnswer {
  readonly replaces: string[];
  /** For replacements that the program demands (`replaceOnChanges`): two objects cannot have the same unique key. */
  readonly deleteBeforeReplace: boolean;
  /**
   * False when only arguments changed that are read at creation or adoption. True for an update without a changed argument.
   * Otherwise the engine decides.
   */
  readonly changes?: boolean;
}

/** `identity` holds the stored object's identifying values under the arguments' names; `olds` are its outputs. */
export function diff(resource: Resource, identity: Props, news: Props, olds: Props): DiffAnswer {
  const replaces = identityTypes(resource)
    .filter(
      ([name, type]) => isGiven(news[name]) && isGiven(identity[name]) && !equivalent(type, news[name], identity[name]),
    )
    .map(([name]) => name);
  const deleteBeforeReplace = resource.uniqueKey !== undefined && "create" in resource.operations;
  return { replaces, deleteBeforeReplace, ...(isOnlyOfTheFirstTime(resource, olds, news) ? { changes: false } : {}) };
}

/** True when no argument differs from the outputs. A name that the service supplied is no argument of the program. */
export function isSameProgram(resource: Resource, olds: Props, news: Props): boolean {
  const fields = argumentFields(resource);
  return argumentNames(resource).every((name) => {
    const isSupplied = !isGiven(news[name]) && own(resource.fields, fields.get(name) ?? "")?.alwaysReturned === true;
    return isSupplied || isDeepStrictEqual(olds[name] ?? null, news[name] ?? null);
  });
}

function isOnlyOfTheFirstTime(resource: Resource, olds: Props, news: Props): boolean {
  const isChanged = (name: string) => !isDeepStrictEqual(olds[name] ?? null, news[name] ?? null);
  const isFirst = (name: string) => own(resource.settings ?? {}, name)?.onlyAtFirst === true;
  const names = argumentNames(resource);
  return names.filter(isFirst).some(isChanged) && !names.some((name) => !isFirst(name) && isChanged(name));
}

function identityTypes(resource: Resource): [name: string, type: ValueType][] {
  const fields = [...argumentFields(resource)].map(([name, wire]) => [name, own(resource.fields, wire)] as const);
  return [...fields, ...Object.entries(resource.settings ?? {})].flatMap(([name, field]) =>
    field?.identity ? [[name, field.type]] : [],
  );
}
