// The objects that a program creates and that a unique key finds again, of every such kind in the registry.

import { type Resource, type ResourceName, resourceNames, resources, toCamel } from "../../../contract/index.ts";
import { SMALLEST } from "../../conformance/tables.ts";

/** The kinds that a program makes and changes, each on its own, with any text as the unique key. */
export type MadeKind = Exclude<
  ResourceName,
  "PhoneNumber" | "ClientToken" | "SubscriberToken" | "SipProfile" | "NumberGroupMembership"
>;

export const MADE_KINDS = resourceNames.filter((name): name is MadeKind => {
  const { operations, uniqueKey, parent }: Resource = resources[name];
  return operations.delete !== undefined && uniqueKey !== undefined && parent === undefined;
});

export function keyNameOf(kind: MadeKind): string {
  const resource: Resource = resources[kind];
  return toCamel(resource.uniqueKey ?? "");
}

/** Returns the arguments of an object whose program sets nothing optional, with this unique key. */
export function argumentsOf(kind: MadeKind, key: string): { readonly [argument: string]: unknown } {
  const smallest = Object.entries(SMALLEST[kind]).map(([wire, value]) => [toCamel(wire), value]);
  return { ...Object.fromEntries(smallest), [keyNameOf(kind)]: key };
}
