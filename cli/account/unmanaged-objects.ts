// Finds unmanaged objects: endpoints, and numbers with a handler, that no checked stack manages.

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

/** Reads each account once, even when several stacks use it. */
export async function readAccounts(project: Project, stacks: readonly CheckedStack[]): Promise<Account[]> {
  // The objects of a stack are known only after its check. Without the check, all of them would be reported as unmanaged.
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
  // Ids are unique across projects: an object that any stack manages is managed.
  const claimed = new Set(stacks.flatMap(({ resources }) => resources.map(({ id }) => id)));
  return Promise.all([...accounts.values()].map((connected) => readAccount(connected, claimed)));
}

export interface Connected {
  readonly connection: Connection;
  /** The credentials and the source of each one. */
  readonly credentials: string;
}

/** Prefers a complete connection from the environment: a call of the CLI for the configuration takes as long as a request. */
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
  const ids = kinds.flatMap(({ objects }) => objects.map(({ id }) => String(id)));
  const share = { objects: ids.length, managed: ids.filter((id) => claimed.has(id)).length };
  return { projectId, baseUrl, ...(error === "" ? { listed: share } : { error }), unmanaged };
}

/** The kinds of objects that the service lists. */
const listed = resourceNames.filter((name) => "list" in resources[name].operations);

function unmanagedObject(type: ResourceName, live: Live): UnmanagedObject | undefined {
  const { label, handlers, operations }: Resource = resources[type];
  const chosen = handlers.filter(({ field }) => isGiven(live[field]));
  // A project can own an object without creating it, such as a number. Without a handler, that object does nothing.
  if (!operations.create && chosen.length === 0) return undefined;
  const handler = chosen.map(({ field }) => `${field.replace(/_handler$/, "")}: ${live[field]}`).join(", ");
  return { type, id: String(live.id), label: String(live[label]), ...(handler === "" ? {} : { handler }) };
}
