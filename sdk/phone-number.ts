// The class a program configures phone numbers with.

import type * as pulumi from "@pulumi/pulumi";
import {
  type PhoneNumberArgs,
  type PhoneNumberOutputs,
  phoneNumberNames,
  phoneNumberSecrets,
} from "./generated/phone-number.ts";
import { options, pauseStackTraces, properties, reportProblems, resourceWith } from "./register.ts";

const TYPE = "pulumi-nodejs:dynamic/signalwire:PhoneNumber";
const SHAPE = {
  provider: "phoneNumber",
  adoptedBy: ["phoneNumberId", "number"],
  names: phoneNumberNames,
  secrets: phoneNumberSecrets,
} as const;

/**
 * A phone number that the project owns already: its label, and who answers its calls and messages.
 *
 * Adopted by `number` or `phoneNumberId`, exactly one of which is required; never bought and never released.
 * What the program does not set stays as it is. Removing the resource from the stack leaves the number and its settings alone.
 * A number that the project does not own fails the `up`.
 *
 * Source: spec §2.2, §4.2.
 *
 * @example
 * ```ts
 * const support = new PhoneNumber("support", {
 *   number: "+12025550101",
 *   name: "Support line",
 *   callHandler: "relay_sip_endpoint",
 *   callSipEndpointId: desk.id,
 * });
 * export const capabilities = support.capabilities;
 * ```
 */
export class PhoneNumber extends resourceWith<PhoneNumberOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks at a number that this stack does not manage. Everything the service tells of it is an output; it is read
   * anew on each run and never changed.
   *
   * @param id The number's identifier at the service, or the number itself in E.164; the output `phoneNumberId` is the
   * identifier in both cases.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): PhoneNumber {
    return new PhoneNumber(name, undefined, { ...opts, id });
  }

  // The last overload is the one that `validateResourceOfType` of a policy takes the arguments' type from.
  /** @internal What `get` uses: no arguments, and the id among the options. */
  constructor(name: string, args: undefined, opts: pulumi.CustomResourceOptions);
  constructor(name: string, args: PhoneNumberArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: PhoneNumberArgs | undefined, opts?: pulumi.CustomResourceOptions) {
    const resume = pauseStackTraces();
    try {
      super(TYPE, name, properties(SHAPE, name, args, opts), options(SHAPE, args, opts));
      reportProblems(this);
    } catch (error) {
      throw resume(error);
    }
    resume();
  }
}
