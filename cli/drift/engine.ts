// Decides how the real engine is asked about a stack: a refresh that only previews, through the Automation API, so that
// neither the state nor the user's selected stack is touched.

import { existsSync } from "node:fs";
import { type EngineEvent, LocalWorkspace, PulumiCommand, Stack } from "@pulumi/pulumi/automation/index.js";
import { TELL_READ_FAILURES } from "../../provider/client/read-failures.ts";
import { CheckImpossible, explained } from "./failures.ts";

/** Our resources alone: a check needs no credentials of other providers. */
export const OURS = "**dynamic/signalwire:*::**";

export interface Project {
  readonly workspace: LocalWorkspace;
  readonly folder: string;
  readonly configFile: string | undefined;
}

/**
 * The project in that folder, with the CLI of the PATH.
 *
 * @throws CheckImpossible when there is no such folder or no CLI.
 */
export async function openProject(folder: string, configFile: string | undefined): Promise<Project> {
  if (!existsSync(folder)) throw new CheckImpossible(`There is no folder ${folder}: correct --cwd.`);
  try {
    const pulumiCommand = await PulumiCommand.get();
    const workspace = await LocalWorkspace.create({ workDir: folder, pulumiCommand });
    return { workspace, folder, configFile };
  } catch (error) {
    throw explained(error, "");
  }
}

/**
 * The stack that is selected in the project.
 *
 * @throws CheckImpossible when none is.
 */
export async function selectedStack({ workspace }: Project): Promise<string> {
  try {
    const selected = await workspace.stack();
    if (selected) return selected.name;
  } catch (error) {
    throw explained(error, "");
  }
  throw new CheckImpossible("No stack is selected: name one with --stack, or run `pulumi stack select`.");
}

/** The stack by name. Unlike the Automation API's own way, which selects it for everything the user does next. */
export function openStack(
  { workspace }: Project,
  name: string,
  environment: Record<string, string> = {},
): Promise<Stack> {
  const quiet: LocalWorkspace = Object.create(workspace, {
    selectStack: { value: async () => undefined },
    envVars: { value: { ...workspace.envVars, ...environment } },
  });
  return Stack.select(name, quiet);
}

/** Lets the engine read every object of ours, and hands over what it says. Resolves to why it ended early, if it did. */
export async function previewRefresh(
  project: Project,
  name: string,
  onEvent: (event: EngineEvent) => void,
  signal: AbortSignal,
): Promise<CheckImpossible | undefined> {
  const stack = await openStack(project, name, { [TELL_READ_FAILURES]: "true" });
  const { configFile } = project;
  try {
    await stack.previewRefresh({
      target: [OURS],
      color: "never",
      onEvent,
      signal,
      ...(configFile === undefined ? {} : { configFile }),
    });
    return undefined;
  } catch (error) {
    return explained(error, name);
  }
}
