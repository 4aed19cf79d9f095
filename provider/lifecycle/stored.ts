// Outputs in the state, and back: the state holds the records in one hidden output, with the version of the outputs' form and the
// project. With another project's credentials, an object must neither look deleted nor be changed through an equal id. A write of
// unknown outcome leaves outputs too.

import {
  type Body,
  PROJECT,
  type Props,
  type Resource,
  SCHEMA_VERSION_NAME,
  TRIED,
  withRecords,
  withRecordsHidden,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { RequestFailure } from "../client/errors.ts";
import { readProjectId, type StackConfig, settingName } from "../config/config.ts";
import { storable } from "../fields/inward.ts";
import type { Run } from "../run/run.ts";
import { OperationFailure } from "./failures.ts";
import { withoutMarks, withSecretsMarked } from "./secrets.ts";

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
  return withRecordsHidden(storable(withSecretsMarked(resource, recorded, secrets)));
}

/**
 * The object exists, but the effect of a write on it is unknown. The engine stores the outputs, and the next `up` updates it.
 */
export class PartialWrite extends Error {
  readonly id: string;
  /** The outputs to store. The next `up` sends arguments that are missing here. */
  readonly outputs: Props;

  declare readonly cause: RequestFailure;

  constructor(id: string, outputs: Props, cause: RequestFailure) {
    super(cause.message, { cause });
    this.id = id;
    this.outputs = outputs;
  }
}

/** Runs a write. @throws PartialWrite for an unknown outcome, with what `kept` returns: the next `up` sends the same fields again. */
export async function tryingFields(
  { cancellation }: Run,
  write: () => Promise<Live>,
  kept: () => { readonly id: string; readonly sent: Body; readonly outputs: Props },
): Promise<Live> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof RequestFailure) || !cancellation.operation.mayHaveWritten) throw error;
    const { id, sent, outputs } = kept();
    throw new PartialWrite(id, { ...outputs, [TRIED]: Object.keys(sent) }, error);
  }
}

/**
 * Compares the recorded project with the credentials. A resource that is looked up or imported records none yet, and passes.
 *
 * @throws OperationFailure when the credentials belong to another project.
 */
export function assertSameProject(outputs: Props, config: StackConfig | undefined): void {
  const recorded = outputs[PROJECT];
  const configured = configuredProject(config);
  if (typeof recorded !== "string" || configured === undefined || recorded === configured) return;
  throw new OperationFailure("other_project", otherProject(recorded, configured, config));
}

function otherProject(recorded: string, configured: string, config: StackConfig | undefined): string {
  const forgetting = "`pulumi state delete` forgets a resource without touching its object.";
  if (config?.providerName === undefined)
    return (
      `This stack's resources belong to the project ${recorded}, and the credentials in use belong to the project ${configured}. Nothing was changed. ` +
      `Use the credentials of ${recorded} (SIGNALWIRE_PROJECT_ID with SIGNALWIRE_API_TOKEN in the environment, which win over signalwire:projectId with signalwire:apiToken). ` +
      `To build the stack in ${configured} instead, run \`pulumi destroy\` with the credentials of ${recorded} first, or begin a new stack; ${forgetting}`
    );
  return (
    `This resource belongs to the project ${recorded}, and its provider "${config.providerName}" has credentials of the project ${configured}. Nothing was changed. ` +
    `Give the provider the credentials of ${recorded} (${settingName(config, "projectId", "apiToken")}), or give the resource a provider of that project. ` +
    `To build it in ${configured} instead, declare it under a new name; ${forgetting}`
  );
}

export function configuredProject(config: StackConfig | undefined): string | undefined {
  return readProjectId(config)?.toLowerCase();
}
