// Asks the Pulumi CLI about a project and its stacks, and lets the engine read objects. Changes neither the state nor the user's
// selected stack.

import { existsSync } from "node:fs";
import type { ConfigMap, EngineEvent, StepEventStateMetadata } from "@pulumi/pulumi/automation/index.js";
import { SECRET_MARK } from "../../contract/index.ts";
import { REPORT_READ_FAILURES, REPORT_VALUES } from "../../provider/config/config.ts";
import { CheckImpossible } from "./failures.ts";
import { type Project, runEngine, runPulumi } from "./run.ts";

/** Only our resources: the check must not need credentials of other providers. */
const OURS = ["**dynamic/signalwire:*::**", "**signalwire:index:*::**"];

/** @throws CheckImpossible when the folder does not exist. */
export function openProject(folder: string, configFile?: string): Project {
  if (!existsSync(folder)) throw new CheckImpossible(`There is no folder ${folder}: correct --cwd.`);
  return { folder, configFile };
}

interface ListedStack {
  readonly name: string;
  readonly current: boolean;
  /** Absent on a backend that does not show it. */
  readonly updateInProgress?: boolean;
}

export async function listStacks(project: Project, ...flags: string[]): Promise<readonly ListedStack[]> {
  const options = { stack: "", failed: "The stacks could not be listed" };
  return JSON.parse(await runPulumi(project, ["stack", "ls", "--json", ...flags], options));
}

/** @throws CheckImpossible when no stack is selected. */
export async function selectedStack(project: Project): Promise<string> {
  const selected = (await listStacks(project)).find(({ current }) => current);
  if (selected) return selected.name;
  throw new CheckImpossible("No stack is selected: name one with --stack, or run `pulumi stack select`.");
}

export interface RecordedResource extends StepEventStateMetadata {
  /** When the engine recorded the resource first. */
  readonly created?: string;
  /** When the engine last recorded other values: of an update, or of a refresh. */
  readonly modified?: string;
}

export interface Deployment {
  readonly resources?: readonly RecordedResource[];
  /** Absent before the first secret. */
  readonly secrets_providers?: { readonly type?: string };
  /** Operations that an interrupted run began and may have completed. */
  readonly pending_operations?: readonly { readonly type: string; readonly resource: { readonly urn: string } }[];
}

/** Returns the whole state with secrets encrypted, which needs neither a passphrase nor the service. */
export function deploymentOf(project: Project, stack: string): Promise<Deployment> {
  return exportOf(project, stack, [], `The state of "${stack}" could not be read`);
}

/** Returns the whole state with secrets in clear. */
export function decryptedDeployment(project: Project, stack: string): Promise<Deployment> {
  return exportOf(project, stack, ["--show-secrets"], `The secrets of "${stack}" cannot be decrypted`);
}

async function exportOf(project: Project, stack: string, flags: string[], failed: string): Promise<Deployment> {
  const text = await runPulumi(project, ["stack", "export", "--stack", stack, ...flags], { stack, failed });
  return JSON.parse(text, decrypted).deployment ?? {};
}

/** Replaces a decrypted secret by its value. */
function decrypted(_: string, value: unknown): unknown {
  const { [SECRET_MARK.name]: mark, plaintext } = Object(value) as { readonly [name: string]: unknown };
  return mark === SECRET_MARK.value && typeof plaintext === "string" ? JSON.parse(plaintext, decrypted) : value;
}

/** Returns all of the stack's configuration with secrets in clear. */
export async function configOf(project: Project, stack: string): Promise<ConfigMap> {
  const args = ["config", "--show-secrets", "--json", "--stack", stack, ...fileFlags(project)];
  const failed = `The configuration of "${stack}" could not be read`;
  return JSON.parse(await runPulumi(project, args, { stack, failed }));
}

interface Refreshing {
  readonly onEvent: (event: EngineEvent) => void;
  /** The socket on which the provider reports what it reads. */
  readonly values: string;
  readonly signal: AbortSignal;
}

/** @param urns The resources to read. Default: all of this package whose names the engine's patterns match. */
export async function previewRefresh(
  project: Project,
  stack: string,
  { onEvent, values, signal }: Refreshing,
  urns: readonly string[] = OURS,
): Promise<void> {
  const targets = urns.flatMap((urn) => ["--target", urn]);
  await runEngine(project, ["refresh", "--preview-only", "--color", "never", ...targets, ...fileFlags(project)], {
    ...{ stack, onEvent, signal },
    environment: { ...withoutUsersOptions(), [REPORT_READ_FAILURES]: "true", [REPORT_VALUES]: values },
  });
}

/**
 * Takes the user's options for a refresh out of the environment: with some of them, the engine would fail at drift, or skip the
 * preview. The file of the configuration stays.
 */
function withoutUsersOptions(): NodeJS.ProcessEnv {
  const options = Object.keys(process.env).filter(
    (name) => name.startsWith("PULUMI_OPTION_") && name !== "PULUMI_OPTION_CONFIG_FILE",
  );
  return Object.fromEntries(["PULUMI_SKIP_CONFIRMATIONS", ...options].map((name) => [name, undefined]));
}

function fileFlags({ configFile }: Project): string[] {
  return configFile === undefined ? [] : ["--config-file", configFile];
}
