// The class a program issues client tokens with.

import type * as pulumi from "@pulumi/pulumi";
import {
  type ClientTokenArgs,
  type ClientTokenOutputs,
  clientTokenNames,
  clientTokenSecrets,
} from "./generated/client-token.ts";
import { options, pauseStackTraces, properties, reportProblems, resourceWith } from "./register.ts";

const TYPE = "pulumi-nodejs:dynamic/signalwire:ClientToken";
const SHAPE = {
  provider: "clientToken",
  names: clientTokenNames,
  secrets: clientTokenSecrets,
} as const;

/**
 * A short-lived JWT with which a browser or mobile client connects under a resource name, and the refresh token beside it.
 *
 * Issued when the resource is created. Once it is within `renewBefore` minutes of its end, the next preview shows
 * that it is due and the next `up` renews it under the same name; `refresh` never does. Both tokens are encrypted in
 * state. A token cannot be called back: removing the resource forgets it, and it ends by itself.
 *
 * Source: spec §2.3, §4.3, §4.4.
 *
 * @example
 * ```ts
 * const token = new ClientToken("alice", { resourceName: "alice", expiresIn: 60 });
 * export const jwt = token.jwtToken; // a secret output
 * export const validUntil = token.expiresAt;
 * ```
 */
export class ClientToken extends resourceWith<ClientTokenOutputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;

  constructor(name: string, args: ClientTokenArgs = {}, opts?: pulumi.CustomResourceOptions) {
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
