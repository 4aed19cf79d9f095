// The arguments of each handler, by a program's names, from the contract's tables.

import { acceptedFields, ignoredFields, type Resource, targetFields, toCamel } from "../contract/index.ts";
import { forEveryKind, type Subject } from "./subject.ts";

interface Handlers {
  readonly chooser: string;
  /** Every argument that some handler reads. */
  readonly read: readonly string[];
  /** Handler → the arguments that name its target; any one is enough. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** Handler → the arguments that it ignores. */
  readonly ignored: ReadonlyMap<string, readonly string[]>;
}

/** A second name of a value, and the name that takes precedence. */
interface Alias {
  readonly name: string;
  readonly winner: string;
}

export const handlers = forEveryKind(handlersOf);

export const aliases = forEveryKind(aliasesOf);

/** True when the chosen handler ignores an argument. While the handler is unknown, this is unknown too. */
export function ignores(subject: Subject, argument: string): boolean {
  return handlers[subject.kind].some(({ chooser, read, ignored }) => {
    if (!read.includes(argument)) return false;
    const chosen = subject.peek(chooser);
    if (typeof chosen === "string") return ignored.get(chosen)?.includes(argument) ?? false;
    if (subject.isUnknown(chooser)) {
      if (subject.isGiven(argument)) subject.await(chooser);
      return true;
    }
    // An adopted number keeps its handler. A created object has a handler only when one is given.
    return !subject.isGiven(chooser) && subject.resource.configuredBy === "create";
  });
}

function handlersOf(resource: Resource): Handlers[] {
  const namesOf = (fields: readonly string[]) => fields.map(toCamel);
  return resource.handlers.map((table) => ({
    chooser: toCamel(table.field),
    read: [...new Set(namesOf(Object.values(table.cases).flatMap((each) => each.uses)))],
    targets: new Map(Object.keys(table.cases).map((handler) => [handler, namesOf(targetFields(table, handler))])),
    ignored: new Map(Object.keys(table.cases).map((handler) => [handler, namesOf(ignoredFields(table, handler))])),
  }));
}

function aliasesOf(resource: Resource): Alias[] {
  return acceptedFields(resource, resource.configuredBy).flatMap((field) => {
    const winner = resource.fields[field]?.aliasOf;
    if (winner === undefined) return [];
    return [{ name: toCamel(field), winner: toCamel(winner) }];
  });
}
