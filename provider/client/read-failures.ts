// Reports failed reads to a drift check as outputs. The engine ends a refresh at the first failed read, but a check needs the
// other resources too. Its preview stores nothing, so the output is never recorded.

/**
 * A drift check sets this to `true` for its own run of the engine. Users must not set it: a refresh that stores would store the
 * failure.
 */
export const REPORT_READ_FAILURES = "PULUMI_SIGNALWIRE_TELL_READ_FAILURES";
