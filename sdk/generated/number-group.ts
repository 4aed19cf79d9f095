// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a NumberGroup. Arguments and outputs derive from it. */
export interface NumberGroupProperties {
  /** A label to tell the project's groups apart. The provider makes no second group of the same name in a project. */
  name: string;
  /**
   * Takes over a number group that has this `name` already, and sets it to the program's values.
   * Default: `false`.
   */
  adopt?: boolean;
  /**
   * Whether everybody who gets messages from the group always gets them from the same number. Without it, each message takes any of the numbers.
   * Default: `false`.
   */
  stickySender?: boolean;
}

/** What a program sets on a NumberGroup. */
export interface NumberGroupArgs extends Needs<NumberGroupProperties, "name">, Takes<NumberGroupProperties, "adopt" | "stickySender"> {}

/** The outputs of a NumberGroup: what the program set, and what the service or the provider added. */
export interface NumberGroup extends pulumi.CustomResource, OutputsOf<NumberGroupProperties> {}

export interface NumberGroupClass extends FoundClass<"NumberGroup", NumberGroup> {
  new (name: string, args: NumberGroupArgs, opts?: pulumi.CustomResourceOptions): NumberGroup;

  /**
   * Looks at the number group with this `name`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByName(name: string, numberGroupName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): NumberGroup;
}

/**
 * A group of the project's numbers. A message from the group takes one of them as its sender.
 *
 * Created, changed in place and deleted with the stack. Its numbers stay with the project.
 *
 * A NumberGroupMembership adds a number. How many the group has is neither an output nor drift.
 *
 * `NumberGroup.get(name, id)` reads a number group without managing it. `id` is the number group's identifier at the service. `NumberGroup.getByName(name, numberGroupName)` finds it by its name.
 *
 * @example
 * ```typescript
 * import { NumberGroup } from "pulumi-signalwire";
 *
 * const reminders = new NumberGroup("reminders", { name: "Reminders", stickySender: true });
 * export const groupId = reminders.id;
 * ```
 */
export const NumberGroup: NumberGroupClass = resourceClass("NumberGroup", {
  key: "name",
  deletesFirst: true,
  names: ["name", "adopt", "stickySender"],
  secrets: [],
});

/** A number group as the service shows it. */
export interface NumberGroupResult extends Shows<NumberGroupProperties, "name" | "stickySender"> {}

/** Which number groups `getNumberGroups` returns: those that have these texts in them. */
export interface GetNumberGroupsArgs extends Filters<"name"> {}

/**
 * Returns all number groups of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getNumberGroups(
  filters: GetNumberGroupsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly numberGroups: readonly NumberGroupResult[] }> {
  return listed("NumberGroup", "NumberGroups", filters, opts);
}
