// The settings of a provider, from which the schema and the class `Provider` are generated, and their names in messages.

import { isGiven, nameInProgram, own, type Props } from "../../contract/index.ts";
import { namesLike } from "../../contract/names.ts";

/** The stack configuration from the engine. */
export interface StackConfig {
  get(key: string): string | undefined;
  /** True for a provider that the program declares: its settings take precedence over the environment. */
  readonly isDeclared?: true;
  /** The program's name for a declared provider. Undefined for the arguments of a function. */
  readonly providerName?: string;
  /** True when this run's program gave the settings. Otherwise they may come from the state: the settings of the last `up`. */
  readonly isCurrent?: boolean;
}

/** The engine's name for its own provider, which holds the stack's configuration. A version may follow it. */
export const DEFAULT_PROVIDER = "default";

export function isDeclaredProvider(name: string): boolean {
  return name !== DEFAULT_PROVIDER && !name.startsWith(`${DEFAULT_PROVIDER}_`);
}

export const PROVIDER_TYPE = "pulumi:providers:signalwire";

/** Returns the URN of the declared provider to which the engine's reference points; undefined for the engine's own one. */
export function declaredProviderIn(reference = ""): string | undefined {
  const urn = reference.slice(0, reference.lastIndexOf("::"));
  return urn !== "" && isDeclaredProvider(nameInProgram(urn)) ? urn : undefined;
}

/** Returns the settings among a provider's arguments. The engine's own provider has no name of the program. */
export function configOf(args: Props, providerName = DEFAULT_PROVIDER): StackConfig {
  const get = (key: string) => {
    const value = own(args, key.replace(/^signalwire:/, ""));
    return isGiven(value) ? String(value) : undefined;
  };
  return isDeclaredProvider(providerName) ? { get, isDeclared: true, providerName } : { get };
}

/** Enough for the engine's own parallelism on most machines, and far below the service's limits. */
export const DEFAULT_CONCURRENCY = 16;

export interface Setting {
  readonly doc: string;
  readonly type: "string" | "integer" | "number" | "boolean";
  /** The value of a setting that is nowhere set. */
  readonly default?: number | boolean;
  /** The variable that overrides the stack's configuration. */
  readonly variable?: string;
  readonly isSecret?: true;
}

/** The settings under `signalwire:` in a stack's configuration, and on a provider that a program declares. */
export const SETTINGS = {
  projectId: { type: "string", doc: "The project's ID.", variable: "SIGNALWIRE_PROJECT_ID" },
  apiToken: { type: "string", doc: "An API token of the project.", variable: "SIGNALWIRE_API_TOKEN", isSecret: true },
  space: { type: "string", doc: "The name before `.signalwire.com`.", variable: "SIGNALWIRE_SPACE" },
  baseUrl: {
    type: "string",
    doc: "In place of `space`, the address of another server of the same specification.",
    variable: "SIGNALWIRE_BASE_URL",
  },
  concurrency: {
    type: "integer",
    doc: "Requests under way at once.",
    default: DEFAULT_CONCURRENCY,
    variable: "SIGNALWIRE_CONCURRENCY",
  },
  requestsPerSecond: {
    type: "number",
    doc: "Requests that may start within a second. Default: no limit.",
    variable: "SIGNALWIRE_REQUESTS_PER_SECOND",
  },
  adoptMatching: {
    type: "boolean",
    doc: "After an interrupted `up`, adopts objects that agree with the program in every field.",
    default: false,
  },
  previewLookups: {
    type: "boolean",
    doc: "Whether a preview looks up existing objects at the service.",
    default: true,
  },
} as const satisfies { readonly [key: string]: Setting };

