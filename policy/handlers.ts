// The arguments of each handler, by a program's names, from the contract's tables.

import { ignoredFields, type Resource, resources, targetFields, toCamel } from "../contract/index.ts";
import { forEveryKind, type Subject } from "./subject.ts";

interface Handlers {
  readonly chooser: string;
  readonly read: readonly string[];
  /** Handler → the arguments that name its target; any one is enough. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  readonly ignored: ReadonlyMap<string, readonly string[]>;
}

export const handlers = forEveryKind((resource: Resource): Handlers[] =>
  resource.handlers.map((table) => {
    const byHandler = (fieldsOf: typeof targetFields) =>
      new Map(Object.keys(table.cases).map((handler) => [handler, fieldsOf(table, handler).map(toCamel)]));
    return {
      chooser: toCamel(table.field),
      read: [...new Set(Object.values(table.cases).flatMap(({ uses }) => uses.map(toCamel)))],
      targets: byHandler(targetFields),
      ignored: byHandler(ignoredFields),
    };
  }),
);

/** Returns the arguments that the chosen handler ignores. While the handler is unknown, those of all handlers. */
export function ignoredBy(subject: Subject, { chooser, read, ignored }: Handlers): readonly string[] {
  const chosen = subject.peek(chooser);
  if (typeof chosen === "string") return ignored.get(chosen) ?? [];
  // An adopted number keeps its handler. A created object has a handler only when one is given.
  const hasNone = !subject.isGiven(chooser) && "create" in resources[subject.kind].operations;
  return hasNone || subject.isUnknown(chooser) ? read : [];
}

/** True when the chosen handler ignores an argument. Records an unknown handler of a given argument. */
export function ignores(subject: Subject, argument: string): boolean {
  return handlers[subject.kind].some((table) => {
    const isIgnored = ignoredBy(subject, table).includes(argument);
    if (isIgnored && subject.isUnknown(table.chooser) && subject.isGiven(argument)) subject.await(table.chooser);
    return isIgnored;
  });
}
