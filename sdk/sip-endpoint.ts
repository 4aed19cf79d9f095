// The class a program creates SIP endpoints with.

import type * as pulumi from "@pulumi/pulumi";
import {
  type SipEndpointArgs,
  type SipEndpointOutputs,
  sipEndpointNames,
  sipEndpointSecrets,
} from "./generated/sip-endpoint.ts";
import { options, pauseStackTraces, properties, reportProblems, resourceWith } from "./register.ts";

const TYPE = "pulumi-nodejs:dynamic/signalwire:SipEndpoint";
const SHAPE = {
  provider: "sipEndpoint",
  names: sipEndpointNames,
  secrets: sipEndpointSecrets,
} as const;

/**
 * A SIP endpoint: a user name and password with which a device registers, and the handler that answers calls to it.
 *
 * Created, changed in place and deleted with the stack. An argument that is taken away goes back to its default.
 * A wrong argument fails the preview, with every problem at once; a username that is taken fails the `up`.
 *
 * Source: spec §2.1, §4.1.
 *
 * @example
 * ```ts
 * const config = new pulumi.Config();
 * const desk = new SipEndpoint("desk", {
 *   username: "front-desk",
 *   password: config.requireSecret("deskPassword"),
 *   encryption: "required",
 *   callHandler: "relay_script",
 *   callRelayScriptUrl: "https://example.com/after-hours.json",
 * });
 * export const endpointId = desk.id;
 * ```
 */
export class SipEndpoint extends resourceWith<SipEndpointOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  /**
   * Looks at an endpoint that this stack does not manage. Everything the service tells of it is an output; it is read
   * anew on each run and never changed.
   *
   * @param id The endpoint's identifier at the service.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SipEndpoint {
    return new SipEndpoint(name, undefined, { ...opts, id });
  }

  // The last overload is the one that `validateResourceOfType` of a policy takes the arguments' type from.
  /** @internal What `get` uses: no arguments, and the id among the options. */
  constructor(name: string, args: undefined, opts: pulumi.CustomResourceOptions);
  constructor(name: string, args: SipEndpointArgs, opts?: pulumi.CustomResourceOptions);
  constructor(name: string, args: SipEndpointArgs | undefined, opts?: pulumi.CustomResourceOptions) {
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
