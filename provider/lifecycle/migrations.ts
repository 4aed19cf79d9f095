// Migrates outputs that an earlier release stored. tests/provider/fixtures has one file for every shape that was ever stored.

import { SCHEMA_VERSION_NAME, withRecords } from "../../contract/index.ts";
import { OperationFailure } from "./failures.ts";
import { withSettingsPlain } from "./secrets.ts";
import type { Props } from "./state.ts";

/**
 * The shape of the outputs that this release stores. Version 4 put the records into one hidden output, and a
 * client token's `resourceName` became `resource`. State from before versions were recorded has the shape of version 1.
 */
export const SCHEMA_VERSION = 4;

/** From this version on, settings that may hold a secret are marked as secrets (lifecycle/secrets.ts). */
export const SETTINGS_MARKED = 2;

/** From this version on, a token's `rotateAt` is an output only. Earlier it was among the inputs too. */
export const RENEWAL_IN_OUTPUTS = 3;

/** From this version on, arguments that hold a secret are marked too. */
export const ARGUMENTS_MARKED = 3;

/** True when a release before this version of the shape stored these outputs. */
export function isBefore(version: number, outputs: Props): boolean {
  const { [SCHEMA_VERSION_NAME]: stored = 0 } = outputs;
  return typeof stored === "number" && stored < version;
}

/**
 * Returns outputs in the current shape.
 *
 * @throws OperationFailure for state that a later release wrote.
 */
export function migrated(outputs: Props): Props {
  const { [SCHEMA_VERSION_NAME]: stored = 0, resourceName, ...given } = withRecords(outputs);
  if (typeof stored !== "number" || stored > SCHEMA_VERSION)
    throw new OperationFailure(
      "newer_state",
      `The state was written by a newer release of pulumi-signalwire (schema version ${String(stored)}; this one knows ${SCHEMA_VERSION}). ` +
        "Update the package in this project, then run the same command again. Nothing was changed.",
    );
  return withSettingsPlain(resourceName === undefined ? given : { ...given, resource: resourceName });
}

/** Returns outputs with the current version, for storing. */
export function versioned(outputs: Props): Props {
  return { ...outputs, [SCHEMA_VERSION_NAME]: SCHEMA_VERSION };
}
