// The arguments with which the first `up` adopts an object without changing it.

import { argumentNames, type Body, isGiven, type Resource, toCamel } from "../../contract/index.ts";
import type { Live } from "../../provider/client/answers.ts";
import { inputsFromLive } from "../../provider/fields/inward.ts";
import { changesOf } from "../../provider/fields/outward.ts";
import { argumentsFor, idleArguments, survives } from "../../provider/lifecycle/imported.ts";

export type Arguments = { readonly [argument: string]: unknown };

export interface Declared {
  readonly args: Arguments;
  /**
   * Handlers whose idle fields the program sets too. TypeScript allows those fields only beside a handler that is an output.
   */
  readonly openHandlers: readonly string[];
  /** Settings of the object that the program omits, each with the reason. */
  readonly omitted: readonly string[];
}

/**
 * Returns a function for objects of a class. It returns the arguments, or a sentence why no program can declare the object as
 * it is.
 */
export function declarer(resource: Resource, profile: Body | undefined): (live: Live) => Declared | string {
  const label = toCamel(resource.label);
  // The identifying argument comes first, then the order of the contract.
  const order = [...new Set([label, ...Object.keys(resource.settings ?? {}), ...argumentNames(resource)])];
  const keepsOthers = !resource.operations.create;

  return (live) => {
    const { args, problems, omitted } = argumentsFor(resource, live, profile, keepers(resource));
    const idle = idleArguments(resource, args);
    const given = Object.fromEntries(Object.entries(args).filter(([name]) => !(keepsOthers && idle.has(name))));
    if (problems.length > 0) return problems.map(({ field, detail }) => `${field} ${detail}`).join("; ");
    const unsound = Object.entries(given).find(([, value]) => !survives(value));
    if (unsound) return `${unsound[0]} holds text that is no Unicode`;
    const changes = Object.keys(
      changesOf(resource, inputsFromLive(resource, given, live, { isFirst: true, profile }), given),
    );
    if (changes.length > 0) return `the first up would write ${changes.join(", ")}`;
    const ordered = order.filter((name) => isGiven(given[name])).map((name) => [name, given[name]]);
    return { args: Object.fromEntries(ordered), openHandlers: keepsOthers ? [] : [...new Set(idle.values())], omitted };
  };
}

function keepers(resource: Resource): Arguments {
  const names = Object.entries(resource.settings ?? {}).flatMap(([name, { adoptsAsIs }]) => (adoptsAsIs ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, true]));
}
