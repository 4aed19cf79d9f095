// Generated from provider/config/settings.ts by `npm run generate`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import { assertPluginFound } from "../doors.ts";

/** The account of a declared provider, and how it is reached. */
export interface ProviderArgs {
  /** The project's ID. Or the environment variable SIGNALWIRE_PROJECT_ID. */
  readonly projectId?: pulumi.Input<string> | undefined;

  /**
   * An API token of the project. Or the environment variable SIGNALWIRE_API_TOKEN.
   * Secret: encrypted in state.
   */
  readonly apiToken?: pulumi.Input<string> | undefined;

  /** The name before `.signalwire.com`. Or the environment variable SIGNALWIRE_SPACE. */
  readonly space?: pulumi.Input<string> | undefined;

  /** In place of `space`, the address of another server of the same specification. Or the environment variable SIGNALWIRE_BASE_URL. */
  readonly baseUrl?: pulumi.Input<string> | undefined;

  /** Requests under way at once. Default: `16`. Or the environment variable SIGNALWIRE_CONCURRENCY. */
  readonly concurrency?: pulumi.Input<number> | undefined;

  /** Requests that may start within a second. Default: no limit. Or the environment variable SIGNALWIRE_REQUESTS_PER_SECOND. */
  readonly requestsPerSecond?: pulumi.Input<number> | undefined;

  /** After an interrupted `up`, adopts objects that agree with the program in every field. Default: `false`. */
  readonly adoptMatching?: pulumi.Input<boolean> | undefined;

  /** Whether a preview looks up existing objects at the service. Default: `true`. */
  readonly previewLookups?: pulumi.Input<boolean> | undefined;
}

/**
 * An account of its own for the resources that name it in their option `provider`. Use it for several accounts in one stack,
 * and to import objects. These resources are served by the plugin `signalwire`: Pulumi.yaml must list it.
 *
 * What the arguments leave out comes from the environment, never from the stack's configuration.
 *
 * @example
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import { Provider, SipEndpoint } from "pulumi-signalwire";
 *
 * const config = new pulumi.Config();
 * const europe = new Provider("europe", {
 *   space: "example-eu",
 *   projectId: config.require("europeProjectId"),
 *   apiToken: config.requireSecret("europeApiToken"),
 * });
 * new SipEndpoint("berlin", { username: "berlin", password: config.requireSecret("password") }, { provider: europe });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /** The name of the plugin. */
  static readonly __pulumiType = "signalwire";

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    assertPluginFound();
    const additionalSecretOutputs = ["apiToken"];
    // The plugin refuses unknown arguments of a program without types.
    super("signalwire", name, { ...args, apiToken: args.apiToken === undefined ? undefined : pulumi.secret(args.apiToken) }, pulumi.mergeOptions(opts, { additionalSecretOutputs }));
  }
}
