// Decides how a failed read reaches a drift check. The engine ends a refresh at the first failed read; a check wants the other
// resources too, and its preview stores nothing, so there a failure travels as an output.

/** Set to `true` by a drift check for its own run of the engine, never by people: a refresh that stores would store the failure. */
export const TELL_READ_FAILURES = "PULUMI_SIGNALWIRE_TELL_READ_FAILURES";

/** The output that carries the failure. */
export const READ_FAILURE = "__readFailure";

/** The output that tells, in such a run, which fields name an object that is not there. */
export const DANGLING = "__dangling";

/** What is set where the program says nothing, defaults left out, under the API's names: as it was at the last `up` or refresh. */
export const LEFT = "__left";

/**
 * Settings that were found when the object was adopted and are not the defaults; what `onDestroy: "restore"` puts back. Also tells
 * an object that was adopted from one that is only looked at.
 */
export const FOUND = "__found";

/** Arguments that were set once and then taken away: they are managed still, at their defaults. */
export const CLEARED = "__cleared";

export interface ReadFailure {
  readonly code: string;
  readonly message: string;
}
