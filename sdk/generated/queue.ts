// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a Queue. Arguments and outputs derive from it. */
export interface QueueProperties {
  /** The name by which a script finds the queue. The provider makes no second queue of the same name in a project. */
  friendlyName: string;
  /**
   * Takes over a queue that has this `friendlyName` already, and sets it to the program's values.
   * Default: `false`.
   */
  adopt?: boolean;
  /** The largest number of callers who wait at a time. Without it, there is no limit. */
  maxSize?: number;
}

/** What a program sets on a Queue. */
export interface QueueArgs extends Needs<QueueProperties, "friendlyName">, Takes<QueueProperties, "adopt" | "maxSize"> {}

/** The outputs of a Queue: what the program set, and what the service or the provider added. */
export interface Queue extends pulumi.CustomResource, OutputsOf<QueueProperties> {}

export interface QueueClass extends FoundClass<"Queue", Queue> {
  new (name: string, args: QueueArgs, opts?: pulumi.CustomResourceOptions): Queue;

  /**
   * Looks at the queue with this `friendlyName`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByFriendlyName(name: string, friendlyName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): Queue;
}

/**
 * A queue in which callers wait until a script or program connects them. Scripts name it.
 *
 * Created, changed in place and deleted with the stack. A script that still names it makes a new one of the same name, without a limit.
 *
 * The first call that a script sends to an unknown queue makes the queue: such a queue exists before the program. `adopt: true` takes it over.
 *
 * How many callers wait, and how long, is neither an output nor drift. The reference server plays no queue.
 *
 * `Queue.get(name, id)` reads a queue without managing it. `id` is the queue's identifier at the service. `Queue.getByFriendlyName(name, friendlyName)` finds it by its friendlyName.
 *
 * @example
 * ```typescript
 * import { Queue } from "pulumi-signalwire";
 *
 * const waiting = new Queue("waiting", { friendlyName: "support", maxSize: 50 });
 * export const queueId = waiting.id;
 * ```
 */
export const Queue: QueueClass = resourceClass("Queue", {
  key: "friendlyName",
  deletesFirst: true,
  names: ["friendlyName", "adopt", "maxSize"],
  secrets: [],
});

/** A queue as the service shows it. */
export interface QueueResult extends Shows<QueueProperties, "friendlyName" | "maxSize"> {}

/** Which queues `getQueues` returns: those that have these texts in them. */
export interface GetQueuesArgs extends Filters<never> {}

/**
 * Returns all queues of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getQueues(
  filters: GetQueuesArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly queues: readonly QueueResult[] }> {
  return listed("Queue", "Queues", filters, opts);
}
