// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** What a program sets on a ClientToken. */
export interface ClientTokenArgs {
  /**
   * How many minutes before it expires the token counts as due and the next `up` renews it. Less than `expiresIn`.
   * Default: a third of `expiresIn`.
   * Source: spec §4.4.
   */
  renewBefore?: pulumi.Input<number> | undefined;

  /**
   * When an `up` renews the token: once it is due, every time, or not at all.
   * Allowed values: `whenDue`, `always`, `never`.
   * Default: `"whenDue"`.
   * Source: spec §4.4.
   */
  rotation?: pulumi.Input<"whenDue" | "always" | "never"> | undefined;

  /**
   * The name under which the client is reached and from which its calls come.
   * Default: a random UUID.
   * Source: spec §4.3, §5.
   */
  resourceName?: pulumi.Input<string> | undefined;

  /**
   * The token's lifetime in minutes, not seconds. The client is cut off when it is over.
   * Default: `15`.
   * Source: spec §4.3, §8.
   */
  expiresIn?: pulumi.Input<number> | undefined;
}

/** The outputs of a ClientToken: what the program set, and what the service or the provider added. */
export interface ClientTokenOutputs extends pulumi.CustomResource {
  /**
   * How many minutes before it expires the token counts as due and the next `up` renews it. Less than `expiresIn`.
   * Default: a third of `expiresIn`.
   * Source: spec §4.4.
   */
  readonly renewBefore: pulumi.Output<number | undefined>;

  /**
   * When an `up` renews the token: once it is due, every time, or not at all.
   * Allowed values: `whenDue`, `always`, `never`.
   * Default: `"whenDue"`.
   * Source: spec §4.4.
   */
  readonly rotation: pulumi.Output<"whenDue" | "always" | "never" | undefined>;

  /**
   * The name under which the client is reached and from which its calls come.
   * Default: a random UUID.
   * Source: spec §4.3, §5.
   */
  readonly resourceName: pulumi.Output<string>;

  /**
   * The token's lifetime in minutes, not seconds. The client is cut off when it is over.
   * Default: `15`.
   * Source: spec §4.3, §8.
   */
  readonly expiresIn: pulumi.Output<number | undefined>;

  /**
   * The token to hand to the client. It is signed, so the client can read but not change it.
   * Secret: encrypted in state.
   * Source: spec §2.3.
   */
  readonly jwtToken: pulumi.Output<string>;

  /**
   * Renews the token. Keep it on the server's side.
   * Secret: encrypted in state.
   * Source: spec §2.3.
   */
  readonly refreshToken: pulumi.Output<string>;

  /**
   * When the token was issued.
   * Source: gap token-claims.
   */
  readonly issuedAt: pulumi.Output<string>;

  /**
   * When the token expires and its client is cut off.
   * Source: gap token-claims.
   */
  readonly expiresAt: pulumi.Output<string>;
}

/** Every property a ClientToken can have. */
export const clientTokenNames = ["renewBefore", "rotation", "resourceName", "expiresIn", "jwtToken", "refreshToken", "issuedAt", "expiresAt"] as const;

/** Arguments and outputs that are encrypted in state. */
export const clientTokenSecrets = ["jwtToken", "refreshToken"] as const;
