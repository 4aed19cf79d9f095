// Decides which arguments belong to which handler, in a program's names, as the contract's tables have it.

import { acceptedFields, argumentName, ignoredFields, type Resource } from "../../../contract/index.ts";
import { type Kind, kinds, type Subject } from "../../subject.ts";

export interface Handlers {
  /** The argument that chooses the handler. */
  readonly chooser: string;
  /** Every argument that some handler reads. */
  readonly read: readonly string[];
  /** Handler → the arguments it ignores. */
  readonly ignored: ReadonlyMap<string, readonly string[]>;
}

/** A second name of a value, and the name that wins. */
export interface Alias {
  readonly name: string;
  readonly winner: string;
}

export function aliasesFor(subject: Subject): readonly Alias[] {
  return aliases[subject.kind];
}

/** The choices of handler that a class has. */
export const handlers: { readonly [kind in Kind]: readonly Handlers[] } = {
  SipEndpoint: handlersOf(kinds.SipEndpoint.resource),
  PhoneNumber: handlersOf(kinds.PhoneNumber.resource),
  ClientToken: handlersOf(kinds.ClientToken.resource),
};

const aliases = {
  SipEndpoint: aliasesOf(kinds.SipEndpoint.resource),
  PhoneNumber: aliasesOf(kinds.PhoneNumber.resource),
  ClientToken: aliasesOf(kinds.ClientToken.resource),
};

function handlersOf(resource: Resource): Handlers[] {
  const namesOf = (fields: readonly string[]) => fields.map((field) => argumentName(resource, field));
  return resource.handlers.map((table) => ({
    chooser: argumentName(resource, table.field),
    read: [...new Set(namesOf(Object.values(table.cases).flatMap((each) => each.uses)))],
    ignored: new Map(Object.keys(table.cases).map((handler) => [handler, namesOf(ignoredFields(table, handler))])),
  }));
}

function aliasesOf(resource: Resource): Alias[] {
  return acceptedFields(resource, resource.configuredBy).flatMap((field) => {
    const winner = resource.fields[field]?.aliasOf;
    if (winner === undefined) return [];
    return [{ name: argumentName(resource, field), winner: argumentName(resource, winner) }];
  });
}
