// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idByKey, listed } from "../look-up.ts";
import { pauseStackTraces, registration, reportFindings, resourceWith, type Shape } from "../register.ts";
import type { Needs, OutputsOf, Shows, Takes } from "../types.ts";

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
export interface QueueOutputs extends pulumi.CustomResource, OutputsOf<QueueProperties> {}

/** Every property a Queue can have. */
export const queueNames = ["friendlyName", "adopt", "maxSize"] as const;

/** Arguments and outputs that are encrypted in state. */
export const queueSecrets = [] as const;

const TYPE = "pulumi-nodejs:dynamic/signalwire:Queue";
const SHAPE: Shape = {
  type: TYPE,
  pluginType: "signalwire:index:Queue",
  provider: "queue",
  key: "friendlyName",
  deletesFirst: true,
  names: queueNames,
  secrets: queueSecrets,
};

/**
 * A queue in which callers wait until a script or program connects them. Scripts name it.
 *
 * Created, changed in place and deleted with the stack. A script that still names it makes a new one of the same name, without a limit.
 *
 * If the answer to a creation is lost and no new queue has the same values, the `up` fails instead of asking twice.
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
export class Queue extends resourceWith<QueueOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks up a queue that this stack does not manage. Everything that the service returns is an output. It is read
   * again in each run and never changed.
   *
   * @param id - the queue's identifier at the service.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Queue {
    return new Queue(name, undefined as unknown as QueueArgs, { ...opts, id });
  }

  /**
   * Looks at the queue with this `friendlyName`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  static getByFriendlyName(name: string, friendlyName: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): Queue {
    return Queue.get(name, idByKey(SHAPE, friendlyName, opts), opts);
  }

  constructor(name: string, args: QueueArgs, opts?: pulumi.CustomResourceOptions) {
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

/** A queue as the service shows it. */
export interface QueueResult extends Shows<QueueProperties, "friendlyName" | "maxSize"> {
  /** The queue's id. */
  readonly id: string;
}

/** Which queues `getQueues` returns. */
export interface GetQueuesArgs {

}

/**
 * Returns all queues of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 *
 * @example
 * ```typescript
 * import { getQueues } from "pulumi-signalwire";
 *
 * export const ids = getQueues().apply(({ queues }) => queues.map(({ id }) => id));
 * ```
 */
export function getQueues(
  filters: GetQueuesArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly queues: readonly QueueResult[] }> {
  return listed("Queue", "Queues", filters, opts);
}
