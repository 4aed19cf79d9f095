// Runs all checks of doctor in reading order. Writes nothing, neither at the service nor on this machine.

import { homedir } from "node:os";
import { resourceOfType } from "../../contract/index.ts";
import { DEFAULT_PROVIDER, isDeclaredProvider } from "../../provider/config/config.ts";
import { declaredAccounts, providersIn } from "../account/stack-accounts.ts";
import {
  configOf,
  type Deployment,
  decryptedDeployment,
  deploymentOf,
  openProject,
  selectedStack,
} from "../engine/engine.ts";
import { type Attempted, attempt } from "../engine/failures.ts";
import { findProjectFile } from "../engine/project-file.ts";
import { type Project, runPulumi } from "../engine/run.ts";
import { type ConfigValues, checkConfiguration } from "./configuration.ts";
import { declaresProvider, readProgramFiles } from "./program-files.ts";
import { type Check, checking, type PrivateValues, privateValuesOf } from "./report.ts";
import { accountsNotTried, checkAccounts, checkService } from "./service.ts";
import { checkPending, namesInState, usesPlugin } from "./state.ts";
import { checkCli, checkNode, checkPackages } from "./versions.ts";

interface Examined {
  readonly checks: readonly Check[];
  readonly hidden: PrivateValues;
}

export async function examine(folder: string, stackName: string | undefined): Promise<Examined> {
  const file = readProgramFiles(folder);
  const project = openProject(folder);
  const [cli, chosen] = await Promise.all([
    attempt(runPulumi(project, ["version"], { stack: "", failed: "The CLI does not start" })),
    findProjectFile(folder) && attempt(stackName ? Promise.resolve(stackName) : selectedStack(project)),
  ]);
  const stack = cli.failure ? undefined : chosen;
  const at = stack?.value === undefined ? undefined : { project, stack: stack.value };

  const [{ config, checks: connectionChecks, connection }, { read, decrypted }] = await Promise.all([
    checkConnection(at, file?.name),
    readState(at),
  ]);
  const deployment = read?.value;
  const providers = deployment ? providersIn(deployment) : [DEFAULT_PROVIDER];
  const isDefaultUsed = providers.includes(DEFAULT_PROVIDER);
  // Before the first `up`, only the program's text shows whether it declares its providers.
  const isDeployed = deployment?.resources?.some(({ type }) => resourceOfType(type) !== undefined) ?? false;
  const mayBeUnused = !isDeployed && file !== undefined && declaresProvider(file);
  const declared = providers.filter(isDeclaredProvider);
  const accounts = decrypted?.value ? await declaredAccounts(decrypted.value, declared) : [];

  const noStack =
    stack === undefined ? "there is no readable project file here, or no Pulumi CLI" : "no stack is selected";
  const checks = [
    checkNode(),
    checkCli(cli),
    ...checkPackages(file, deployment !== undefined && usesPlugin(deployment)),
    stackCheck(stack, read, config?.failure ?? decrypted?.failure, noStack),
    ...(isDefaultUsed ? connectionChecks.map((each) => (mayBeUnused ? asWarning(each) : each)) : [NOT_NEEDED]),
    ...(decrypted?.failure ? accountsNotTried(declared, decrypted.failure.message) : await checkAccounts(accounts)),
    checkPending(deployment),
  ];
  const hidden: PrivateValues = [
    [homedir(), "[home]"],
    [folder, "[folder]"],
    [file?.folder, "[folder]"],
    [file?.name, "[project name]"],
    [at?.stack, "[stack]"],
    ...(connection ? privateValuesOf(connection) : []),
    // Quoted, because a short name would also match inside ordinary words.
    ...declared.map((name) => [JSON.stringify(name), "[provider]"] as const),
    ...accounts.flatMap((account) => ("error" in account ? [] : privateValuesOf(account.connection))),
    ...(deployment ? namesInState(deployment) : []),
  ];
  return { checks, hidden };
}

interface Place {
  readonly project: Project;
  readonly stack: string;
}

/** Reads the state with its secrets in clear, as an `up` does. Where they cannot be decrypted, reads it as it is stored. */
async function readState(
  at: Place | undefined,
): Promise<{ read?: Attempted<Deployment>; decrypted?: Attempted<Deployment> }> {
  if (!at) return {};
  const decrypted = await attempt(decryptedDeployment(at.project, at.stack));
  return { read: decrypted.failure ? await attempt(deploymentOf(at.project, at.stack)) : decrypted, decrypted };
}

/** Reads the configuration, and asks the service with it while the CLI still reads the state. */
async function checkConnection(at: Place | undefined, project: string | undefined) {
  const config = at && (await attempt(configOf(at.project, at.stack)));
  const { asked, checks } = checkConfiguration(config?.value as ConfigValues | undefined, project);
  return { config, connection: asked?.connection, checks: [...checks, ...(await checkService(asked))] };
}

const NOT_NEEDED = checking("configuration", "Configuration").ok(
  "not needed: every resource of the stack has a declared provider",
);

/** A missing configuration is no problem when every resource has a declared provider. */
function asWarning(check: Check): Check {
  if (check.id !== "configuration" || check.status !== "problem") return check;
  const when = "The program declares a provider. Only resources without one need this configuration:";
  return { ...check, status: "warning", remedies: [when, ...check.remedies] };
}

function stackCheck(
  stack: Attempted<string> | undefined,
  read: Attempted<Deployment> | undefined,
  unreadSecret: Error | undefined,
  noStack: string,
): Check {
  const check = checking("stack", "Stack");
  if (stack?.failure) return check.warning(stack.failure.message);
  if (read?.failure)
    return check.problem(read.failure.message, [
      "Check the backend: `pulumi whoami --verbose`, and the stack: `pulumi stack ls`.",
    ]);
  if (!stack || !read) return check.notTried(noStack);
  if (unreadSecret)
    return check.problem(unreadSecret.message, [
      "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE, or get access to the key of the secrets provider.",
    ]);
  return check.ok(
    `${stack.value}: its state has ${read.value?.resources?.length ?? 0} resources, and its secrets can be decrypted`,
  );
}
