// Checks the effective configuration and the source of each value.

import { namesLike } from "../../contract/index.ts";
import {
  addressInUse,
  ConfigurationError,
  type Connection,
  readConnection,
  type StackConfig,
} from "../../provider/config/config.ts";
import { SETTINGS, type Setting } from "../../provider/config/settings.ts";
import { type Check, checking } from "./report.ts";

export type ConfigValues = {
  readonly [key: string]: { readonly value: string; readonly secret?: boolean | undefined };
};

interface Configured {
  /** `address`: the setting with the service's address. Undefined when the configuration cannot be used. */
  readonly asked?: { readonly connection: Connection; readonly address: string };
  readonly checks: readonly Check[];
}

const PREFIX = "signalwire:";

/**
 * Checks the configuration. `values` is undefined when no stack's configuration could be read; then only the environment
 * counts. A project named like the prefix has keys of its own under it.
 */
export function checkConfiguration(values: ConfigValues | undefined, project?: string): Configured {
  const check = checking("configuration", "Configuration");
  const config: StackConfig | undefined = values && { get: (key) => values[key]?.value };
  const stored = values === undefined ? [] : storedChecks(values, `${project}:` === PREFIX);
  try {
    const asked = { connection: readConnection(config), address: addressInUse(config) };
    return { asked, checks: [check.ok(sources(config)), ...stored] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { checks: [check.problem(`it cannot be used (${sources(config)})`, error.problems), ...stored] };
  }
}

/** Each setting with its source, never with its value. */
function sources(config: StackConfig | undefined): string {
  const settings: [string, Setting][] = Object.entries(SETTINGS);
  const service = ["SIGNALWIRE_BASE_URL", "SIGNALWIRE_SPACE"];
  // A variable for the service's address overrides both keys of the configuration.
  const isServiceGiven = service.some(isExported);
  const found = settings.flatMap(([key, { variable = "" }]) => {
    if (isExported(variable)) return [`${key} from ${variable}`];
    if (isServiceGiven && service.includes(variable)) return [];
    return config?.get(PREFIX + key)?.trim() ? [`${key} from ${PREFIX}${key}`] : [];
  });
  return found.join(", ") || "nothing is set";
}

export function isExported(variable: string): boolean {
  return Boolean(process.env[variable]?.trim());
}

function storedChecks(values: ConfigValues, isProjects: boolean): Check[] {
  const secrecy = checking("configuration-secrets", "Stored secrets");
  const names = checking("configuration-names", "Setting names");
  const known = Object.keys(SETTINGS);
  const open = Object.entries(SETTINGS as { [key: string]: Setting }).filter(
    ([key, { isSecret }]) => isSecret && values[PREFIX + key]?.value && !values[PREFIX + key]?.secret,
  );
  const unknown = Object.keys(values).filter(
    (key) => !isProjects && key.startsWith(PREFIX) && !known.includes(key.slice(PREFIX.length)),
  );
  return [
    open.length === 0
      ? secrecy.ok()
      : secrecy.problem(
          `${open.map(([key]) => PREFIX + key).join(", ")} is stored in clear in the stack's configuration file`,
          [
            `Encrypt it: \`pulumi config set --secret ${PREFIX}${open[0]?.[0]}\`.`,
            "If the file was committed or shared, make a new token in your SignalWire space and delete this one.",
          ],
        ),
    unknown.length === 0
      ? names.ok()
      : names.warning(
          `${unknown.join(", ")}: no such setting, so it has no effect`,
          ...unknown.flatMap((key) =>
            namesLike(key.slice(PREFIX.length), known, 3)
              .slice(0, 1)
              .map((name) => `Did you mean ${PREFIX}${name}?`),
          ),
        ),
  ];
}
