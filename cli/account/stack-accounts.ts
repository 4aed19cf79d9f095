// Finds the accounts of a stack: the one of its configuration and environment, and the one of each provider that its program
// declares.

import { resolve } from "node:path";
import { nameInProgram, resourceOfType } from "../../contract/index.ts";
import {
  addressInUse,
  ConfigurationError,
  type Connection,
  credentialsInUse,
  readConnection,
  type StackConfig,
} from "../../provider/config/config.ts";
import {
  DEFAULT_PROVIDER,
  declaredProviderIn,
  isDeclaredProvider,
  PROVIDER_TYPE,
  configOf as providerConfig,
} from "../../provider/config/settings.ts";
import {
  configOf,
  type Deployment,
  decryptedDeployment,
  deploymentOf,
  openProject,
  selectedStack,
} from "../engine/engine.ts";
import { CheckImpossible } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";

export interface Connected {
  readonly connection: Connection;
  readonly credentials: string;
  readonly address: string;
}

/**
 * An account of a stack, or the reason why its settings cannot be used. `provider` is `default` for the account that the
 * configuration and the environment choose.
 */
export type StackAccount = { readonly provider: string } & (Connected | { readonly error: string });

/** Returns the accounts of the stack. The default account is left out when every resource has a declared provider. */
export async function accountsOfStack(
  project: Project,
  stack: string,
  only?: string,
): Promise<readonly StackAccount[]> {
  const names = providersIn(await deploymentOf(project, stack));
  const chosen = names.filter((name) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new CheckImpossible(`The stack "${stack}" has no provider "${only}": choose one of ${names.join(", ")}.`);
  const isDefault = chosen.includes(DEFAULT_PROVIDER);
  const declared = chosen.filter(isDeclaredProvider);
  const deployment = declared.length > 0 ? await decryptedDeployment(project, stack) : {};
  return [
    ...(isDefault ? [await toAccount(DEFAULT_PROVIDER, () => connect(project, stack))] : []),
    ...(await declaredAccounts(deployment, declared)),
  ];
}

/**
 * Returns the names of the providers of the stack's resources: `default` first when a resource has no declared one, then the others
 * by name, because the order in a state is accidental.
 */
export function providersIn({ resources = [] }: Deployment): readonly string[] {
  const urns = new Set(resources.filter(isDeclared).map(({ urn }) => urn));
  const usesDefault = resources.some(
    ({ type, provider }) => resourceOfType(type) !== undefined && !urns.has(declaredProviderIn(provider) ?? ""),
  );
  return [
    ...(usesDefault || urns.size === 0 ? [DEFAULT_PROVIDER] : []),
    ...new Set([...urns].map(nameInProgram).sort()),
  ];
}

/** Returns the accounts of these declared providers, with the arguments that the last `up` recorded in this decrypted state. */
export async function declaredAccounts(
  { resources = [] }: Deployment,
  names: readonly string[],
): Promise<readonly StackAccount[]> {
  const chosen = names.flatMap((name) =>
    resources.filter((each) => isDeclared(each) && nameInProgram(each.urn) === name),
  );
  return Promise.all(
    chosen.map(({ urn, inputs = {} }) => {
      const provider = nameInProgram(urn);
      return toAccount(provider, async () => connected(providerConfig(inputs, provider)));
    }),
  );
}

function isDeclared({ type, urn }: { readonly type: string; readonly urn: string }): boolean {
  return type === PROVIDER_TYPE && isDeclaredProvider(nameInProgram(urn));
}

/** @throws CheckImpossible when there are several accounts and none is named, or its settings cannot be used. */
async function accountOfStack(
  project: Project,
  stack: string,
  only?: string,
): Promise<Connected & { readonly provider: string }> {
  const [account, ...others] = await accountsOfStack(project, stack, only);
  if (!account || others.length > 0) {
    const names = [account, ...others].map((each) => each?.provider).join(", ");
    throw new CheckImpossible(`The stack "${stack}" works on several accounts: choose one with --provider (${names}).`);
  }
  if ("error" in account) throw new CheckImpossible(account.error);
  return account;
}

/** Returns the account of a stack of the project in the folder. Default: the selected stack. */
export async function accountIn(folder: string, stack: string | undefined, provider: string | undefined) {
  const project = openProject(resolve(folder));
  return accountOfStack(project, stack ?? (await selectedStack(project)), provider);
}

/** Prefers a complete connection from the environment: a call of the CLI for the configuration takes as long as a request. */
async function connect(project: Project, stack: string): Promise<Connected> {
  try {
    return connected(undefined);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  const config = await configOf(project, stack);
  return connected({ get: (key) => config[key]?.value });
}

/** @throws CheckImpossible when the state does not have the declared provider yet, ConfigurationError when its settings cannot be used. */
export async function accountOfProvider(project: Project, stack: string, urn: string | undefined): Promise<Connected> {
  return urn === undefined ? connect(project, stack) : accountOfStack(project, stack, nameInProgram(urn));
}

function connected(config: StackConfig | undefined): Connected {
  return { connection: readConnection(config), credentials: credentialsInUse(config), address: addressInUse(config) };
}

async function toAccount(provider: string, work: () => Promise<Connected>): Promise<StackAccount> {
  try {
    return { provider, ...(await work()) };
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof CheckImpossible)) throw error;
    return { provider, error: error.message };
  }
}
