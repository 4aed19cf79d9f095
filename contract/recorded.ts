// The names of what the state records of an object beside its properties, and what each one means.

/** The shape of the outputs, a number (provider/lifecycle/migrations.ts). */
export const SCHEMA_VERSION_NAME = "schemaVersion";

/** The project that the object belongs to, in lower case. */
export const PROJECT = "__project";

/** Argument → the value that the service made of it, for values that it did not store as they were sent. */
export const NORMALISED = "__normalised";

/**
 * Field → value of the settings that were not at their defaults when the object was adopted: `onDestroy: "restore"` puts them back.
 * Every adopted object has it, an object that is only looked at has not.
 */
export const FOUND = "__found";

/**
 * Field → value of the settings that the program does not name and that are not at their defaults, as a person last accepted them: the
 * baseline for what changes by hand. During a drift check: as they are.
 */
export const LEFT = "__left";

/** During a drift check: how the settings that the program does not name differ from the baseline, secrets masked. */
export const UNWATCHED = "__unwatched";

export interface UnwatchedChange {
  readonly field: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** The arguments that were set once and then taken away: they stay managed, at their defaults. */
export const CLEARED = "__cleared";

/** During a drift check: the fields that name an object which the project does not have. */
export const DANGLING = "__dangling";

/** During a drift check: why the object could not be read, a `ReadFailure`. */
export const READ_FAILURE = "__readFailure";

export interface ReadFailure {
  readonly code: string;
  readonly message: string;
}
