// The settings of a provider, from which the schema and the class `Provider` are generated.

/** Enough for the engine's own parallelism on most machines, and far below the service's limits. */
export const DEFAULT_CONCURRENCY = 16;

export interface Setting {
  readonly doc: string;
  readonly type: "string" | "number" | "boolean";
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
    type: "number",
    doc: `Requests under way at once. Default: ${DEFAULT_CONCURRENCY}.`,
    variable: "SIGNALWIRE_CONCURRENCY",
  },
  requestsPerSecond: {
    type: "number",
    doc: "Requests that may start within a second. Default: no limit.",
    variable: "SIGNALWIRE_REQUESTS_PER_SECOND",
  },
  adoptMatching: {
    type: "boolean",
    doc: "Takes an endpoint over that is exactly as the program says, after an `up` that was interrupted.",
  },
  previewLookups: { type: "boolean", doc: "Whether a preview asks the service what is there already. Default: true." },
} as const satisfies { readonly [key: string]: Setting };
