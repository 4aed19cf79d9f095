// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { type ResourceClass, resourceClass } from "../resource-class.ts";
import type { OutputsOf, Takes } from "../types.ts";

/** Every property of a ClientToken. Arguments and outputs derive from it. */
export interface ClientTokenProperties {
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
   * The name under which the client is reached and from which its calls come.
   * Default: a random UUID.
   */
  resource: string;
  /**
   * The token's lifetime in minutes, not seconds. The client is cut off when it is over.
   * Default: `15`.
   */
  expiresIn?: number;
  /**
   * The token to hand to the client. It is signed, so the client can read but not change it.
   * Secret: encrypted in state.
   */
  jwtToken: string;
  /**
   * Renews the token. Keep it on the server's side.
   * Secret: encrypted in state.
   */
  refreshToken: string;
  /** When the token was issued. UTC, ISO 8601. */
  issuedAt: string;
  /** When the token expires. UTC, ISO 8601. */
  expiresAt: string;
}

/** What a program sets on a ClientToken. */
export type ClientTokenArgs = Takes<ClientTokenProperties, "renewBefore" | "rotation" | "resource" | "expiresIn">;

/** The outputs of a ClientToken: what the program set, and what the service or the provider added. */
export interface ClientToken extends pulumi.CustomResource, OutputsOf<ClientTokenProperties> {}

export interface ClientTokenClass extends ResourceClass<"ClientToken"> {
  new (name: string, args?: ClientTokenArgs, opts?: pulumi.CustomResourceOptions): ClientToken;
}

/**
 * A JWT with which a browser or mobile client connects under a resource name, without ever seeing the project's API token.
 *
 * An `up` issues the token. Within `renewBefore` minutes of its end it is due: a preview shows an update (`~ rotateAt`), and the next `up` renews it under the same name. A refresh does not renew. If a token becomes due after its plan was saved (`--plan`), the engine refuses the renewal: save a new plan. Both tokens are encrypted in the state. No token can be revoked: removing the resource forgets it, and it ends by itself. No token can be imported.
 *
 * `issueClientToken({ resource, expiresIn })` issues a token on each `up`, and `refreshClientToken({ refreshToken })` renews one. The state does not keep these tokens.
 *
 * A web server that hands out tokens imports both functions from `pulumi-signalwire/tokens`. There they return promises and do not load Pulumi, as in examples/browser-client.
 *
 * @example
 * ```typescript
 * import { ClientToken } from "pulumi-signalwire";
 *
 * const alice = new ClientToken("alice", { resource: "alice", expiresIn: 60 });
 * export const jwt = alice.jwtToken;
 * export const validUntil = alice.expiresAt;
 * ```
 */
export const ClientToken: ClientTokenClass = resourceClass("ClientToken", {
  names: ["renewBefore", "rotation", "resource", "expiresIn", "jwtToken", "refreshToken", "issuedAt", "expiresAt"],
  secrets: ["jwtToken", "refreshToken"],
});
