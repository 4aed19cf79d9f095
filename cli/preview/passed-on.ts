// Arguments after `--`, which are passed to `pulumi preview` and `pulumi up` unchanged.

import { resolve } from "node:path";
import { CheckImpossible } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";

/** Flags that the command sets. Another value would make the engine run something that the report does not describe. */
const OURS = /^(?:-s|--stack|-C|--cwd|--event-log|--save-plan|--plan|-j|--json|--policy-pack(?:-config)?)(?:=|$)/;

/**
 * Returns the project with these arguments; look-ups also read a configuration file among them.
 *
 * @throws CheckImpossible for an argument that the command sets.
 */
export function checkedArguments(project: Project, passed: readonly string[]): Project {
  const ours = passed.find((each) => OURS.test(each));
  if (ours)
    throw new CheckImpossible(
      `Leave out ${ours.split("=")[0]} after the --: the command sets it. Its own --stack, --cwd and --policy-pack come before the --.`,
    );
  return { ...project, configFile: configFileIn(passed, project.folder) ?? project.configFile };
}

function configFileIn(passed: readonly string[], folder: string): string | undefined {
  const at = passed.findIndex((each) => /^--config-file(?:=|$)/.test(each));
  const file = passed[at]?.includes("=") ? passed[at].slice("--config-file=".length) : passed[at + 1];
  return at < 0 || file === undefined ? undefined : resolve(folder, file);
}
