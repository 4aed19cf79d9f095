// Runs the real engine for a check: a preview-only refresh through the Automation API. It changes neither the state nor the
// user's selected stack.

import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
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
  { workspace, folder }: Project,
  stack: string,
  flags: readonly string[] = [],
): Promise<Deployment> {
  const args = ["stack", "export", "--non-interactive", "--stack", stack, ...flags];
  const options = { cwd: folder, maxBuffer: Number.POSITIVE_INFINITY };
  try {
    const { stdout } = await promisify(execFile)(workspace.pulumiCommand.command, args, options);
    return JSON.parse(stdout).deployment ?? {};
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    if (/no stack named/.test(stderr)) throw noStack(stack);
    const known = SENTENCES.find(([pattern]) => pattern.test(stderr));
    throw new CheckImpossible(known ? known[1](stack) : `The state of "${stack}" could not be read: ${said(stderr)}`);
  }
}

/**
 * Decrypts the secrets of the stack's state and discards them.
 *
 * @throws CheckImpossible when the passphrase or the key is wrong.
 */
export async function decryptState({ workspace, folder }: Project, stack: string): Promise<void> {
  const args = ["stack", "export", "--show-secrets", "--non-interactive", "--stack", stack];
  const child = spawn(workspace.pulumiCommand.command, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const [code, stderr] = await Promise.all([
    new Promise<number | null>((done, failed) => child.once("error", failed).once("close", done)),
    text(child.stderr),
  ]);
  if (code === 0) return;
  const known = SENTENCES.find(([pattern]) => pattern.test(stderr));
  throw new CheckImpossible(known ? known[1](stack) : `The secrets of "${stack}" cannot be decrypted: ${said(stderr)}`);
}

/**
 * Returns all of the stack's configuration, with secrets in clear. The Automation API's own function supports only the default
 * file.
 *
 * @throws CheckImpossible with the CLI's message.
 */
export async function configOf({ workspace, folder, configFile }: Project, stack: string): Promise<ConfigMap> {
  const args = ["config", "--show-secrets", "--json", "--non-interactive", "--stack", stack];
  const file = configFile === undefined ? [] : ["--config-file", configFile];
  try {
    const { stdout } = await promisify(execFile)(workspace.pulumiCommand.command, [...args, ...file], { cwd: folder });
    return JSON.parse(stdout);
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const known = SENTENCES.find(([pattern]) => pattern.test(stderr));
    if (known) throw new CheckImpossible(known[1](stack));
    throw new CheckImpossible(`The configuration of "${stack}" could not be read: ${said(stderr)}`);
  }
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
