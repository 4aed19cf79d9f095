// Runs the real engine for a check: a preview-only refresh through the Automation API. It changes neither the state nor the
// user's selected stack.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import {
  CommandError,
  ConcurrentUpdateError,
  type ConfigMap,
  type EngineEvent,
  LocalWorkspace,
  PulumiCommand,
  Stack,
  StackNotFoundError,
  type StepEventStateMetadata,
} from "@pulumi/pulumi/automation/index.js";
import { SignalWireError } from "../../contract/index.ts";
import { REPORT_READ_FAILURES } from "../../provider/config.ts";

/** Only our resources: the check must not need credentials of other providers. */
export const OURS = ["**dynamic/signalwire:*::**", "**signalwire:index:*::**"];

export interface Project {
  readonly workspace: LocalWorkspace;
  readonly folder: string;
  readonly configFile: string | undefined;
}

/** Thrown when the check, or a part of it, is not possible. The message gives the reason and the remedy. */
export class CheckImpossible extends SignalWireError {
  readonly code = "check_impossible";
}

/**
 * Opens the project in that folder with the CLI from the PATH.
 *
 * @throws CheckImpossible when the folder or the CLI does not exist.
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
 * Returns the stack that is selected in the project.
 *
 * @throws CheckImpossible when no stack is selected.
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

/** Opens a stack by name without selecting it. The Automation API's own function would change the user's selected stack. */
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

/** A stack's state, as far as commands read it. */
export interface Deployment {
  readonly resources?: readonly StepEventStateMetadata[];
  /** Absent before the first secret. */
  readonly secrets_providers?: { readonly type?: string };
  /** Operations that an interrupted run began and may have completed. */
  readonly pending_operations?: readonly { readonly type: string; readonly resource: { readonly urn: string } }[];
}

/**
 * Returns the stack's resources from its state, with secrets encrypted. Needs neither a passphrase nor the service.
 *
 * @throws CheckImpossible with the CLI's message.
 */
export async function stateOf(project: Project, stack: string): Promise<readonly StepEventStateMetadata[]> {
  return (await deploymentOf(project, stack)).resources ?? [];
}

/**
 * Returns the whole state, with secrets encrypted unless `--show-secrets` is among the flags.
 *
 * @throws CheckImpossible with the CLI's message.
 */
export async function deploymentOf(
  project: Project,
  stack: string,
  flags: readonly string[] = [],
): Promise<Deployment> {
  const text = await runPulumi(project, ["stack", "export", "--stack", stack, ...flags], {
    stack,
    failed: `The state of "${stack}" could not be read`,
  });
  return JSON.parse(text).deployment ?? {};
}

/**
 * Decrypts the secrets of the stack's state and discards them.
 *
 * @throws CheckImpossible when the passphrase or the key is wrong.
 */
export async function decryptState(project: Project, stack: string): Promise<void> {
  const failed = `The secrets of "${stack}" cannot be decrypted`;
  await runPulumi(project, ["stack", "export", "--show-secrets", "--stack", stack], {
    stack,
    failed,
    stdout: "ignore",
  });
}

/**
 * Returns all of the stack's configuration, with secrets in clear. The Automation API's own function supports only the default
 * file.
 *
 * @throws CheckImpossible with the CLI's message.
 */
export async function configOf(project: Project, stack: string): Promise<ConfigMap> {
  const { configFile } = project;
  const file = configFile === undefined ? [] : ["--config-file", configFile];
  const failed = `The configuration of "${stack}" could not be read`;
  return JSON.parse(
    await runPulumi(project, ["config", "--show-secrets", "--json", "--stack", stack, ...file], { stack, failed }),
  );
}

interface RunOptions {
  readonly stack: string;
  /** The start of the error when its cause is not a known one. */
  readonly failed: string;
  /** `ignore` discards what the command prints. Default: it is returned. */
  readonly stdout?: "pipe" | "ignore";
}

/**
 * Runs the Pulumi CLI in the project's folder and returns what it prints.
 *
 * @throws CheckImpossible with a known sentence, or the CLI's message.
 */
