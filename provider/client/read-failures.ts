// Decides how a failed read reaches a drift check. The engine ends a refresh at the first failed read; a check wants the other
// resources too, and its preview stores nothing, so there a failure travels as an output.

/** Set to `true` by a drift check for its own run of the engine, never by people: a refresh that stores would store the failure. */
export const TELL_READ_FAILURES = "PULUMI_SIGNALWIRE_TELL_READ_FAILURES";
