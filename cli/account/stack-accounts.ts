// Finds the accounts of a stack: the one of its configuration and environment, and the one of each provider that its program
// declares.

import { isGiven, nameInProgram, resourceOfType, SECRET_MARK } from "../../contract/index.ts";
import {
  ConfigurationError,
  type Connection,
  credentialsInUse,
  readConnection,
  type StackConfig,
} from "../../provider/config.ts";
import { CheckImpossible, configOf, deploymentOf, type Project } from "../drift/engine.ts";

/** The name of the account that the configuration and the environment choose. Also the engine's name for that provider. */
export const DEFAULT = "default";

export interface Connected {
  readonly connection: Connection;
  /** The credentials and the source of each one. */
  readonly credentials: string;
}

/** An account of a stack, or the reason why its settings cannot be used. */
export type StackAccount = { readonly provider: string } & (Connected | { readonly error: string });

/**
 * Returns the accounts of the stack. The default account is left out when every resource has a declared provider.
 *
 * @throws CheckImpossible when the state cannot be read, or has no provider of that name.
 */
export async function accountsOfStack(
  project: Project,
  stack: string,
  only?: string,
): Promise<readonly StackAccount[]> {
  const { resources = [] } = await deploymentOf(project, stack);
  const isDeclared = ({ type, urn }: { type: string; urn: string }) =>
    type === PROVIDER && !/^default(?:_|$)/.test(nameInProgram(urn));
  const urns = new Set(resources.filter((each) => isDeclared(each)).map(({ urn }) => urn));
  const usesDefault = resources.some(
    ({ type, provider }) => resourceOfType(type) !== undefined && !urns.has(urnOf(provider)),
  );
  const names = [...(usesDefault || urns.size === 0 ? [DEFAULT] : []), ...new Set([...urns].map(nameInProgram))];
  const chosen = names.filter((name) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new CheckImpossible(`The stack "${stack}" has no provider "${only}": choose one of ${names.join(", ")}.`);
  const accounts: StackAccount[] = [];
  if (chosen.includes(DEFAULT)) accounts.push(await attempt(DEFAULT, () => connect(project, stack)));
  if (chosen.every((name) => name === DEFAULT)) return accounts;
  const opened = await deploymentOf(project, stack, ["--show-secrets"]);
  for (const { urn, inputs = {} } of (opened.resources ?? []).filter(({ urn }) => urns.has(urn))) {
    const provider = nameInProgram(urn);
    if (chosen.includes(provider))
      accounts.push(await attempt(provider, async () => connected(declared(provider, inputs))));
  }
  return accounts;
}

/**
 * Returns the only account of the stack, or the one of the named provider.
 *
 * @throws CheckImpossible when there are several, or its settings cannot be used.
 */
export async function accountOfStack(
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

/** Prefers a complete connection from the environment: a call of the CLI for the configuration takes as long as a request. */
export async function connect(project: Project, stack: string): Promise<Connected> {
  try {
    return connected(undefined);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  try {
    const config = await configOf(project, stack);
    return connected({ get: (key) => config[key]?.value });
  } catch (error) {
    throw error instanceof ConfigurationError ? new CheckImpossible(error.message) : error;
  }
}

const PROVIDER = "pulumi:providers:signalwire";

/** Returns the URN of a provider from a resource's reference to it, which ends with an id. */
function urnOf(reference = ""): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

function connected(config: StackConfig | undefined): Connected {
  return { connection: readConnection(config), credentials: credentialsInUse(config) };
}

async function attempt(provider: string, work: () => Promise<Connected>): Promise<StackAccount> {
  try {
    return { provider, ...(await work()) };
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof CheckImpossible)) throw error;
    return { provider, error: error.message };
  }
}

/** Returns the settings of a declared provider from its recorded arguments. */
function declared(providerName: string, inputs: { readonly [name: string]: unknown }): StackConfig {
  const get = (key: string) => {
    const value = opened(inputs[key.replace(/^signalwire:/, "")]);
    return isGiven(value) ? String(value) : undefined;
  };
  return { get, isDeclared: true, providerName };
}

/** Returns a decrypted secret of the state as the plain value. */
function opened(value: unknown): unknown {
  const { [SECRET_MARK.name]: mark, plaintext } = Object(value) as { [name: string]: unknown };
  return mark === SECRET_MARK.value && typeof plaintext === "string" ? JSON.parse(plaintext) : value;
}