export type OverridableSetting = {
  [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends { readonly variable: string } ? Key : never;
}[keyof typeof SETTINGS];

/** Returns the names under which the user sets these keys: arguments of a declared provider or of a function, else keys of the stack. */
export function settingName(config: StackConfig | undefined, ...keys: (keyof typeof SETTINGS)[]): string {
  if (!config?.isDeclared) return keys.map((key) => `signalwire:${key}`).join(" and ");
  return keys.join(" and ") + (config.providerName === undefined ? "" : ` of the provider "${config.providerName}"`);
}

/** Returns the value of a setting; a variable of the environment wins. */
export function settingIn(config: StackConfig | undefined, key: keyof typeof SETTINGS): string | undefined {
  return variableIn(config, key) ?? config?.get(`signalwire:${key}`)?.trim();
}

/** Returns the value of a setting from the environment; undefined for an empty variable, and for one that is overruled. */
export function variableIn(config: StackConfig | undefined, key: keyof typeof SETTINGS): string | undefined {
  const { variable }: Setting = SETTINGS[key];
  if (variable === undefined || isOverruled(config, key)) return undefined;
  return process.env[variable]?.trim() || undefined;
}

/** Returns the environment variable's name if the value comes from it, otherwise the setting's name. */
export function nameInUse(config: StackConfig | undefined, key: OverridableSetting): string {
  return variableIn(config, key) === undefined ? settingName(config, key) : SETTINGS[key].variable;
}

/** Settings that must come from one source: an ID, a token and an address of different accounts must never be combined. */
const TOGETHER: readonly (readonly (keyof typeof SETTINGS)[])[] = [
  ["projectId", "apiToken"],
  ["baseUrl", "space"],
];

/** True for a variable that a declared provider replaces: it states the setting, or another one that must come from the same source. */
function isOverruled(config: StackConfig | undefined, key: keyof typeof SETTINGS): boolean {
  const keys = TOGETHER.find((each) => each.includes(key)) ?? [key];
  return config?.isDeclared === true && keys.some((each) => config.get(`signalwire:${each}`));
}

/** Returns a sentence for each key that is no setting, with the likely name. */
export function unknownSettings(keys: readonly string[], config: StackConfig | undefined): string[] {
  const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  const unknown = keys.filter((key) => !names.some((name) => name === key));
  return unknown.map((key) => {
    const like = namesLike(key, names, 3)[0];
    const meant = like ? `Did you mean ${settingName(config, like)}?` : `The settings are ${names.join(", ")}.`;
    return config?.isDeclared
      ? `There is no argument ${key}. ${meant}`
      : `There is no setting signalwire:${key}. ${meant}`;
  });
}

const SWITCHES = ["adoptMatching", "previewLookups"] as const;

/** Returns a setting that is true or false. */
export function switchIn(config: StackConfig | undefined, key: (typeof SWITCHES)[number]): boolean {
  return (settingIn(config, key)?.toLowerCase() ?? String(SETTINGS[key].default)) === "true";
}

/** Returns a sentence for each setting that must be true or false and is neither. */
export function wrongSwitches(config: StackConfig | undefined): string[] {
  return SWITCHES.flatMap((key) => {
    const text = settingIn(config, key);
    if (text === undefined || /^(?:true|false)$/i.test(text)) return [];
    return [`${settingName(config, key)} must be true or false, and it is ${JSON.stringify(text)}.`];
  });
}

/** Returns how to set a missing setting. */
export function remedy(config: StackConfig | undefined, key: "projectId" | "apiToken" | "space"): string {
  const { variable } = SETTINGS[key];
  if (!config?.isDeclared)
    return `run \`pulumi config set ${key === "apiToken" ? "--secret " : ""}signalwire:${key} <${PLACEHOLDERS[key]}>\` or set ${variable}`;
  const pass = config.providerName === undefined ? `pass \`${key}\`` : `set \`${key}\` in its arguments`;
  return isOverruled(config, key) ? pass : `${pass} or set ${variable}`;
}

const PLACEHOLDERS = { projectId: "the project's ID", apiToken: "an API token", space: "your space" };
