// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a NumberGroupMembership. Arguments and outputs derive from it. */
export interface NumberGroupMembershipProperties {
  /** The `id` of the NumberGroup. */
  numberGroupId: string;
  /** The `id` of the PhoneNumber that joins the group. The provider adds no number to a group twice. */
  phoneNumberId: string;
  /**
   * Takes over a number group membership that has this `numberGroupId` and `phoneNumberId` already, and sets it to the program's values.
   * Default: `false`.
   */
  adopt?: boolean;
}

/** What a program sets on a NumberGroupMembership. */
export interface NumberGroupMembershipArgs extends Needs<NumberGroupMembershipProperties, "numberGroupId" | "phoneNumberId">, Takes<NumberGroupMembershipProperties, "adopt"> {}

/** The outputs of a NumberGroupMembership: what the program set, and what the service or the provider added. */
export interface NumberGroupMembership extends pulumi.CustomResource, OutputsOf<NumberGroupMembershipProperties> {}

export interface NumberGroupMembershipClass extends FoundClass<"NumberGroupMembership", NumberGroupMembership> {
  new (name: string, args: NumberGroupMembershipArgs, opts?: pulumi.CustomResourceOptions): NumberGroupMembership;
}

/**
 * A number's place in a number group.
 *
 * Created and deleted with the stack; a change of an argument replaces it. The number stays with the project.
 *
 * Its `id` is the group's id, a slash and the membership's own identifier. An import also finds it by the group's id, a slash and the number's id.
 *
 * A group that somebody deletes takes its memberships along: the next refresh drops them all, and an `up` makes them anew.
 *
 * `NumberGroupMembership.get(name, id)` reads a number group membership without managing it. `id` is the `numberGroupId`, a slash and the number group membership's identifier at the service.
 *
 * @example
 * ```typescript
 * import { NumberGroup, NumberGroupMembership } from "pulumi-signalwire";
 *
 * const alerts = NumberGroup.getByName("alerts", "Alerts");
 * const alert = new NumberGroupMembership("alert", {
 *   numberGroupId: alerts.id,
 *   phoneNumberId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
 * });
 * export const membershipId = alert.id;
 * ```
 */
export const NumberGroupMembership: NumberGroupMembershipClass = resourceClass("NumberGroupMembership", {
  deletesFirst: true,
  names: ["numberGroupId", "phoneNumberId", "adopt"],
  secrets: [],
});

/** A number group membership as the service shows it. */
export interface NumberGroupMembershipResult extends Shows<NumberGroupMembershipProperties, "numberGroupId" | "phoneNumberId"> {}

/** Which number group memberships `getNumberGroupMemberships` returns: those that have these texts in them. */
export interface GetNumberGroupMembershipsArgs extends Filters<never> {}

/**
 * Returns all number group memberships of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getNumberGroupMemberships(
  filters: GetNumberGroupMembershipsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly numberGroupMemberships: readonly NumberGroupMembershipResult[] }> {
  return listed("NumberGroupMembership", "NumberGroupMemberships", filters, opts);
}
