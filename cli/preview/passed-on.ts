// Arguments after `--`, which go to `pulumi preview` and `pulumi up` as they are.

import { resolve } from "node:path";
import { CheckImpossible, type Project } from "../drift/engine.ts";

/** Flags that would make the engine work on something else than what the report is about. */
const OURS = /^(?:-s|--stack|-C|--cwd|--event-log|--save-plan|--plan|-j|--json|--policy-pack(?:-config)?)(?:=|$)/;

/**
 * The project as these arguments have it: a configuration file among them is read for look-ups as well.
 *
 * @throws CheckImpossible for an argument that the command has an option of its own for.
 */
export function checkedArguments(project: Project, passed: readonly string[]): Project {
  const ours = passed.find((each) => OURS.test(each));
  if (ours) throw new CheckImpossible(`Give ${ours.split("=")[0]} before the --, where pulumi-signalwire reads it.`);
  return { ...project, configFile: configFileIn(passed, project.folder) ?? project.configFile };
}

/** The project for one run of the engine, which takes these arguments too. Other commands about the stack do not know them. */
export function passingOn(project: Project, passed: readonly string[]): Project {
  let isFirst = true;
  const serializeArgsForOp = async () => {
    const args = isFirst ? [...passed] : [];
    isFirst = false;
    return args;
  };
  return {
    ...project,
    workspace: Object.create(project.workspace, { serializeArgsForOp: { value: serializeArgsForOp } }),
  };
}

function configFileIn(passed: readonly string[], folder: string): string | undefined {
  const at = passed.findIndex((each) => /^--config-file(?:=|$)/.test(each));
  const file = passed[at]?.includes("=") ? passed[at].slice("--config-file=".length) : passed[at + 1];
  return at < 0 || file === undefined ? undefined : resolve(folder, file);
}
