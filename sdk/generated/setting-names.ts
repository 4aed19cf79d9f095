// Generated from provider/config/settings.ts by `npm run generate`. Do not edit.

/** The keys under `signalwire:` in a stack's configuration. */
export const SETTING_NAMES: readonly string[] = ["projectId", "apiToken", "space", "baseUrl", "concurrency", "requestsPerSecond", "adoptMatching", "previewLookups"];
