// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idByKey, listed } from "../look-up.ts";
import { pauseStackTraces, registration, reportFindings, resourceWith, type Shape } from "../register.ts";
import type { Needs, OutputsOf, Shows, Takes } from "../types.ts";

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
export interface NumberGroupOutputs extends pulumi.CustomResource, OutputsOf<NumberGroupProperties> {}

/** Every property a NumberGroup can have. */
export const numberGroupNames = ["name", "adopt", "stickySender"] as const;

/** Arguments and outputs that are encrypted in state. */
export const numberGroupSecrets = [] as const;

const TYPE = "pulumi-nodejs:dynamic/signalwire:NumberGroup";
const SHAPE: Shape = {
  type: TYPE,
  pluginType: "signalwire:index:NumberGroup",
  provider: "numberGroup",
  key: "name",
  deletesFirst: true,
  names: numberGroupNames,
  secrets: numberGroupSecrets,
};

/**
 * A group of the project's numbers. A message from the group takes one of them as its sender.
 *
 * Created, changed in place and deleted with the stack. Its numbers stay with the project.
 *
 * If the answer to a creation is lost and no new number group has the same values, the `up` fails instead of asking twice.
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
export class NumberGroup extends resourceWith<NumberGroupOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks up a number group that this stack does not manage. Everything that the service returns is an output. It is read
   * again in each run and never changed.
   *
   * @param id - the number group's identifier at the service.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): NumberGroup {
    return new NumberGroup(name, undefined as unknown as NumberGroupArgs, { ...opts, id });
  }

  /**
   * Looks at the number group with this `name`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  static getByName(name: string, numberGroupName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): NumberGroup {
    return NumberGroup.get(name, idByKey(SHAPE, numberGroupName, opts), opts);
  }

  constructor(name: string, args: NumberGroupArgs, opts?: pulumi.CustomResourceOptions) {
    const resume = pauseStackTraces();
    try {
      const { type, properties, options } = registration(SHAPE, name, args, opts);
      super(type, name, properties, options);
      reportFindings(this, properties);
    } catch (error) {
      throw resume(error);
    }
    resume();
  }
}

/** A number group as the service shows it. */
export interface NumberGroupResult extends Shows<NumberGroupProperties, "name" | "stickySender"> {
  /** The number group's id. */
  readonly id: string;
}

/** Which number groups `getNumberGroups` returns. */
export interface GetNumberGroupsArgs {
  /** Only those that have this text in it. */
  readonly name?: pulumi.Input<string> | undefined;
}

/**
 * Returns all number groups of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 *
 * @example
 * ```typescript
 * import { getNumberGroups } from "pulumi-signalwire";
 *
 * export const ids = getNumberGroups().apply(({ numberGroups }) => numberGroups.map(({ id }) => id));
 * ```
 */
export function getNumberGroups(
  filters: GetNumberGroupsArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly numberGroups: readonly NumberGroupResult[] }> {
  return listed("NumberGroup", "NumberGroups", filters, opts);
}
