// Outputs in the state, and back: the state holds the records in one hidden output, with the version of the outputs' form.

import {
  PROJECT,
  type Props,
  type Resource,
  SCHEMA_VERSION_NAME,
  withRecords,
  withRecordsHidden,
} from "../../contract/index.ts";
import { storable } from "../fields/inward.ts";
import { OperationFailure } from "./failures.ts";
import { withOutputsMarked, withoutMarks } from "./secrets.ts";

/** The form of the outputs that this release stores. */
export const SCHEMA_VERSION = 1;

/**
 * Returns stored outputs with their records beside them, without marks of secrets in them and without the version.
 *
 * @throws OperationFailure for state that a later release wrote.
 */
export function fromState(outputs: Props): Props {
  const { [SCHEMA_VERSION_NAME]: version = SCHEMA_VERSION, ...given } = withRecords(outputs);
  if (typeof version !== "number" || version > SCHEMA_VERSION)
    throw new OperationFailure(
      "newer_state",
      `The state was written by a newer release of pulumi-signalwire (schema version ${String(version)}; this one knows ${SCHEMA_VERSION}). ` +
        "Update the package in this project, then run the same command again. Nothing was changed.",
    );
  return withoutMarks(given);
}

/** Returns outputs for the state. `secrets` are the arguments that the program marks as secret. */
export function toState(
  resource: Resource,
  outputs: Props,
  { project = outputs[PROJECT], secrets }: { readonly project: unknown; readonly secrets: readonly string[] },
): { [name: string]: unknown } {
  const recorded = { ...outputs, [PROJECT]: project, [SCHEMA_VERSION_NAME]: SCHEMA_VERSION };
  return withRecordsHidden(storable(withOutputsMarked(resource, recorded, secrets)));
}
