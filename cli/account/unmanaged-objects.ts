// What of an account is unmanaged: endpoints, and numbers that do something, which no checked stack claims.

import { isGiven, type Resource, type ResourceName, resourceNames, resources } from "../../contract/index.ts";
import type { Live } from "../../provider/client/answers.ts";
import {
  ConfigurationError,
  type Connection,
  credentialsInUse,
  readConnection,
  type StackConfig,
} from "../../provider/config.ts";
import { CheckImpossible, configOf, type Project } from "../drift/engine.ts";
import type { Account, CheckedStack, UnmanagedObject } from "../drift/report.ts";
import { readKinds } from "./read.ts";

/** Reads each account that the stacks work on once. */
export async function readAccounts(project: Project, stacks: readonly CheckedStack[]): Promise<Account[]> {
  // What a stack claims is known only when it was checked; without it everything of its own would seem unmanaged.
  if (stacks.some(({ error }) => error !== undefined)) return [];
  const accounts = new Map<string, Connected>();
  try {
    for (const { stack } of stacks) {
      const connected = await connect(project, stack);
      accounts.set(`${connected.connection.baseUrl} ${connected.connection.projectId}`, connected);
    }
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    return [{ projectId: "", baseUrl: "", error: error.message, unmanaged: [] }];
  }
  // Ids are the service's own: one that any of the stacks manages is managed.
  const claimed = new Set(stacks.flatMap(({ resources }) => resources.map(({ id }) => id)));
  return Promise.all([...accounts.values()].map((connected) => readAccount(connected, claimed)));
}

export interface Connected {
  readonly connection: Connection;
  /** Which credentials it has, and where each comes from. */
  readonly credentials: string;
}

/** The environment's connection where it is complete: asking the CLI for the configuration costs as much as a request. */
export async function connect(project: Project, stack: string): Promise<Connected> {
  const connected = (config: StackConfig | undefined) => ({
    connection: readConnection(config),
    credentials: credentialsInUse(config),
  });
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

async function readAccount({ connection, credentials }: Connected, claimed: ReadonlySet<string>): Promise<Account> {
  const { projectId, baseUrl } = connection;
  const kinds = await readKinds(connection, listed);
  const failures = kinds.flatMap(({ type, failure }) => (failure ? [{ type, failure }] : []));
  const advice = failures.some(({ failure }) => failure.code === "unauthorized") ? [`Check ${credentials}.`] : [];
  const reasons = failures.map(
    ({ type, failure }) => `The account's ${resources[type].title}s could not be listed: ${failure.message}.`,
  );
  const error = [...reasons, ...advice].join(" ");
  const unmanaged = kinds.flatMap(({ type, objects }) =>
    objects
      .filter((live) => !claimed.has(String(live.id)))
      .flatMap((live) => unmanagedObject(type, live) ?? [])
      .sort((a, b) => Number(a.label > b.label) - Number(a.label < b.label)),
  );
  return { projectId, baseUrl, ...(error === "" ? {} : { error }), unmanaged };
}

/** The kinds of which an account has a list. */
const listed = resourceNames.filter((name) => "list" in resources[name].operations);

function unmanagedObject(type: ResourceName, live: Live): UnmanagedObject | undefined {
  const { label, handlers, operations }: Resource = resources[type];
  const chosen = handlers.filter(({ field }) => isGiven(live[field]));
  // What a project owns without having made it, such as a number, does nothing until it has a handler.
  if (!operations.create && chosen.length === 0) return undefined;
  const handler = chosen.map(({ field }) => `${field.replace(/_handler$/, "")}: ${live[field]}`).join(", ");
  return { type, id: String(live.id), label: String(live[label]), ...(handler === "" ? {} : { handler }) };
}
