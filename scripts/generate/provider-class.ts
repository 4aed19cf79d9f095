// Generates the class `Provider` and its arguments from the provider's settings.

import { SETTINGS, type Setting } from "../../provider/config/settings.ts";
import { comment } from "./argument-types.ts";
import { settingText } from "./arguments.ts";

export function renderProvider(): string {
  const settings = Object.entries<Setting>(SETTINGS);
  const secrets = settings.flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));
  const properties = secrets.map(
    (name) => `${name}: args.${name} === undefined ? undefined : pulumi.secret(args.${name})`,
  );
  return `// Generated from provider/config/settings.ts by \`npm run generate\`. Do not edit.

import * as pulumi from "@pulumi/pulumi";
import { assertPluginFound } from "../doors.ts";

/** The account of a declared provider, and how it is reached. */
export interface ProviderArgs {
${settings.map(member).join("\n\n")}
}

/**
 * An account of its own for the resources that name it in their option \`provider\`. Use it for several accounts in one stack,
 * and to import objects. These resources are served by the plugin \`signalwire\`: Pulumi.yaml must list it.
 *
 * What the arguments leave out comes from the environment, never from the stack's configuration.
 *
 * @example
 * \`\`\`typescript
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
 * \`\`\`
 */
export class Provider extends pulumi.ProviderResource {
  /** The name of the plugin. */
  static readonly __pulumiType = "signalwire";

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    assertPluginFound();
    const additionalSecretOutputs = [${secrets.map((name) => JSON.stringify(name)).join(", ")}];
    // The plugin refuses unknown arguments of a program without types.
    super("signalwire", name, { ${["...args", ...properties].join(", ")} }, pulumi.mergeOptions(opts, { additionalSecretOutputs }));
  }
}
`;
}

/** Returns the names of the settings, for the check of a stack's configuration keys. */
export function renderSettingNames(): string {
  const names = Object.keys(SETTINGS).map((name) => JSON.stringify(name));
  return `// Generated from provider/config/settings.ts by \`npm run generate\`. Do not edit.

/** The keys under \`signalwire:\` in a stack's configuration. */
export const SETTING_NAMES: readonly string[] = [${names.join(", ")}];
`;
}

function member([name, setting]: readonly [string, Setting]): string {
  const { type, isSecret } = setting;
  const lines = [settingText(setting)];
  if (isSecret) lines.push("Secret: encrypted in state.");
  return `${comment(lines.join("\n"), "  ")}\n  readonly ${name}?: pulumi.Input<${type === "integer" ? "number" : type}> | undefined;`;
}
