// The policy packs that a command runs under, and the record of the last deployment's packs.

import { execFile } from "node:child_process";
import { relative, resolve } from "node:path";
import { promisify } from "node:util";
import { CheckImpossible, type Project } from "../engine/engine.ts";
import type { Policies } from "./report.ts";
import { shellWord } from "./text.ts";

/** The values of `--policy-pack` and `--policy-pack-config`. */
export interface PolicyOptions {
  readonly policyPack?: readonly string[];
  readonly policyPackConfig?: readonly string[];
}

const NO_POLICIES: Policies = { packs: [], configs: [] };

/** The stack tag that names the packs of a deployment. Pulumi Cloud allows 256 characters in a tag. */
const TAG = "signalwire:policyPacks";
const LONGEST_TAG = 256;

/** Returns the packs from the options, or `standard` without any. Paths are relative to the working directory, as in Pulumi. */
export function policiesFrom({ policyPack, policyPackConfig = [] }: PolicyOptions, ...standard: string[]): Policies {
  const packs = (policyPack ?? standard).map((folder) => resolve(folder));
  if (packs.length === 0 && policyPackConfig.length > 0)
    throw new CheckImpossible("--policy-pack-config configures a pack: name that one with --policy-pack.");
  return { packs, configs: policyPackConfig.map((file) => resolve(file)) };
}

/** Returns the Automation API's options for a run under these packs. */
export function underPolicies({ packs, configs }: Policies): { policyPacks?: string[]; policyPackConfigs?: string[] } {
  return {
    ...(packs.length > 0 && { policyPacks: [...packs] }),
    ...(configs.length > 0 && { policyPackConfigs: [...configs] }),
  };
}

/** Returns the packs as command-line flags, each after a space. Paths below the working directory are relative to it. */
export function policyFlags({ packs, configs }: Policies): string {
  const flags = [
    ...packs.map((folder) => ["--policy-pack", folder] as const),
    ...configs.map((file) => ["--policy-pack-config", file] as const),
  ];
  return flags.map(([name, path]) => ` ${name} ${shellWord(short(path))}`).join("");
}

/**
 * Returns the packs of the stack's last deployment.
 *
 * @throws CheckImpossible when that deployment used packs without a record, or when there is no history.
 */
export async function recordedPolicies(project: Project, stack: string): Promise<Policies> {
  const last = await lastUpdate(project, stack);
  if (!last)
    throw new CheckImpossible(
      `The history of "${stack}" has no deployment, so the policy packs that apply to it are unknown. ${NAME_THEM}`,
    );
  if (last.environment?.[USED_A_PACK] === undefined) return NO_POLICIES;
  const record = await recordOf(project, stack);
  if (record?.startTime !== last.startTime)
    throw new CheckImpossible(
      `The last deployment of "${stack}" ran under policy packs, and Pulumi does not record which. ${NAME_THEM}`,
    );
  const absolute = (paths: readonly string[]) => paths.map((path) => resolve(project.folder, path));
  return { packs: absolute(record.packs), configs: absolute(record.configs) };
}

const NAME_THEM =
  "Name them with --policy-pack (and --policy-pack-config), or deploy with `pulumi-signalwire up`, which records them.";

/** Records the packs of the deployment that just ended. Returns false when the backend cannot store them; callers carry on. */
export async function recordPolicies(project: Project, stack: string, { packs, configs }: Policies): Promise<boolean> {
  if (packs.length === 0) return true;
  const last = await lastUpdate(project, stack);
  if (!last) return true;
  const below = (paths: readonly string[]) => paths.map((path) => relative(project.folder, path));
  const record: Recorded = { startTime: last.startTime, packs: below(packs), configs: below(configs) };
  const text = JSON.stringify(record);
  if (text.length > LONGEST_TAG) return false;
  return cli(project, "stack", "tag", "set", TAG, text, "--stack", stack).then(
    () => true,
    () => false,
  );
}

/** The history's mark for a run with `--policy-pack`. It does not hold the flag's value. */
const USED_A_PACK = "pulumi.flag.policy-pack";

interface Recorded extends Policies {
  /** The start time of the deployment, which identifies it. */
  readonly startTime: string;
}

interface PastUpdate {
  readonly kind: string;
  readonly startTime: string;
  readonly environment?: { readonly [name: string]: string };
}

async function lastUpdate(project: Project, stack: string): Promise<PastUpdate | undefined> {
  const history: PastUpdate[] = await json(project, "stack", "history", "--json", "--page-size=50", "--stack", stack);
  return history.find(({ kind }) => kind === "update");
}

async function recordOf(project: Project, stack: string): Promise<Recorded | undefined> {
  const tags: { readonly [name: string]: string } = await json(
    project,
    "stack",
    "tag",
    "ls",
    "--json",
    "--stack",
    stack,
  );
  const text = tags[TAG];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // An edited tag counts as missing.
  }
}

async function json<Answer>(project: Project, ...args: string[]): Promise<Answer> {
  try {
    return JSON.parse(await cli(project, ...args));
  } catch (error) {
    const { stderr = "", message } = error as { stderr?: string; message: string };
    const said = stderr.split("\n").find((line) => line.startsWith("error: ")) ?? message;
    throw new CheckImpossible(`The policy packs of the last deployment could not be looked up: ${said}. ${NAME_THEM}`);
  }
}

async function cli({ workspace, folder }: Project, ...args: string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: Number.POSITIVE_INFINITY };
  const { stdout } = await promisify(execFile)(
    workspace.pulumiCommand.command,
    [...args, "--non-interactive"],
    options,
  );
  return stdout;
}

function short(path: string): string {
  const below = relative(process.cwd(), path);
  return below === "" ? "." : below.startsWith("..") ? path : below;
}
