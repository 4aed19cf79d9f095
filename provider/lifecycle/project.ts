// Checks the project of a resource. The outputs record the project: with another project's credentials, an object must neither
// look deleted nor be changed through an equal id.

import { PROJECT, type Props } from "../../contract/index.ts";
import { readProjectId, type StackConfig, settingName } from "../config/config.ts";
import { OperationFailure } from "./failures.ts";

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
