// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { type ResourceClass, resourceClass } from "../resource-class.ts";
import type { Needs, OutputsOf, Takes } from "../types.ts";

/** Every property of a SubscriberToken. Arguments and outputs derive from it. */
export interface SubscriberTokenProperties {
  /** The text that identifies the subscriber in the project, such as a mail address. */
  reference: string;
  /**
   * The token's lifetime in minutes, not seconds. It is sent as `expireAt`.
   * Default: `120`.
   */
  expiresIn?: number;
  /**
   * How many minutes before it expires the token counts as due and the next `up` renews it. Less than `expiresIn`.
   * Default: a third of `expiresIn`.
   */
  renewBefore?: number;
  /**
   * When an `up` renews the token: once it is due, every time, or not at all.
   * Allowed values: `whenDue`, `always`, `never`.
   * Default: `"whenDue"`.
   */
  rotation?: "whenDue" | "always" | "never";
  /**
   * The token to hand to the client.
   * Secret: encrypted in state.
   */
  token: string;
  /**
   * Renews the token. Keep it on the server's side.
   * Secret: encrypted in state.
   */
  refreshToken: string;
  /** The subscriber's identifier at the service. */
  subscriberId?: string;
  /** When the token was issued. UTC, ISO 8601. */
  issuedAt: string;
  /** When the token expires. UTC, ISO 8601. */
  expiresAt: string;
}

/** What a program sets on a SubscriberToken. */
export interface SubscriberTokenArgs extends Needs<SubscriberTokenProperties, "reference">, Takes<SubscriberTokenProperties, "expiresIn" | "renewBefore" | "rotation"> {}

/** The outputs of a SubscriberToken: what the program set, and what the service or the provider added. */
export interface SubscriberToken extends pulumi.CustomResource, OutputsOf<SubscriberTokenProperties> {}

export interface SubscriberTokenClass extends ResourceClass<"SubscriberToken"> {
  new (name: string, args: SubscriberTokenArgs, opts?: pulumi.CustomResourceOptions): SubscriberToken;
}

/**
 * A token with which a browser or mobile client connects as a subscriber, without ever seeing the project's API token. The Browser SDK takes it from version 3 on.
 *
 * An `up` issues the token, and the service makes the subscriber if it has none of this reference. Within `renewBefore` minutes of its end it is due: a preview shows an update (`~ rotateAt`), and the next `up` renews it for the same subscriber. A refresh does not renew. Both tokens are encrypted in the state. No token can be revoked: removing the resource forgets it, and it ends by itself; the subscriber stays. No token can be imported.
 *
 * The service encrypts the token, so its end follows from `expiresIn` and the clock of the machine that runs the `up`. A renewal exchanges the refresh token if `expiresIn` is 120, which each exchange grants. Otherwise it issues another token.
 *
 * @example
 * ```typescript
 * import { SubscriberToken } from "pulumi-signalwire";
 *
 * const visitor = new SubscriberToken("visitor", { reference: "alice@example.com", expiresIn: 60 });
 * export const visitorToken = visitor.token;
 * ```
 */
export const SubscriberToken: SubscriberTokenClass = resourceClass("SubscriberToken", {
  names: ["reference", "expiresIn", "renewBefore", "rotation", "token", "refreshToken", "subscriberId", "issuedAt", "expiresAt"],
  secrets: ["token", "refreshToken"],
});