export async function runPulumi(
  { workspace, folder }: Project,
  args: readonly string[],
  { stack, failed, stdout = "pipe" }: RunOptions,
): Promise<string> {
  const child = spawn(workspace.pulumiCommand.command, [...args, "--non-interactive"], {
    cwd: folder,
    stdio: ["ignore", stdout, "pipe"],
  });
  const [code, printed, stderr] = await Promise.all([
    new Promise<number | null>((done, broken) => child.once("error", broken).once("close", done)),
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
  ]);
  if (code === 0) return printed;
  if (/no stack named/.test(stderr)) throw noStack(stack);
  const known = SENTENCES.find(([pattern]) => pattern.test(stderr));
  throw new CheckImpossible(known ? known[1](stack) : `${failed}: ${said(stderr)}`);
}

/** Lets the engine read all our objects and passes on its events. Resolves to the reason when it ended early. */
export async function previewRefresh(
  project: Project,
  name: string,
  onEvent: (event: EngineEvent) => void,
  signal: AbortSignal,
): Promise<CheckImpossible | undefined> {
  // A preview-only refresh confirms nothing, and the CLI rejects the option that skips confirmations.
  const environment = { [REPORT_READ_FAILURES]: "true", PULUMI_SKIP_CONFIRMATIONS: "false" };
  const stack = await openStack(project, name, environment);
  const { configFile } = project;
  try {
    await stack.previewRefresh({
      target: OURS,
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

/** Turns a failure of the engine into a sentence. Defects of this package pass through unchanged. */
export function explained(error: unknown, stack: string): CheckImpossible {
  if (error instanceof CheckImpossible) return error;
  if (error instanceof StackNotFoundError) return noStack(stack);
  if (error instanceof ConcurrentUpdateError) return locked(stack);
  if (!(error instanceof CommandError)) throw error;
  const known = SENTENCES.find(([pattern]) => pattern.test(error.message));
  // An empty name means the whole project: no stack is known yet.
  const failed = stack === "" ? "The engine failed" : `The engine could not check "${stack}"`;
  return new CheckImpossible(known ? known[1](stack) : `${failed}: ${said(error.message)}`);
}

function noStack(stack: string): CheckImpossible {
  return new CheckImpossible(
    `There is no stack "${stack}" on this backend: look at \`pulumi stack ls\`, and log in to the backend that has it.`,
  );
}

export function locked(stack: string, holder?: string): CheckImpossible {
  const by = holder ? ` (${holder})` : "";
  return new CheckImpossible(
    `The stack "${stack}" is locked by another operation${by}: check again when it has ended, or end a stale lock with \`pulumi cancel --stack ${stack}\`.`,
  );
}

const SENTENCES: readonly (readonly [pattern: RegExp, sentence: (stack: string) => string])[] = [
  [
    /spawn pulumi ENOENT|pulumi: command not found/,
    () =>
      "The Pulumi CLI was not found: install it (https://www.pulumi.com/docs/install) and make sure that `pulumi` is on the PATH.",
  ],
  [
    /incorrect passphrase/,
    (stack) =>
      `The passphrase does not open the stack "${stack}": correct PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.`,
  ],
  [
    /passphrase must be set/,
    (stack) =>
      `The stack "${stack}" is protected by a passphrase: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.`,
  ],
  [
    /no Pulumi\.yaml project file found|could not find a Pulumi project|unable to find Pulumi\.yaml/i,
    () => "There is no Pulumi.yaml here or above: run the command in the project's folder, or name it with --cwd.",
  ],
  [
    /PULUMI_ACCESS_TOKEN must be set|not logged in|please run `?pulumi login/i,
    () => "The Pulumi CLI is not logged in: run `pulumi login`, or set PULUMI_ACCESS_TOKEN or PULUMI_BACKEND_URL.",
  ],
];

/** Extracts the engine's own message: its `error:` lines, or its last line. */
function said(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  // After a failure under a plan, the engine also prints one error for each resource that it did not reach.
  const errors = lines.flatMap((line) => /^error: (?!expected resource operations for )(.*)/.exec(line)?.[1] ?? []);
  const words = [...new Set(errors)].slice(0, 3).join("; ");
  return words || (lines.findLast((line) => line !== "" && !line.startsWith("err?:")) ?? "it gave no reason.");
}
