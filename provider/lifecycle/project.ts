// Checks the project of a resource. The outputs record the project: with another project's credentials, an object must neither
// look deleted nor be changed through an equal id.

import { PROJECT } from "../../contract/index.ts";
import { readProjectId, type StackConfig } from "../config.ts";
import { OperationFailure } from "./failures.ts";
import type { Props } from "./state.ts";

export function withProject(outputs: Props, config: StackConfig | undefined): Props {
  const project = configuredProject(config);
  return project === undefined ? outputs : { ...outputs, [PROJECT]: project };
}

/**
 * Compares the recorded project with the credentials. State of an earlier release records no project and passes.
 *
 * @throws OperationFailure when the credentials belong to another project.
 */
export function assertSameProject(outputs: Props, config: StackConfig | undefined): void {
  const recorded = outputs[PROJECT];
  const configured = configuredProject(config);
  if (typeof recorded !== "string" || configured === undefined || recorded === configured) return;
  throw new OperationFailure(
    "other_project",
    `This stack's resources belong to the project ${recorded}, and the credentials in use are those of the project ${configured}. Nothing was changed. ` +
      `Use the credentials of ${recorded} (SIGNALWIRE_PROJECT_ID with SIGNALWIRE_API_TOKEN in the environment, which win over signalwire:projectId with signalwire:apiToken). ` +
      `To build the stack in ${configured} instead, run \`pulumi destroy\` with the credentials of ${recorded} first, or begin a new stack; ` +
      "`pulumi state delete` forgets a resource without touching its object.",
  );
}

function configuredProject(config: StackConfig | undefined): string | undefined {
  return readProjectId(config)?.toLowerCase();
}
